// Arrow keys walk over what is lit, to the nearest thing in that direction.

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {Element} root @param {KeyboardEvent} event */
export function arrowKeys(root, event) {
  const way = WAYS[event.key];
  if (!way) return;
  const lit = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".scene .lit")]);
  const from = document.activeElement;
  if (!lit.length) return;
  if (!(from instanceof HTMLElement) || !lit.includes(from)) {
    if (from === document.body) {
      lit[0].focus();
      event.preventDefault();
    }
    return;
  }
  const start = centre(from);
  let best = null;
  let least = Infinity;
  for (const node of lit) {
    if (node === from) continue;
    const there = centre(node);
    const along = (there.x - start.x) * way[0] + (there.y - start.y) * way[1];
    const aside = Math.abs((there.x - start.x) * way[1]) + Math.abs((there.y - start.y) * way[0]);
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
