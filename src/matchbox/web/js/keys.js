// Arrow keys move the focus to the nearest selectable piece in that direction.

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {Element} root @param {KeyboardEvent} event */
export function arrowKeys(root, event) {
  const direction = DIRECTIONS[event.key];
  if (!direction) return;
  const pieces = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".scene .selectable")]);
  const from = document.activeElement;
  if (!pieces.length) return;
  if (!(from instanceof HTMLElement) || !pieces.includes(from)) {
    if (from === document.body) {
      pieces[0].focus();
      event.preventDefault();
    }
    return;
  }
  const start = centre(from);
  let best = null;
  let least = Infinity;
  for (const node of pieces) {
    if (node === from) continue;
    const there = centre(node);
    const along = (there.x - start.x) * direction[0] + (there.y - start.y) * direction[1];
    const aside = Math.abs((there.x - start.x) * direction[1]) + Math.abs((there.y - start.y) * direction[0]);
    if (along > 4 && along + 2 * aside < least) {
      least = along + 2 * aside;
      best = node;
    }
  }
  if (best) {
    best.focus();
    event.preventDefault();
  }
}

/** @param {Element} node */
function centre(node) {
  const { left, top, width, height } = node.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
