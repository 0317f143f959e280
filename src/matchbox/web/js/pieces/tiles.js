// Tiles: numbers on bone, symbols, ground, and hexagons of a map.

import { english } from "../i18n.js";
import { symbolAt, symbolShape } from "../symbols.js";
import { BONE, DANGER, box, fitted, given, label, mark, paint, seal, svg } from "./paint.js";

/** @typedef {import("../types").Piece} Piece */
/** Face, front edge, rim and the ink below light signs. @typedef {{ face: string, edge: string, rim: string, under: string }} Stuff */

/** @type {Record<"green" | "sand" | "back", Stuff>} */
const STUFF = {
  green: { face: "#4c8f63", edge: "#2a5c3d", rim: "#6fb388", under: "#1e4730" },
  sand: { face: "#d7b483", edge: "#8a6137", rim: "#eed6b0", under: "#6d4e2d" },
  back: { face: "#8f6544", edge: "#5f4029", rim: "#b08660", under: "#5f4029" },
};
const LIGHT = "#fbf7e9";

/** Which way an arrow points. @type {Record<string, number>} */
const TURNS = { ">": 90, v: 180, "<": 270, "^": 0 };

/** @param {Piece} piece @param {string} face @param {boolean} aside the symbol makes room for what stands on the tile */
export function tile(piece, face, aside = false) {
  if (piece.hidden) return slab(STUFF.back, WAVES);
  if (symbolShape(piece.symbol)) return symbolTile(piece, aside);
  if (piece.colour === "brown") return ground(piece, aside);
  return numberTile(piece, face);
}

const WAVES =
  '<path d="M21 33c11-7 18 7 29 0s18 7 29 0M21 50c11-7 18 7 29 0s18 7 29 0M21 67c11-7 18 7 29 0s18 7 29 0" fill="none" stroke="#5f4029" stroke-width="4.2" stroke-linecap="round"/><path d="M21 35c11-7 18 7 29 0s18 7 29 0M21 52c11-7 18 7 29 0s18 7 29 0M21 69c11-7 18 7 29 0s18 7 29 0" fill="none" stroke="#fff" stroke-opacity=".16" stroke-width="1.6" stroke-linecap="round"/>';

/** @param {Stuff} stuff @param {string} inside */
function slab({ face, edge, rim }, inside) {
  return svg(
    100,
    110,
    box(4, 15, 94, 94, 14, "#000", 'opacity=".24"') +
      box(2, 12, 96, 95, 14, edge) +
      box(2, 12, 96, 95, 14, "url(#mb-side)", 'opacity=".35"') +
      box(2, 2, 96, 95, 14, face) +
      box(2, 2, 96, 95, 14, "url(#mb-gloss)") +
      box(3, 3, 94, 93, 13, "none", `stroke="${rim}" stroke-width="1.8"`) +
      box(9, 9, 82, 81, 9, "none", 'stroke="#fff" stroke-opacity=".28" stroke-width="1.6"') +
      inside,
  );
}

/** A light sign that is pressed into the face. @param {Piece} piece @param {number} x @param {number} y @param {number} size @param {string} under */
function sign(piece, x, y, size, under) {
  const turn = piece.symbol === "Arrow" ? (TURNS[english(piece.text)] ?? 0) : 0;
  return symbolAt(piece.symbol, x, y + 1.5, size, under, turn) + symbolAt(piece.symbol, x, y, size, LIGHT, turn);
}

/** @param {Piece} piece @param {boolean} aside */
function symbolTile(piece, aside) {
  const stuff = stuffOf(piece);
  const [x, y, size] = aside ? [30, 30.5, 38] : [50, 49.5, 60];
  return slab(stuff, sign(piece, x, y, size, stuff.under) + extras(piece, stuff));
}

/** Green, unless the tile has a colour of its own. @param {Piece} piece @returns {Stuff} */
function stuffOf(piece) {
  if (piece.colour === "brown") return STUFF.sand;
  if (!piece.colour || piece.colour === "green" || !paint(piece.colour).mark) return STUFF.green;
  const { fill, deep, hi } = paint(piece.colour);
  return { face: fill, edge: deep, rim: hi, under: deep };
}

/** The number of a place in a corner, and what happens to the tile. @param {Piece} piece @param {Stuff} stuff */
function extras(piece, stuff) {
  const own = stuff.face !== STUFF.green.face && stuff.face !== STUFF.sand.face ? seal(piece.colour, 82, 81, 10) : "";
  const number = given(piece.number)
    ? `<circle cx="80" cy="79" r="14" fill="${LIGHT}"/>${label(String(piece.number), 80, 79.5, 18, "#1b1d24")}`
    : "";
  return own + number + danger(piece, 2, 2, 96, 95, 14);
}

/** Bare ground. @param {Piece} piece @param {boolean} aside */
function ground(piece, aside) {
  const text = english(piece.text);
  const word = /^\p{L}{3,}$/u.test(text) ? label(text, 50, 51, fitted(text, 80, 26), "#6d4e2d") : "";
  const place = given(piece.number)
    ? label(String(piece.number), aside ? 22 : 50, aside ? 23 : 51, aside ? 22 : 40, "#6d4e2d")
    : "";
  const scratches = word || place ? "" : GRASS;
  return slab(STUFF.sand, scratches + word + place + danger(piece, 2, 2, 96, 95, 14));
}

const GRASS =
  '<path d="M22 33q7-9 14 0M63 28q6-8 12 0M64 76q7-9 14 0M24 73q6-8 12 0" fill="none" stroke="#6d4e2d" stroke-opacity=".34" stroke-width="2.4" stroke-linecap="round"/>';

const CRACKS = "M18 2 30 26 22 44 40 62 34 97M82 2 70 30 80 52 64 70 70 97";

/** A red frame for a tile that may be lost, and cracks in one that falls now. @param {Piece} piece @param {number} x @param {number} y @param {number} w @param {number} h @param {number} r */
function danger(piece, x, y, w, h, r) {
  if (piece.threat === "now")
    return (
      box(x, y, w, h, r, DANGER, 'opacity=".24"') +
      `<path d="${CRACKS}" fill="none" stroke="#2a0e08" stroke-width="4.5" stroke-linejoin="round"/>` +
      `<path d="${CRACKS}" fill="none" stroke="#ff6a4a" stroke-width="2" stroke-linejoin="round"/>`
    );
  if (piece.threat === "sure")
    return box(x + 1, y + 1, w - 2, h - 2, r - 1, "none", 'stroke="#ff6a4a" stroke-width="5"');
  if (piece.threat === "maybe")
    return box(x + 1, y + 1, w - 2, h - 2, r - 1, "none", 'stroke="#ff6a4a" stroke-width="4" stroke-dasharray="10 8"');
  return "";
}

// --- numbers on bone ---

/** @param {Piece} piece @param {string} face */
function numberTile(piece, face) {
  const { fill, deep, ink } = piece.colour ? paint(piece.colour) : BONE;
  const n = piece.number ?? 0;
  const pips =
    Number.isInteger(n) && n >= 1 && n <= 6 && face === String(n) ? pipRow(n, piece.colour ? ink : "#c4331c") : "";
  const size = fitted(face, 72, pips ? 58 : 62);
  const y = pips ? 46 : 51.5;
  return svg(
    100,
    112,
    box(5, 17, 92, 94, 17, "#000", 'opacity=".25"') +
      box(2, 13, 96, 96, 17, deep) +
      box(2, 13, 96, 96, 17, "url(#mb-side)", 'opacity=".5"') +
      box(2, 2, 96, 97, 17, fill) +
      box(2, 2, 96, 97, 17, "url(#mb-gloss)") +
      box(3, 3, 94, 95, 16, "none", 'stroke="#fff" stroke-opacity=".85" stroke-width="1.6"') +
      box(10, 10, 80, 81, 11, "none", `stroke="${deep}" stroke-opacity=".75" stroke-width="1.5"`) +
      (ink === "#fff" ? "" : label(face, 50, y + 1.6, size, "#fff", 'opacity=".9"')) +
      label(face, 50, y, size, ink) +
      pips +
      mark(piece.colour, 80, 21, 0.6, ink) +
      danger(piece, 2, 2, 96, 97, 17),
  );
}

/** As many pips in a row. @param {number} n @param {string} fill */
function pipRow(n, fill) {
  const row = Array.from({ length: n }, (_, i) => 50 + (i - (n - 1) / 2) * 10.8);
  return row.map((x) => `<circle cx="${x}" cy="81" r="3.3" fill="${fill}"/>`).join("");
}

// --- hexagons ---

/** The corners of a hexagon with its point up. @param {number} r half of the width @param {number} [down] */
function corners(r, down = 0) {
  return [0, 1, 2, 3, 4, 5]
    .map((i) => {
      const angle = ((60 * i - 90) * Math.PI) / 180;
      return `${(50 + r * 1.1547 * Math.cos(angle)).toFixed(1)},${(57.735 + down + r * 1.1547 * Math.sin(angle)).toFixed(1)}`;
    })
    .join(" ");
}

/**
 * A hexagon of a map. It fills 100 x 115.47; the front edge is below that, where the next row covers it.
 * @param {Piece} piece @param {boolean} aside the symbol makes room for what stands on the tile
 */
export function hexagon(piece, aside = false) {
  const known = symbolShape(piece.symbol) !== "";
  const stuff = known ? HEX.green : !piece.colour || piece.colour === "brown" ? HEX.sand : stuffOf(piece);
  const [x, y, size] = aside ? [25, 55, 25] : [50, 57, 44];
  const inside = piece.hidden
    ? '<g transform="translate(0 8)">' + WAVES + "</g>"
    : known
      ? sign(piece, x, y, size, stuff.under)
      : land(piece);
  return svg(
    100,
    115.47,
    `<polygon points="${corners(49, 14)}" fill="#06182c" opacity=".34"/>` +
      `<polygon points="${corners(49, 9)}" fill="${stuff.edge}" stroke="${stuff.edge}" stroke-width="2" stroke-linejoin="round"/>` +
      `<polygon points="${corners(49)}" fill="${stuff.face}" stroke="${stuff.rim}" stroke-width="2" stroke-linejoin="round"/>` +
      `<polygon points="${corners(49)}" fill="url(#mb-gloss)" opacity=".7"/>` +
      `<polygon points="${corners(43)}" fill="none" stroke="#fff" stroke-opacity=".25" stroke-width="1.5" stroke-linejoin="round"/>` +
      inside +
      (given(piece.number) ? label(String(piece.number), 50, 101, 14.5, stuff.under, 'opacity=".85"') : "") +
      hexDanger(piece),
    'overflow="visible"',
  );
}

/** @type {{ green: Stuff, sand: Stuff }} */
const HEX = {
  green: { face: "#6fae72", edge: "#2f6238", rim: "#93cb92", under: "#2f6238" },
  sand: { face: "#d7b483", edge: "#8a6137", rim: "#e9cfa6", under: "#6d4e2d" },
};

/** Hills, a little different on every tile. @param {Piece} piece */
function land(piece) {
  const seed = ((piece.at?.[0] ?? 0) * 13 + (piece.at?.[1] ?? 0) * 29) % 20;
  const o = seed - 10;
  return `<path d="M${22 + o * 0.3} 38q8-9 16 0M${62 - o * 0.4} 34q7-8 14 0M${66 + o * 0.3} 92q7-8 14 0M${20 - o * 0.2} 84q6-7 12 0" fill="none" stroke="#6d4e2d" stroke-opacity=".35" stroke-width="2" stroke-linecap="round"/>`;
}

/** @param {Piece} piece */
function hexDanger(piece) {
  if (!piece.threat) return "";
  const dash = piece.threat === "maybe" ? 'stroke-dasharray="10 8"' : "";
  return `<polygon points="${corners(47)}" fill="${DANGER}" fill-opacity="${piece.threat === "now" ? 0.25 : 0}" stroke="#ff6a4a" stroke-width="4.5" stroke-linejoin="round" ${dash}/>`;
}
