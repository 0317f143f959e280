// Small plots of figures with their intervals, as SVG. Colours come from css/numbers.css.

import { drawing } from "./dom.js";
import { t } from "./i18n.js";

/** @typedef {import("./types").Estimate} Estimate */

const WIDTH = 300;
const VALUES = 50;
const ROW = 44;
const FOOT = 24;
const HEIGHT = 168;
const LEFT = 48;
const EDGE = 6;

/** @param {string} text */
const escape = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** @param {number} n */
const at = (n) => n.toFixed(1);

/** @param {number} x @param {number} y @param {string} content @param {string} [anchor] @param {string} [kind] */
const text = (x, y, content, anchor = "start", kind = "") =>
  `<text class="${kind}" x="${at(x)}" y="${at(y)}" text-anchor="${anchor}">${escape(content)}</text>`;

/** @param {number} height @param {string[]} parts */
const svg = (height, parts) =>
  drawing(`<svg viewBox="0 0 ${WIDTH} ${height}" focusable="false">${parts.join("")}</svg>`, "plot");

/** @param {number} share */
const percent = (share) => t("{value}\u00a0%", { value: Math.round(100 * share) });

/** Each share with its name above: its interval as a line, and a dashed line at an equal part. @param {{ label: string, share: Estimate }[]} rows @param {number} [equal] */
export function sharesPlot(rows, equal) {
  const most = Math.max(...rows.map(({ share }) => share.high ?? share.value), 2 * (equal ?? 0));
  const end = Math.min(1, most <= 0.5 ? Math.ceil(most * 10) / 10 : 1);
  const foot = ROW * rows.length + 4;
  const x = (/** @type {number} */ share) => EDGE + ((WIDTH - EDGE - VALUES) * Math.min(share, end)) / end;
  return svg(foot + FOOT, [
    `<path class="axis" d="M${EDGE} ${foot}H${WIDTH - VALUES}"/>`,
    text(0, foot + 17, percent(0)),
    text(x(end), foot + 17, percent(end), "middle"),
    equal === undefined
      ? ""
      : `<path class="equal" d="M${at(x(equal))} 0V${foot}"/>${text(x(equal), foot + 17, percent(equal), "middle")}`,
    ...rows.map(({ label, share }, i) => {
      const y = ROW * (i + 1) - 10;
      return (
        text(0, y - 14, label, "start", "label") +
        interval(x(share.low ?? share.value), x(share.high ?? share.value), y) +
        `<circle class="dot" cx="${at(x(share.value))}" cy="${at(y)}" r="5"/>` +
        text(WIDTH, y + 4.5, percent(share.value), "end", "value")
      );
    }),
  ]);
}

/** A bar for each stretch of values. @param {import("./types").Lengths} lengths */
export function barsPlot({ edges, counts }) {
  const foot = HEIGHT - FOOT;
  const most = Math.max(...counts);
  const [first, last] = [edges[0], edges[edges.length - 1]];
  const x = (/** @type {number} */ value) => EDGE + ((WIDTH - 2 * EDGE) * (value - first)) / (last - first);
  const bars = counts.map((n, i) => {
    const [from, to, top] = [x(edges[i]), x(edges[i + 1]), foot - ((foot - 8) * n) / most];
    return n ? `<path class="bar" d="M${at(from + 0.7)} ${foot}V${at(top)}H${at(to - 0.7)}V${foot}z"/>` : "";
  });
  const digits = last - first < 5 ? 1 : 0;
  const marks = [0, 0.5, 1].map((part) => first + part * (last - first));
  const anchors = ["start", "middle", "end"];
  return svg(HEIGHT, [
    ...bars,
    `<path class="axis" d="M${EDGE} ${foot}H${WIDTH - EDGE}"/>`,
    ...marks.map((value, i) => text(x(value), foot + 17, value.toFixed(digits), anchors[i])),
  ]);
}

/** A dot for each gain, with its interval, and a line at no gain. @param {{ label: string, gain: Estimate }[]} steps */
export function gainsPlot(steps) {
  const foot = HEIGHT - FOOT;
  const [low, high] = [
    Math.min(0, ...steps.map(({ gain }) => gain.low ?? gain.value)),
    Math.max(50, ...steps.map(({ gain }) => gain.high ?? gain.value)),
  ];
  const y = (/** @type {number} */ gain) => 8 + ((foot - 16) * (high - gain)) / (high - low);
  const x = (/** @type {number} */ i) => LEFT + ((WIDTH - LEFT) * (i + 0.5)) / steps.length;
  const every = [25, 50, 100, 200, 400].find((one) => (high - low) / one <= 5) ?? 1000;
  const marks = [...Array(Math.floor(high / every) - Math.ceil(low / every) + 1).keys()].map(
    (i) => (Math.ceil(low / every) + i) * every,
  );
  return svg(HEIGHT, [
    ...marks.map(
      (gain) =>
        `<path class="${gain ? "level" : "axis"}" d="M${LEFT} ${at(y(gain))}H${WIDTH}"/>` +
        text(LEFT - 8, y(gain) + 4.5, signed(gain), "end"),
    ),
    `<path class="joined" d="${steps.map(({ gain }, i) => `${i ? "L" : "M"}${at(x(i))} ${at(y(gain.value))}`).join("")}"/>`,
    ...steps.map(({ label, gain }, i) => {
      const [top, bottom] = [y(gain.high ?? gain.value), y(gain.low ?? gain.value)];
      return (
        `<path class="interval" d="M${at(x(i))} ${at(top)}V${at(bottom)}"/>` +
        `<circle class="dot" cx="${at(x(i))}" cy="${at(y(gain.value))}" r="5"/>` +
        text(x(i), HEIGHT - 4, `×${label}`, "middle")
      );
    }),
  ]);
}

/** @param {number} n */
const signed = (n) => (n > 0 ? `+${n}` : String(n).replace("-", "−"));

/** @param {number} from @param {number} to @param {number} y */
const interval = (from, to, y) =>
  to > from
    ? `<path class="interval" d="M${at(from)} ${at(y)}H${at(to)}M${at(from)} ${at(y - 5)}v10M${at(to)} ${at(y - 5)}v10"/>`
    : "";
