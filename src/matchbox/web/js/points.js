// The board of Backgammon: a walnut frame, two halves of linen, triangles, the bar, and trays for what is borne off. Cubes stand
// in rows from the edge to the middle.

import { drawing, h } from "./dom.js";
import { words } from "./i18n.js";
import { draw, paint } from "./pieces.js";

/** @typedef {import("./types").Area} Area */
/** @typedef {import("./types").Piece} Piece */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./selection.js").PieceRef} PieceRef */
/** @typedef {import("./scene.js").Interaction} Interaction */
/** @typedef {(one: PieceRef, interaction: Interaction) => HTMLElement} DrawPiece */

// Sizes in widths of a point.
const FRAME = 0.22;
const CAPTION = 0.44;
const BAR = 1.04;
const GAP = 0.12; // between the right half and the trays
const TRAY = 1.04;
const WIDTHS = [FRAME, 1, 1, 1, 1, 1, 1, BAR, 1, 1, 1, 1, 1, 1, GAP, TRAY, FRAME];
/** Columns of the scene as columns of the drawing. */
const COLUMNS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15];
const ROWS = [1, 2, 3, 4];
/** Heights of a half; the tallest that costs no width is the best. */
const HALVES = [9.6, 8.8, 8, 7.2, 6.4, 5.8, 5.2, 4.8, 4.4];
const BAR_COLUMN = 6;
const TRAY_COLUMN = 13;

const INSET = 0.05; // between the edge and the first cube
const CUBE = 0.8; // width of a cube
const TALL = CUBE * 1.16;
const SHOWN = 5; // cubes that a point shows; the count says the rest
const SLABS = 15;

/** @returns {Board[]} */
export function pointsBoards() {
  return HALVES.map((half) => ({
    columns: WIDTHS,
    rows: [FRAME, CAPTION, half, half, CAPTION, FRAME],
    ratio: 1,
    place: ({ at, span }) => {
      const [x, y] = at ?? [0, 0];
      return [COLUMNS[x], ROWS[y], 1, span?.[1] ?? 1];
    },
  }));
}

/** @param {number} value */
const px = (value) => `${value.toFixed(1)}px`;

/**
 * @param {{ key: string, pieces: PieceRef[] }} entry @param {Board} board @param {Interaction} interaction @param {number} cell @param {DrawPiece} pieceNode
 */
export function pointsBoard({ key, pieces }, board, interaction, cell, pieceNode) {
  const xs = edges(board.columns, cell);
  const ys = edges(board.rows, cell);
  const half = board.rows[2];
  // Five cubes and a target fit between the edge and the middle.
  const step = Math.min(0.84, (half - TALL - INSET) / SHOWN);
  const routes = interaction.routes?.(key) ?? [];
  const box = (/** @type {Piece} */ piece) => {
    const [x, y, , tall] = board.place(piece);
    return { left: px(xs[x]), top: px(ys[y]), width: px(xs[x + 1] - xs[x]), height: px(ys[y + tall] - ys[y]) };
  };
  const chosen = pieces.find((one) => interaction.state(one).selected && one.piece.kind !== "cube");
  /** @type {HTMLElement[]} */
  const nodes = [];
  for (const one of pieces) {
    const { kind, at } = one.piece;
    const [column, row] = at ?? [0, 0];
    if (kind === "cube") continue;
    const cell1 = h("div.cell", {
      key: `cell:${at}:${kind}`,
      "data-at": String(at),
      "data-base": kind,
      class: row > 1 ? "low" : "",
      style: box(one.piece),
    });
    cell1.appendChild(pieceNode(one, interaction));
    nodes.push(cell1);
    if (kind === "edge" || kind === "die") continue;
    const cubes = pieces.filter((each) => each.piece.kind === "cube" && String(each.piece.at) === String(at));
    const place = cell1.firstElementChild;
    if (!(place instanceof HTMLElement)) continue;
    const state = interaction.state(one);
    if (column === TRAY_COLUMN) {
      for (const each of cubes) place.appendChild(slabs(each, cell, half));
      if (state.legal?.length && chosen) place.appendChild(spot(0, cell, tagOf(interaction, state.legal)));
      for (const route of routes.filter(({ end }) => String(end) === String(at)))
        nodes.push(target(route, box(one.piece), spot(0, cell, words(route.cost))));
      continue;
    }
    const count = cubes.reduce((sum, each) => sum + (each.piece.count ?? 1), 0);
    const up = column === BAR_COLUMN ? row === 1 : row > 1; // do cubes grow upward?
    const y = (/** @type {number} */ i) => {
      const from = Math.min(i, SHOWN) * step;
      if (column === BAR_COLUMN) return up ? half - 0.75 - TALL - from : 0.75 + from;
      return up ? half - TALL - INSET - from : INSET + from;
    };
    for (const each of cubes) place.appendChild(stack(each, y, cell, up));
    const shown = Math.min(count, SHOWN);
    if (one.piece.last && !state.legal?.length) place.appendChild(ring("was", y(shown), cell));
    const mine = place.classList;
    if (state.staged) {
      const colour = pieces.find((each) => each.piece.kind === "cube" && sameAt(each, chosen))?.piece;
      if (colour) place.appendChild(ghost({ ...colour, count: 1, last: false }, y(shown), cell));
      place.appendChild(ring("spot", y(shown), cell));
    } else if (state.selected) place.appendChild(ring("held", y(Math.max(shown - 1, 0)), cell));
    else if (state.legal?.length && !chosen) place.appendChild(ring("free", y(Math.max(shown - 1, 0)), cell));
    else if (state.legal?.length) place.appendChild(spot(y(shown), cell, tagOf(interaction, state.legal)));
    if (state.selected) mine.add("lifted");
    for (const route of routes.filter(({ end }) => String(end) === String(at)))
      nodes.push(target(route, box(one.piece), spot(y(shown), cell, words(route.cost))));
  }
  return h(
    "div.board.points",
    { style: { width: px(xs[xs.length - 1]), height: px(ys[ys.length - 1]) } },
    drawing(wood(board), "wood"),
    nodes,
  );
}

/** @param {PieceRef} a @param {PieceRef | undefined} b */
const sameAt = (a, b) => Boolean(b) && String(a.piece.at) === String(b?.piece.at);

/** @param {Interaction} interaction @param {number[]} legal */
const tagOf = (interaction, legal) => words(interaction.tag?.(legal) ?? "");

/** Where the columns or rows begin. @param {number[]} sizes @param {number} cell */
function edges(sizes, cell) {
  let sum = 0;
  return [0, ...sizes.map((size) => (sum += size * cell))];
}

/** Cubes in a row, the nearest in front. @param {PieceRef} one @param {(i: number) => number} y @param {number} cell @param {boolean} up */
function stack({ ref, piece }, y, cell, up) {
  const count = piece.count ?? 1;
  const n = Math.min(count, SHOWN);
  const art = draw({ ...piece, count: 1, last: false });
  const order = [...Array(n).keys()];
  if (up) order.reverse();
  return h(
    "span.piece.cube.stack",
    { "data-ref": ref, "data-pile": count > 1 ? count : null, key: ref, class: piece.last ? "arrived" : "" },
    order.map((i) => {
      const node = drawing(art, i === n - 1 ? "top" : "");
      node.style.setProperty("top", px(y(i) * cell));
      node.style.setProperty("width", px(CUBE * cell));
      return node;
    }),
    piece.last ? ring("came", y(n - 1), cell) : null,
    count > SHOWN ? h("span.how-many", { style: { top: px((y(n - 1) + TALL * 0.38) * cell) } }, String(count)) : null,
  );
}

/** Cubes that are off, lying flat. @param {PieceRef} one @param {number} cell @param {number} half */
function slabs({ ref, piece }, cell, half) {
  const { fill, deep } = paint(piece.colour);
  const tall = Math.min(0.3, (half - 0.5) / SLABS) * cell;
  return h(
    "span.piece.cube.slabs",
    {
      "data-ref": ref,
      "data-pile": (piece.count ?? 1) > 1 ? piece.count : null,
      key: ref,
      style: { "--slab": px(tall), "--tint": fill, "--edge": deep },
    },
    [...Array(piece.count ?? 1).keys()].map(() => h("i", null)),
    h("b", null, String(piece.count ?? 1)),
  );
}

/** An outline around a cube's place. @param {string} name @param {number} y @param {number} cell */
const ring = (name, y, cell) =>
  h(`span.${/** @type {"x"} */ (name)}`, {
    class: "mark-of",
    style: { top: px(y * cell), height: px(TALL * cell), width: px(CUBE * cell) },
  });

/** A target with the dice it uses. @param {number} y @param {number} cell @param {string} tag */
function spot(y, cell, tag) {
  const node = ring("spot", y, cell);
  if (tag) node.appendChild(h("b", { style: { "--c": px(cell) } }, tag));
  return node;
}

/** @param {Piece} piece @param {number} y @param {number} cell */
function ghost(piece, y, cell) {
  const node = drawing(draw(piece), "staying");
  node.style.setProperty("top", px(y * cell));
  node.style.setProperty("width", px(CUBE * cell));
  return node;
}

/** The end of several moves. @param {{ end: [number, number], legal: number[], cost: import("./types").Words, play: () => void }} route @param {Record<string, string>} style @param {HTMLElement} inside */
function target({ end, legal, cost, play }, style, inside) {
  return h(
    "button.piece.route.far.selectable",
    {
      type: "button",
      key: `route:${end}`,
      "data-legal": legal.join(" "),
      "aria-label": words(cost),
      class: end[1] > 1 ? "low" : "",
      style,
      onclick: play,
    },
    inside,
  );
}

/** The empty board. @param {Board} board */
function wood(board) {
  const U = 100;
  const xs = edges(board.columns, U);
  const ys = edges(board.rows, U);
  const [width, height] = [xs[xs.length - 1], ys[ys.length - 1]];
  const [top, bottom, mid] = [ys[2], ys[4], ys[3]];
  const tip = (mid - top) * 0.84;
  const triangle = (/** @type {number} */ x, /** @type {boolean} */ low, /** @type {boolean} */ dark) => {
    const from = low ? bottom : top;
    const to = low ? bottom - tip : top + tip;
    const path = `M${x + 7} ${from}h86L${x + 53} ${to}q-3 ${low ? -4 : 4} -6 0z`;
    return `<path d="${path}" fill="${dark ? "#2e5e4c" : "#c79a5b"}"/><path d="${path}" fill="url(#mb-point)"/>`;
  };
  let points = "";
  for (let i = 0; i < 12; i++) {
    const x = xs[i < 6 ? i + 1 : i + 2];
    points += triangle(x, false, i % 2 === 0) + triangle(x, true, i % 2 === 1);
  }
  let grain = "";
  for (let i = 0; i < 34; i++)
    grain += `<path d="M0 ${((i * height) / 33).toFixed(0)}c${(width * 0.3).toFixed(0)} ${((i % 5) - 2) * 9} ${(width * 0.6).toFixed(0)} ${((i % 3) - 1) * 12} ${width.toFixed(0)} ${((i % 4) - 1.5) * 7}" stroke-opacity="${0.1 + 0.06 * (i % 3)}" stroke-width="${1 + (i % 3)}"/>`;
  const half = (/** @type {number} */ x) =>
    `<rect x="${x - 5}" y="${ys[1]}" width="610" height="${ys[5] - ys[1]}" rx="12" fill="#e9dec4"/><rect x="${x - 5}" y="${ys[1]}" width="610" height="${ys[5] - ys[1]}" rx="12" fill="url(#mb-linen)"/><rect x="${x - 5}" y="${ys[1]}" width="610" height="14" rx="7" fill="#3a2410" opacity=".22"/>`;
  const tray = (/** @type {number} */ y, /** @type {number} */ tall) =>
    `<rect x="${xs[15]}" y="${y}" width="${TRAY * U}" height="${tall}" rx="12" fill="#3b2112"/><rect x="${xs[15]}" y="${y}" width="${TRAY * U}" height="10" rx="5" fill="#000" opacity=".35"/>`;
  return (
    `<svg viewBox="0 0 ${width.toFixed(0)} ${height.toFixed(0)}" preserveAspectRatio="none"><defs>` +
    '<linearGradient id="mb-walnut" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#8a5a37"/><stop offset=".5" stop-color="#744727"/><stop offset="1" stop-color="#5e371d"/></linearGradient>' +
    '<radialGradient id="mb-linen" cx=".5" cy=".5" r=".75"><stop offset="0" stop-color="#f4ebd6"/><stop offset="1" stop-color="#ddcfae"/></radialGradient>' +
    '<linearGradient id="mb-point" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#fff" stop-opacity=".2"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#2b1700" stop-opacity=".2"/></linearGradient>' +
    `<clipPath id="mb-frame"><rect width="${width}" height="${height}" rx="30"/></clipPath></defs>` +
    `<rect width="${width}" height="${height}" rx="30" fill="url(#mb-walnut)"/><g clip-path="url(#mb-frame)" fill="none" stroke="#2a160b">${grain}</g>` +
    `<rect x="2" y="2" width="${width - 4}" height="${height - 4}" rx="28" fill="none" stroke="#b98559" stroke-width="4" opacity=".8"/>` +
    half(xs[1]) +
    half(xs[8]) +
    tray(ys[1], mid - ys[1] - 8) +
    tray(mid + 8, ys[5] - mid - 8) +
    `${points}</svg>`
  );
}
