// Choices by timing: a pointer passes over points, and the moment when you let go decides. The server checks it by its clock.

import { wantsMotion } from "./animate.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";

/** @typedef {import("./types").SwingInfo} Swing */

/** Steps before and after, over which the way of the pointer is smoothed. */
const SMOOTH = 2;

/** The place on the path. @param {Swing} swing @param {number} now the server's time */
const placeAt = ({ step, started }, now) => Math.max(0, now - started) / step;

/** The action below the pointer. @param {Swing} swing @param {number} now the server's time */
export function actionAt(swing, now) {
  return swing.path[Math.floor(placeAt(swing, now)) % swing.path.length];
}

/** The middle of the pointer between points, each named by its action. @param {Swing} swing @param {number} now @param {(action: number) => [number, number]} middle @returns {[number, number]} */
export function pointAt(swing, now, middle) {
  const place = placeAt(swing, now) - 0.5;
  const count = swing.path.length;
  let [x, y] = [0, 0];
  for (let i = -SMOOTH; i <= SMOOTH; i++) {
    const first = Math.floor(place) + i;
    const part = place - Math.floor(place);
    const [from, to] = [first, first + 1].map((n) => middle(swing.path[((n % count) + count) % count]));
    x += from[0] + part * (to[0] - from[0]);
    y += from[1] + part * (to[1] - from[1]);
  }
  return [x / (2 * SMOOTH + 1), y / (2 * SMOOTH + 1)];
}

/** Handlers of a button: a press counts at once, not when it ends. @param {() => void} letGo */
export const pressing = (letGo) => ({
  onpointerdown: (/** @type {PointerEvent} */ event) => event.button === 0 && letGo(),
  onclick: (/** @type {MouseEvent} */ event) => event.detail === 0 && letGo(), // by a screen reader
});

/** What covers the points while the pointer goes over them. @param {Swing} swing @param {() => void} letGo */
export function swingNodes(swing, letGo) {
  const legal = [...new Set(swing.path)].sort((a, b) => a - b).join(" ");
  return [
    h("span.pointer", { key: "pointer", "aria-hidden": "true" }),
    h("button.let-go", {
      type: "button",
      key: "let-go",
      "aria-label": t("Let go"),
      "data-legal": legal,
      ...pressing(letGo),
    }),
  ];
}

/** Move the pointer, and light the point below it. @param {HTMLElement} root @param {Swing} swing @param {number} now the server's time */
export function showPointer(root, swing, now) {
  const plate = root.querySelector(".swinging");
  if (!(plate instanceof HTMLElement)) return;
  /** @type {Map<number, HTMLElement>} */
  const cells = new Map();
  for (const cell of plate.querySelectorAll("[data-action]"))
    if (cell instanceof HTMLElement) cells.set(Number(cell.dataset.action), cell);
  const lit = cells.get(actionAt(swing, now));
  for (const cell of cells.values()) cell.classList.toggle("lit", cell === lit);
  const ghost = root.querySelector(".hovering");
  const [left, top] = (lit?.dataset.over ?? "").split(" ");
  if (ghost instanceof HTMLElement && top) Object.assign(ghost.style, { left, top });
  const pointer = plate.querySelector(".pointer");
  if (!(pointer instanceof HTMLElement) || !wantsMotion()) return;
  const [x, y] = pointAt(swing, now, (action) => {
    const cell = cells.get(action);
    return cell ? [cell.offsetLeft + cell.offsetWidth / 2, cell.offsetTop + cell.offsetHeight / 2] : [0, 0];
  });
  Object.assign(pointer.style, { left: `${x.toFixed(1)}px`, top: `${y.toFixed(1)}px` });
}
