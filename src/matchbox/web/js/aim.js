// Aiming at a point of a plane: one click means column and row, which are sent one after the other.

import { h } from "./dom.js";
import { t } from "./i18n.js";

/** @typedef {import("./types").Aim} Aim */

/** The coordinate and action nearest to a point. @param {Aim} aim @param {number} wanted */
export function nearest(aim, wanted) {
  return aim.ids.reduce((best, one) => (Math.abs(one[0] - wanted) < Math.abs(best[0] - wanted) ? one : best));
}

/**
 * A layer over the plane that reports clicks in the plane's units and shows under the pointer what a click would hit.
 * @param {Aim} aim @param {number} columns @param {number} rows @param {(x: number, y: number) => void} hit
 */
export function aimLayer(aim, columns, rows, hit) {
  const place = (/** @type {MouseEvent} */ event) => {
    const box = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
    return {
      x: (columns * (event.clientX - box.left)) / box.width,
      y: (rows * (event.clientY - box.top)) / box.height,
    };
  };
  const mark = h("span.cross", { style: { "--blast": `${(100 * (aim.blast || 2)) / columns}%` } });
  return h(
    "div.aim",
    {
      key: "aim",
      "aria-hidden": "true", // the form below the prompt does the same
      onclick: (/** @type {MouseEvent} */ event) => {
        const { x, y } = place(event);
        hit(x, y);
      },
      onpointermove: (/** @type {PointerEvent} */ event) => {
        const { x, y } = place(event);
        const cross = /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (event.currentTarget).firstElementChild);
        cross.style.left = `${(100 * x) / columns}%`;
        cross.style.top = `${(100 * y) / rows}%`;
      },
    },
    mark,
  );
}

/**
 * The same choice by number, for keyboards and screen readers.
 * @param {Aim} aim @param {(action: number) => void} act
 */
export function aimForm(aim, act) {
  const name = aim.axis === "column" ? t("Column") : t("Row");
  const field = h(
    "select",
    { key: `aim:${aim.area}:${aim.axis}` },
    aim.ids.map(([place, action]) => h("option", { value: String(action) }, String(place))),
  );
  return h(
    "form.compound.by-number",
    {
      key: `aim:${aim.area}`,
      onsubmit: (/** @type {Event} */ event) => (
        event.preventDefault(),
        act(Number(/** @type {HTMLFormElement} */ (event.currentTarget).querySelector("select")?.value))
      ),
    },
    h(
      "details",
      null,
      h("summary", null, t("Click on the board, or pick by number")),
      h(
        "div.send",
        null,
        h("label", null, name, " ", field),
        h("button", { type: "submit", key: "aim-submit" }, t("Aim")),
      ),
    ),
  );
}
