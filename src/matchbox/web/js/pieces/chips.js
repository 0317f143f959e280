// Chips and discs: round things in stacks.

import { CREAM, box, given, isLight, label, mark, paint, svg } from "./paint.js";

/** @typedef {import("../types").Piece} Piece */
/** @typedef {import("./paint.js").Paint} Paint */

const MOST = 7; // chips that a stack shows
const THICK = 11;
const RX = 47;
const RY = 43;

/** The pattern of the edge spots, one for each colour. @type {Record<string, string>} */
const SPOTS = {
  blue: "8 7",
  red: "15 15",
  green: "4 3.5 4 8.5",
  yellow: "3 7",
  white: "6 6",
  black: "20 20",
  purple: "10 10",
  brown: "4 4 4 18",
  orange: "12 8",
  pink: "5 5",
  grey: "2 6",
};

/** @type {Paint} */
const HIDDEN = { fill: "#5b5e68", hi: "#82858f", deep: "#2d2f37", ink: "#fff", mark: "" };

/** @param {number} y @param {string} fill */
const round = (y, fill, shrink = 0, more = "") =>
  `<ellipse cx="50" cy="${y}" rx="${RX - shrink}" ry="${RY - shrink}" fill="${fill}" ${more}/>`;

/** The outside of a round thing below its face. @param {number} y @param {string} fill */
const wall = (y, fill) =>
  `<path d="M${50 - RX} ${y}v${THICK}A${RX} ${RY} 0 0 0 ${50 + RX} ${y + THICK}V${y}z" fill="${fill}"/>`;

/** A light field on the outside, between two angles. @param {number} y @param {number} from @param {number} to */
function field(y, from, to) {
  /** @param {number} degrees */
  const at = (degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return [50 + RX * Math.cos(angle), y + RY * Math.sin(angle)].map((n) => n.toFixed(1));
  };
  const [x1, y1] = at(from);
  const [x2, y2] = at(to);
  return `<path d="M${x1} ${y1}A${RX} ${RY} 0 0 1 ${x2} ${y2}v${THICK}A${RX} ${RY} 0 0 0 ${x1} ${Number(y1) + THICK}z" fill="${CREAM}" opacity=".92"/>`;
}

/** The height of a stack's drawing. @param {number} n */
const height = (n) => 98 + n * THICK;

/** How many of a stack are drawn. @param {Piece} piece */
const shown = (piece) => Math.max(1, Math.min(piece.count ?? 1, MOST));

/** A stack that grows upward; the number is on the uppermost chip. @param {Piece} piece @param {string} face */
export function chip(piece, face) {
  const colours = piece.hidden ? HIDDEN : paint(piece.colour);
  const n = shown(piece);
  let stack = shadow(n);
  for (let i = 0; i < n; i++) {
    const y = level(n, i);
    const turn = (i * 17) % 30;
    const fields =
      field(y, 28 + turn, 44 + turn) + field(y, 82 + turn, 98 + turn) + field(y, 134 + turn, Math.min(150 + turn, 176));
    const top = i === n - 1 ? chipFace(piece, colours, y, face) : round(y, colours.fill);
    const side = wall(y, colours.deep) + fields + wall(y, "url(#mb-side)");
    stack += `<g transform="translate(${n > 1 ? sway(i) : 0} 0)">${side}${top}</g>`;
  }
  return svg(100, height(n), stack);
}

/** @param {number} n */
const shadow = (n) => `<ellipse cx="51" cy="${height(n) - RY}" rx="49" ry="42" fill="#000" opacity=".22"/>`;

/** The middle of the face of a chip in a stack. @param {number} n @param {number} i */
const level = (n, i) => height(n) - 48 - (i + 1) * THICK;

/** Nobody stacks chips exactly. @param {number} i */
const sway = (i) => [0, 1.5, -1, 1, -1.5, 0.5, -0.5][i % 7];

/** @param {Piece} piece @param {Paint} colours @param {number} y @param {string} face */
function chipFace(piece, { fill, hi, deep, ink }, y, face) {
  const spot = isLight(piece.colour) && !piece.hidden ? "#fff" : CREAM;
  const line = isLight(piece.colour) && !piece.hidden ? deep : spot;
  const number = piece.hidden ? "?" : given(piece.number) ? String(piece.number) : paint(piece.colour).mark ? "" : face;
  const dash = piece.hidden ? "1 9" : (SPOTS[piece.colour ?? ""] ?? "10 10");
  return (
    round(y, fill) +
    round(
      y,
      "none",
      6.3,
      `stroke="${spot}" stroke-width="11" pathLength="120" stroke-dasharray="${dash}" stroke-dashoffset="3"`,
    ) +
    round(y, "none", 0.7, `stroke="${hi}" stroke-width="1.4" opacity=".9"`) +
    round(y, deep, 14.5, 'opacity=".4"') +
    round(y + 0.8, fill, 15.6) +
    round(y, "none", 15.6, `stroke="${line}" stroke-opacity=".75" stroke-width="1.6"`) +
    round(y, "url(#mb-sheen)") +
    (number === ""
      ? mark(piece.colour, 50, y, 1.65, ink)
      : label(number, 50, y + 1, number.length > 2 ? 25 : 33, ink, 'letter-spacing="-1"'))
  );
}

/** A turned disc without a value, as in Othello. @param {Piece} piece */
export function disc(piece) {
  const dark = piece.colour === "black" || (!piece.colour && piece.text === "X");
  const colour = piece.colour || (dark ? "black" : "white");
  const { fill, hi, deep, ink } = paint(colour);
  const n = shown(piece);
  let stack = shadow(n);
  for (let i = 0; i < n; i++) {
    const y = level(n, i);
    stack += `<g transform="translate(${n > 1 ? sway(i) : 0} 0)">${wall(y, deep)}${wall(y, "url(#mb-side)")}${round(y, fill)}</g>`;
  }
  const y = level(n, n - 1);
  const sign = `<g opacity="${dark ? 0.5 : colour === "white" ? 0.62 : 1}">${mark(colour, 50, y, 1.2, ink)}</g>`;
  const groove = (/** @type {number} */ shrink) =>
    round(y + 1, "none", shrink, `stroke="${hi}" stroke-width="1.6" opacity=".8"`) +
    round(y, "none", shrink, `stroke="${deep}" stroke-width="1.6" opacity=".7"`);
  const top =
    round(y, "none", 0.8, `stroke="${hi}" stroke-width="1.6"`) + groove(9) + groove(24) + round(y, "url(#mb-sheen)");
  return svg(100, height(n), stack + top + sign);
}

/** A row of hearts: lives left, and lost ones as outlines. @param {number} left @param {number} start */
export function lives(left, start = left) {
  const hearts = Array.from(
    { length: start },
    (_, i) => `<g transform="translate(${i * 26} 0)">${heartShape(i < left)}</g>`,
  );
  return svg(26 * Math.max(start, 1), 24, hearts.join(""));
}

/** @param {boolean} full */
export const heart = (full) => svg(26, 24, heartShape(full));

/** @param {boolean} full */
function heartShape(full) {
  const path = "M13 22.5C5 16 2 12 2 8a5.7 5.7 0 0 1 11-1.9A5.7 5.7 0 0 1 24 8c0 4-3 8-11 14.5z";
  if (!full) return `<path d="${path}" fill="none" stroke="currentColor" stroke-opacity=".55" stroke-width="1.6"/>`;
  return `<path d="${path}" fill="#e5492e" stroke="#8e2415" stroke-width="1.5"/><path d="M6 8.5a3 3 0 0 1 3-3" fill="none" stroke="#fff" stroke-opacity=".7" stroke-width="1.8" stroke-linecap="round"/>`;
}

/** An empty place for a chip, with a dashed edge. */
export const hollow = () =>
  svg(
    100,
    109,
    box(
      4,
      6,
      92,
      92,
      46,
      "#000",
      'fill-opacity=".3" stroke="#fff" stroke-opacity=".45" stroke-width="3" stroke-dasharray="9 7"',
    ),
  );
