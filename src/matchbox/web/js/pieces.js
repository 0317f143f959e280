// Draws every kind of piece as SVG. Each colour also has a letter and a pattern, so that colour is never the only sign.

import { english, msg, words } from "./i18n.js";
import { symbolShape } from "./symbols.js";

/** @typedef {import("./types").Piece} Piece */
/** @typedef {{ fill: string, deep: string, ink: string, letter: string, dash: string }} Paint */

/** @type {Record<string, Paint>} */
const PAINTS = {
  red: { fill: "#c9452f", deep: "#8f2a1a", ink: "#fff", letter: "R", dash: "" },
  green: { fill: "#3f8f55", deep: "#24603a", ink: "#fff", letter: "G", dash: "13 9" },
  blue: { fill: "#2f6fb8", deep: "#1b477c", ink: "#fff", letter: "B", dash: "3 8" },
  yellow: { fill: "#edbd3a", deep: "#a97c10", ink: "#3a2c05", letter: "Y", dash: "20 6 3 6" },
  white: { fill: "#f6f1e4", deep: "#b9ae96", ink: "#3b362d", letter: "W", dash: "6 4" },
  black: { fill: "#34312f", deep: "#141312", ink: "#f6f1e4", letter: "K", dash: "1 12" },
  brown: { fill: "#8b5e3e", deep: "#5b3a23", ink: "#fff", letter: "N", dash: "8 3 2 3" },
  purple: { fill: "#7b52a8", deep: "#4e2f73", ink: "#fff", letter: "P", dash: "9 3" },
  orange: { fill: "#dd7a2b", deep: "#99500f", ink: "#2b1602", letter: "O", dash: "4 3 10 3" },
  pink: { fill: "#e39aa6", deep: "#aa5a68", ink: "#3a1219", letter: "I", dash: "2 3" },
  grey: { fill: "#9a958b", deep: "#65615a", ink: "#1f1d1a", letter: "A", dash: "5 5" },
};
PAINTS["playing-red"] = PAINTS.red;
PAINTS["playing-black"] = PAINTS.black;
const PLAIN = { fill: "#d9cdb4", deep: "#a3947a", ink: "#3b362d", letter: "", dash: "" };
/** @type {Record<string, string>} */
const PAPERS = { pink: "#f8dcd8", green: "#dcebd0", brown: "#ead8c2", "": "#fffaf0" };
const INK = "#33302b";

/** @param {string | undefined} colour @returns {Paint} */
export function paint(colour) {
  return PAINTS[colour ?? ""] ?? PLAIN;
}

/** @param {string} text */
const escape = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** @param {string} viewBox @param {string} inside */
const svg = (viewBox, inside) => `<svg viewBox="${viewBox}" focusable="false">${inside}</svg>`;

/** @param {string} text @param {number} x @param {number} y @param {number} size @param {string} fill */
const label = (text, x, y, size, fill, more = "") =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" text-anchor="middle" dominant-baseline="central" ${more}>${escape(text)}</text>`;

/** The short text on a piece, or nothing if it is too long. @param {Piece} piece */
export function shortFace(piece) {
  const text = english(piece.text);
  if (text && text.length <= 3) return words(piece.text);
  const last = text.split(" ").at(-1) ?? "";
  if (piece.kind === "card" && piece.number !== undefined && last.length <= 2) return last;
  return piece.number === undefined || piece.number === null ? "" : String(piece.number);
}

/** The label for screen readers. @param {Piece} piece */
export function spokenName(piece) {
  const text = words(piece.label) || words(piece.text);
  return piece.count && piece.count > 1 ? `${piece.count} × ${text}` : text;
}

/** The drawing of a piece, or nothing if it is shown as text. @param {Piece} piece @returns {string} */
export function draw(piece) {
  const painter = KINDS[piece.kind];
  return painter ? painter(piece) : "";
}

/** The caption under a card whose text is too long for its face. @param {Piece} piece */
export function caption(piece) {
  const long = piece.kind === "card" && !piece.symbol && !piece.hidden && !isWordy(piece);
  return long && english(piece.text).length > 3 ? words(piece.text) : "";
}

/** Does a card or tile show only text? @param {Piece} piece */
export function isWordy(piece) {
  return (piece.kind === "card" || piece.kind === "tile") && !isBack(piece) && !piece.symbol && shortFace(piece) === "";
}

/** Is it face down? Brown is the back of a tile. @param {Piece} piece */
function isBack(piece) {
  return Boolean(piece.hidden) || (piece.kind === "tile" && piece.colour === "brown");
}

// --- cards ---

/** @param {Piece} piece */
function card(piece) {
  if (piece.hidden) return cardBack();
  if (isWordy(piece)) return "";
  if (piece.colour?.startsWith("playing-")) return playingCard(piece);
  const { fill, deep, ink, letter, dash } = paint(piece.colour);
  const light = piece.colour === "white" || piece.colour === "yellow";
  const number = piece.number === undefined || piece.number === null ? "" : String(piece.number);
  const rim = light ? deep : "#fff";
  const border = `<rect x="1" y="1" width="98" height="138" rx="11" fill="${fill}" stroke="${deep}" stroke-width="1.5"/>
    <rect x="6" y="6" width="88" height="128" rx="8" fill="none" stroke="${rim}" stroke-opacity=".75" stroke-width="3" stroke-dasharray="${dash}" stroke-linecap="round"/>`;
  const paper = `<rect x="11" y="11" width="78" height="118" rx="6" fill="${PAPERS[piece.background ?? ""] ?? PAPERS[""]}"/>`;
  const middle = piece.symbol
    ? `<g transform="translate(26 ${number ? 48 : 40}) scale(1)" fill="${INK}" color="${INK}">${symbolShape(piece.symbol)}</g>`
    : label(shortFace(piece), 50, 74, 44, INK);
  const corners = number && piece.symbol ? label(number, 26, 30, 32, INK) + label(number, 74, 112, 24, INK) : "";
  const sign = letter
    ? `<circle cx="76" cy="25" r="10" fill="${fill}" stroke="${deep}"/>${label(letter, 76, 25.5, 13, ink)}`
    : "";
  return svg("0 0 100 140", border + paper + middle + corners + sign);
}

function cardBack() {
  const rows = [28, 49, 70, 91, 112].map((y, i) =>
    [26, 50, 74].map((x) => `<path d="M${x + (i % 2 ? 0 : 0)} ${y - 8}l7 8-7 8-7-8z"/>`).join(""),
  );
  return svg(
    "0 0 100 140",
    `<rect x="1" y="1" width="98" height="138" rx="11" fill="#f3e7cf" stroke="#b9a580" stroke-width="1.5"/>
     <rect x="8" y="8" width="84" height="124" rx="7" fill="#31564d"/>
     <g fill="none" stroke="#e8c98f" stroke-opacity=".6" stroke-width="1.6">${rows.join("")}</g>`,
  );
}

/** @param {Piece} piece */
function playingCard(piece) {
  const face = piece.symbol ?? shortFace(piece);
  const red = piece.colour === "playing-red";
  const ink = red ? "#b3341f" : "#2b2927";
  // Two shapes, so that the colour is not needed: a diamond for red, a spade for black.
  const pip = red
    ? '<path d="M0-15 11 0 0 15-11 0z"/>'
    : '<path d="M0-15C5-7 13-3 13 4a6.500 6.500 0 0 1-11 4l3 7H-5l3-7a6.500 6.500 0 0 1-11-4C-13-3-5-7 0-15z"/>';
  return svg(
    "0 0 100 140",
    `<rect x="1" y="1" width="98" height="138" rx="11" fill="#fffaf0" stroke="#b9a580" stroke-width="1.5"/>
     ${label(face, 22, 24, 26, ink)}<g transform="translate(22 48) scale(.6)" fill="${ink}">${pip}</g>
     ${label(face, 56, 66, 50, ink)}
     <g transform="translate(56 112) scale(1.15)" fill="${ink}">${pip}</g>`,
  );
}

// --- tiles, dice ---

/** @param {Piece} piece */
function tile(piece) {
  if (isWordy(piece)) return "";
  const back = isBack(piece);
  if (piece.symbol || back) {
    const fill = back ? "#93694a" : "#5d9160";
    const inside = back
      ? '<path d="M20 30c12-6 18 6 30 0s18 6 30 0M20 50c12-6 18 6 30 0s18 6 30 0M20 70c12-6 18 6 30 0s18 6 30 0" fill="none" stroke="#6f4c33" stroke-width="4" stroke-linecap="round"/>'
      : `<g transform="translate(14 14) scale(1.500)" fill="#fbf6e6">${symbolShape(piece.symbol).replaceAll("#fff", "#5d9160")}</g>`;
    const extra =
      !back && piece.number !== undefined && piece.number !== null
        ? `<circle cx="80" cy="80" r="15" fill="#fbf6e6"/>${label(String(piece.number), 80, 81, 20, INK)}`
        : "";
    return svg(
      "0 0 100 100",
      `<rect x="2" y="2" width="96" height="96" rx="12" fill="${fill}" stroke="#00000055" stroke-width="2"/>
      <rect x="7" y="7" width="86" height="86" rx="8" fill="none" stroke="#ffffff55" stroke-width="2"/>${inside}${extra}`,
    );
  }
  const { fill, deep, ink, letter } = piece.colour ? paint(piece.colour) : { ...PLAIN, fill: "#f7ecd2", ink: INK };
  const corner = letter ? label(letter, 82, 20, 16, ink) : "";
  return svg(
    "0 0 100 100",
    `<rect x="2" y="2" width="96" height="96" rx="14" fill="${fill}" stroke="${deep}" stroke-width="2.500"/>
    <rect x="9" y="9" width="82" height="82" rx="9" fill="none" stroke="${deep}" stroke-opacity=".55" stroke-width="1.500"/>
    ${label(shortFace(piece), 50, 52, 54, ink)}${corner}`,
  );
}

/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[50, 50]],
  2: [
    [28, 28],
    [72, 72],
  ],
  3: [
    [28, 28],
    [50, 50],
    [72, 72],
  ],
  4: [
    [28, 28],
    [72, 28],
    [28, 72],
    [72, 72],
  ],
  5: [
    [28, 28],
    [72, 28],
    [50, 50],
    [28, 72],
    [72, 72],
  ],
  6: [
    [28, 26],
    [72, 26],
    [28, 50],
    [72, 50],
    [28, 74],
    [72, 74],
  ],
};

/** @param {Piece} piece */
function die(piece) {
  const { fill, deep, ink } = piece.colour ? paint(piece.colour) : { fill: "#fffaf0", deep: "#b9a580", ink: INK };
  const pips = PIPS[piece.number ?? 0];
  const face = pips
    ? pips.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="9" fill="${ink}"/>`).join("")
    : label(shortFace(piece), 50, 52, 46, ink);
  return svg(
    "0 0 100 100",
    `<rect x="4" y="4" width="92" height="92" rx="20" fill="${fill}" stroke="${deep}" stroke-width="3"/>${face}`,
  );
}

// --- chips, cubes, discs, pawns ---

/** The number of pieces drawn in a stack. @param {Piece} piece */
const shown = (piece) => Math.min(piece.count ?? 1, 4);

/** @param {Piece} piece */
function chip(piece) {
  const { fill, deep, ink, letter, dash } = piece.hidden ? { ...PAINTS.grey, letter: "?" } : paint(piece.colour);
  const face = piece.number !== undefined && piece.number !== null ? String(piece.number) : letter || shortFace(piece);
  const rim = ink === "#fff" ? "#fff" : deep;
  let stack = "";
  for (let i = 0; i < shown(piece); i++) {
    const y = 62 - 7 * i;
    stack += `<ellipse cx="50" cy="${y + 7}" rx="46" ry="44" fill="${deep}"/><ellipse cx="50" cy="${y}" rx="46" ry="44" fill="${fill}" stroke="${deep}" stroke-width="1.500"/>`;
  }
  const top = 62 - 7 * (shown(piece) - 1);
  const notches = `<ellipse cx="50" cy="${top}" rx="39" ry="37" fill="none" stroke="${rim}" stroke-opacity=".9" stroke-width="7" stroke-dasharray="${dash || "200"}"/>`;
  const heart = `<ellipse cx="50" cy="${top}" rx="28" ry="27" fill="${fill}" stroke="${rim}" stroke-opacity=".6" stroke-width="1.500"/>`;
  return svg("0 0 100 114", stack + notches + heart + label(face, 50, top + 1, 32, ink));
}

/** @param {Piece} piece */
function cube(piece) {
  const { fill, deep, ink, letter } = piece.hidden ? { ...PAINTS.grey, letter: "?" } : paint(piece.colour);
  const face = piece.number !== undefined && piece.number !== null ? String(piece.number) : letter || shortFace(piece);
  return svg(
    "0 0 100 100",
    `<path d="M8 30 28 10H92L72 30z" fill="${fill}"/><path d="M8 30 28 10H92L72 30z" fill="#fff" fill-opacity=".35"/>
    <path d="M72 30 92 10V72L72 92z" fill="${deep}"/><rect x="8" y="30" width="64" height="62" fill="${fill}"/>
    <path d="M8 30 28 10H92V72L72 92H8zM8 30H72V92M72 30 92 10" fill="none" stroke="${deep}" stroke-width="3" stroke-linejoin="round"/>
    ${label(face, 40, 62, 40, ink)}`,
  );
}

/** @param {Piece} piece */
function disc(piece) {
  const mark = english(piece.text);
  const dark = piece.colour ? piece.colour === "black" : mark === "X";
  const { fill, deep, ink, letter } = piece.colour ? paint(piece.colour) : dark ? PAINTS.black : PAINTS.white;
  const two = piece.colour === "" || piece.colour === undefined || piece.colour === "black" || piece.colour === "white";
  const sign = two
    ? dark
      ? `<path d="M40 40 60 60M60 40 40 60" stroke="${ink}" stroke-opacity=".55" stroke-width="6" stroke-linecap="round"/>`
      : `<circle cx="50" cy="50" r="12" fill="none" stroke="${ink}" stroke-opacity=".45" stroke-width="6"/>`
    : label(letter, 50, 52, 36, ink);
  return svg(
    "0 0 100 100",
    `<circle cx="50" cy="53" r="43" fill="${deep}"/><circle cx="50" cy="49" r="43" fill="${fill}" stroke="${deep}" stroke-width="1.500"/>
    <ellipse cx="50" cy="32" rx="28" ry="16" fill="#fff" fill-opacity="${dark ? 0.1 : 0.4}"/>${sign}`,
  );
}

/** @param {Piece} piece */
function pawn(piece) {
  const { fill, deep, ink, letter } = paint(piece.colour);
  const face = piece.number !== undefined && piece.number !== null ? String(piece.number) : letter || shortFace(piece);
  return svg(
    "0 0 100 120",
    `<path d="M50 6a22 22 0 0 1 13 40c4 18 12 32 22 50 3 8-3 16-11 16H26c-8 0-14-8-11-16 10-18 18-32 22-50A22 22 0 0 1 50 6z" fill="${fill}" stroke="${deep}" stroke-width="4"/>
    ${label(face, 50, 88, 34, ink)}`,
  );
}

/** A closed hand with hidden chips. */
function hand() {
  return svg(
    "0 0 100 100",
    `<path d="M22 46c0-9 11-12 14-4 0-11 16-12 17-2 3-10 17-8 17 2 4-7 15-5 15 5v22c0 17-12 26-30 26S24 86 22 68z" fill="#e9c9a3" stroke="#8f6b45" stroke-width="3.500" stroke-linejoin="round"/>
    <path d="M36 42v16M53 40v18M70 42v16M22 62c8-6 22-4 26 4" fill="none" stroke="#8f6b45" stroke-width="3.500" stroke-linecap="round"/>`,
  );
}

/** @type {Record<string, (piece: Piece) => string>} */
const KINDS = { card, tile, die, chip, cube, disc, pawn, hand };

/** Labels for pieces without text. @type {Record<string, string>} */
export const KIND_NAMES = {
  card: msg("card"),
  chip: msg("chip"),
  cube: msg("cube"),
  die: msg("die"),
  disc: msg("disc"),
  hand: msg("closed hand"),
  hole: msg("hole"),
  pawn: msg("pawn"),
  ring: msg("ring"),
  slot: msg("slot"),
  square: msg("square"),
  tile: msg("tile"),
  zone: msg("zone"),
};
