// A window on a plane that is too large for its room: drag or arrow buttons move it, wheel, pinch and two buttons zoom. It
// starts framed on what matters, and frames that again whenever it changes.

import { h } from "./dom.js";
import { t } from "./i18n.js";

/** The corner of the window in pixels of the zoomed plane, and the zoom. @typedef {{ x: number, y: number, z: number }} View */
/** @typedef {{ w: number, h: number }} Size */

/** A press that moves less than this is a click, in pixels. */
const STILL = 8;
const CLOSEST = 2.5;

/** Windows that a player has moved, until something else matters. @type {Map<string, { about: string, view: View }>} */
const moved = new Map();

/** The window that has a point in its middle. @param {[number, number]} middle @param {Size} plane @param {Size} room @returns {View} */
export const framedOn = ([x, y], plane, room) => kept({ x: x - room.w / 2, y: y - room.h / 2, z: 1 }, plane, room);

/** The window stays on the plane. @param {View} view @param {Size} plane @param {Size} room @returns {View} */
export function kept({ x, y, z }, plane, room) {
  const least = Math.min(1, room.w / plane.w, room.h / plane.h);
  const zoom = Math.max(least, Math.min(CLOSEST, z));
  const within = (/** @type {number} */ at, /** @type {number} */ all, /** @type {number} */ seen) =>
    seen >= all ? (all - seen) / 2 : Math.max(0, Math.min(all - seen, at));
  return { x: within(x, plane.w * zoom, room.w), y: within(y, plane.h * zoom, room.h), z: zoom };
}

/** Zoom around a point of the window. @param {View} view @param {number} factor @param {[number, number]} at @param {Size} plane @param {Size} room */
export function zoomed(view, factor, [px, py], plane, room) {
  const { z } = kept({ ...view, z: view.z * factor }, plane, room);
  const ratio = z / view.z;
  return kept({ x: (view.x + px) * ratio - px, y: (view.y + py) * ratio - py, z }, plane, room);
}

/**
 * @param {string} key of the area @param {HTMLElement} node the plane @param {Size} plane its size @param {Size} room
 * @param {[number, number]} middle of what matters, in pixels of the plane
 */
export function panned(key, node, plane, room, middle) {
  const about = middle.map(Math.round).join();
  const own = moved.get(key);
  let view = own?.about === about ? kept(own.view, plane, room) : framedOn(middle, plane, room);
  const style = () => `translate(${(-view.x).toFixed(1)}px, ${(-view.y).toFixed(1)}px) scale(${view.z.toFixed(3)})`;
  node.style.setProperty("transform", style());
  /** @param {Element} root @param {View} next */
  const look = (root, next) => {
    view = next;
    moved.set(key, { about, view });
    const inside = root.querySelector(".plane");
    if (inside instanceof HTMLElement) inside.style.setProperty("transform", style());
  };
  const rootOf = (/** @type {Event} */ event) =>
    /** @type {HTMLElement} */ (/** @type {Element} */ (event.currentTarget).closest(".panned"));
  const within = (/** @type {Element} */ root, /** @type {number} */ x, /** @type {number} */ y) => {
    const box = root.getBoundingClientRect();
    return /** @type {[number, number]} */ ([x - box.left, y - box.top]);
  };
  /** Fingers or the mouse that press. @type {Map<number, { x: number, y: number }>} */
  const presses = new Map();
  let far = false;
  const release = (/** @type {PointerEvent} */ event) => {
    presses.delete(event.pointerId);
    if (far && !presses.size) {
      // The click that ends a drag is none.
      rootOf(event).addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
      setTimeout(() => (far = false), 0);
    }
  };
  const button = (/** @type {string} */ name, /** @type {string} */ face, /** @type {number} */ factor) =>
    h(
      "button",
      {
        type: "button",
        key: `zoom${face}`,
        "aria-label": name,
        onclick: (/** @type {MouseEvent} */ event) =>
          look(rootOf(event), zoomed(view, factor, [room.w / 2, room.h / 2], plane, room)),
      },
      face,
    );
  const size = { width: `${room.w.toFixed(1)}px`, height: `${room.h.toFixed(1)}px` };
  const inside = h(
    "div.pan",
    {
      key: `pan:${key}`,
      style: size,
      onpointerdown: (/** @type {PointerEvent} */ event) => {
        if (event.button) return;
        event.stopPropagation(); // nothing here is picked up
        presses.set(event.pointerId, { x: event.clientX, y: event.clientY });
      },
      onpointermove: (/** @type {PointerEvent} */ event) => {
        const last = presses.get(event.pointerId);
        if (!last) return;
        const root = rootOf(event);
        const [dx, dy] = [event.clientX - last.x, event.clientY - last.y];
        if (!far && Math.hypot(dx, dy) < STILL) return;
        if (!far && event.isTrusted)
          /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
        far = true;
        const other = [...presses].find(([id]) => id !== event.pointerId)?.[1];
        presses.set(event.pointerId, { x: event.clientX, y: event.clientY });
        if (other) {
          const before = Math.hypot(last.x - other.x, last.y - other.y);
          const now = Math.hypot(event.clientX - other.x, event.clientY - other.y);
          const at = within(root, (event.clientX + other.x) / 2, (event.clientY + other.y) / 2);
          look(root, zoomed(view, now / Math.max(before, 1), at, plane, room));
        } else look(root, kept({ ...view, x: view.x - dx, y: view.y - dy }, plane, room));
      },
      onpointerup: release,
      onpointercancel: release,
      onwheel: (/** @type {WheelEvent} */ event) => {
        event.preventDefault();
        const root = rootOf(event);
        const factor = event.deltaY < 0 ? 1.2 : 1 / 1.2;
        look(root, zoomed(view, factor, within(root, event.clientX, event.clientY), plane, room));
      },
    },
    node,
  );
  const zoom = h("span.zoom", { key: "zoom" }, button(t("Zoom in"), "+", 1.4), button(t("Zoom out"), "−", 1 / 1.4));
  return h("div.panned", { key: `panned:${key}`, style: size }, inside, zoom);
}
