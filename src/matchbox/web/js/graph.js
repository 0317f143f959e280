// The evaluation of each seat by step, as lines. Dashes tell the lines apart without colour.

import { drawing, h } from "./dom.js";
import { t } from "./i18n.js";

const LINES = [
  { colour: "#c9452f", dash: "" },
  { colour: "#2f6fb8", dash: "6 3" },
  { colour: "#3f8f55", dash: "2 3" },
  { colour: "#b8860b", dash: "8 3 2 3" },
  { colour: "#7b52a8", dash: "4 2" },
  { colour: "#6b655b", dash: "1 2" },
];
const WIDTH = 320;
const HEIGHT = 120;

/** @param {number[][]} values by step and seat @param {string[]} names */
export function graph(values, names) {
  const x = (/** @type {number} */ step) => 4 + ((WIDTH - 8) * step) / Math.max(values.length - 1, 1);
  const y = (/** @type {number} */ value) => HEIGHT / 2 - (HEIGHT / 2 - 6) * Math.max(-1, Math.min(1, value));
  const line = (/** @type {number} */ seat) =>
    `<polyline fill="none" stroke="${LINES[seat % 6].colour}" stroke-width="2.200" stroke-dasharray="${LINES[seat % 6].dash}" points="${values.map((row, step) => `${x(step).toFixed(1)},${y(row[seat]).toFixed(1)}`).join(" ")}"/>`;
  const axes = `<path d="M4 ${HEIGHT / 2}H${WIDTH - 4}" stroke="currentColor" stroke-opacity=".35"/>`;
  const svg = `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}">${axes}${names.map((_, seat) => line(seat)).join("")}</svg>`;
  return h(
    "figure.graph",
    { "aria-label": t("Evaluation") },
    drawing(svg),
    h(
      "figcaption",
      null,
      names.map((name, seat) =>
        h(
          "span",
          null,
          drawing(
            `<svg viewBox="0 0 24 6"><path d="M0 3H24" stroke="${LINES[seat % 6].colour}" stroke-width="3" stroke-dasharray="${LINES[seat % 6].dash}"/></svg>`,
            "key",
          ),
          name,
        ),
      ),
    ),
  );
}
