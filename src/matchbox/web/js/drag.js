// Drag and drop: the same as a click on the piece and a click on the target.

const START = 7; // pixels before a press becomes a drag
const TARGETS = "[data-legal], [data-tries]";
const REACH = 1.5; // a drop may miss a target by this many of its widths

/**
 * @param {HTMLElement} root
 * @param {{ pick: (ref: string) => boolean, drop: (node: HTMLElement | null) => void }} on `pick` says whether the piece can be moved
 */
export function dragging(root, on) {
  /** @type {{ node: HTMLElement, ref: string, x: number, y: number, ghost: HTMLElement | null } | null} */
  let held = null;

  root.addEventListener("pointerdown", (event) => {
    const node = event.target instanceof Element ? event.target.closest("button.piece") : null;
    if (event.button !== 0 || !(node instanceof HTMLElement) || !node.dataset.ref) return;
    held = { node, ref: node.dataset.ref, x: event.clientX, y: event.clientY, ghost: null };
  });

  root.addEventListener("pointermove", (event) => {
    if (!held) return;
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y);
    if (!held.ghost && far > START) {
      const art = held.node.querySelector(".art");
      const box = (art ?? held.node).getBoundingClientRect();
      if (!on.pick(held.ref)) return void (held = null);
      const ghost = /** @type {HTMLElement} */ (art?.cloneNode(true) ?? document.createElement("span"));
      ghost.classList.add("dragged");
      ghost.style.width = `${box.width}px`;
      document.getElementById("overlay")?.appendChild(ghost);
      held.ghost = ghost;
    }
    if (held?.ghost) {
      held.ghost.style.left = `${event.clientX}px`;
      held.ghost.style.top = `${event.clientY}px`;
      event.preventDefault();
    }
  });

  const end = (/** @type {PointerEvent} */ event) => {
    const ghost = held?.ghost;
    held = null;
    if (!ghost) return;
    ghost.remove();
    const stop = (/** @type {Event} */ click) => click.stopPropagation();
    root.addEventListener("click", stop, { capture: true, once: true }); // the click that ends the drag is none
    setTimeout(() => root.removeEventListener("click", stop, { capture: true }), 60);
    on.drop(event.type === "pointerup" ? nearest(root, event.clientX, event.clientY) : null);
  };
  root.addEventListener("pointerup", end);
  root.addEventListener("pointercancel", end);
}

/** The target under a point, or the nearest within reach. @param {Element} root @param {number} x @param {number} y @returns {HTMLElement | null} */
export function nearest(root, x, y) {
  let best = null;
  let least = Infinity;
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(TARGETS))) {
    const box = node.getBoundingClientRect();
    const aside = Math.max(box.left - x, x - box.right, 0);
    const above = Math.max(box.top - y, y - box.bottom, 0);
    const far =
      Math.hypot(aside, above) + 0.001 * Math.hypot(x - (box.left + box.right) / 2, y - (box.top + box.bottom) / 2);
    if (far < least && far <= REACH * Math.max(box.width, 24)) {
      least = far;
      best = node;
    }
  }
  return best;
}
