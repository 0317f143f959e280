// The shape of a board: its columns and rows, captions along its edges, and how it may be turned or folded to fit the window.

import { aspect } from "./measure.js";
import { draw, isWordy } from "./pieces.js";
import { pointsBoards } from "./points.js";

/** @typedef {import("./types").Area} Area */
/** @typedef {import("./types").Piece} Piece */
/** Column, row, columns and rows of a piece as it is drawn. @typedef {[number, number, number, number]} Box */
/**
 * @typedef {object} Board
 * @property {number[]} columns widths in cells
 * @property {number[]} rows heights in cells
 * @property {number} ratio height of a cell divided by its width
 * @property {(piece: Piece) => Box} place
 */

/** Captions take less room than cells. */
const CAPTION_TRACK = 0.42;
/** Between the bands of a folded board. */
const BAND_GAP = 0.24;
const CAPTIONS = new Set(["edge", "marker"]);
/** The distance of two rows of hexagons, in widths of a hexagon. */
export const HEX_PITCH = 0.866;

/** A field is at least this wide and high, in its units. */
const FIELD = 40;

/** Layouts that grow with the room. */
const BOARDS = new Set(["grid", "hex", "free"]);

/** The layout to draw: a grid of words is a table, a track with places is a grid. @param {Area} area */
export function layoutOf(area) {
  const layout = area.layout ?? "row";
  const pieces = area.pieces ?? [];
  if (layout === "grid" && pieces.length && pieces.every(isWord)) return "table";
  if (layout === "track" && pieces.some((piece) => piece.at)) return "grid";
  return layout;
}

/** @param {Area} area */
export const isBoard = (area) => BOARDS.has(layoutOf(area));

/** @param {Piece} piece */
const isWord = (piece) =>
  (CAPTIONS.has(piece.kind) || piece.kind === "square") &&
  !piece.actions?.length &&
  !piece.ends?.length &&
  !piece.colour;

/** Every way in which a board may be laid out, the usual one first. @param {Area} area @returns {Board[]} */
export function boards(area) {
  const layout = layoutOf(area);
  const [columns, rows] = extent(area);
  const box = boxIn(area);
  if (area.look === "tower") {
    const { columns: w, rows: h } = towersOf(area);
    return [{ columns: [w], rows: [h], ratio: 1, place: box }];
  }
  // A field with a camera fills any room; its shape does not follow the camera.
  if (area.focus) return [{ columns: [FIELD], rows: [FIELD], ratio: 1, place: box }];
  if (layout === "free") return [{ columns: [columns], rows: [rows], ratio: 1, place: box }];
  if (area.look === "points") return pointsBoards();
  const ratio = ratioOf(area);
  if (layout === "hex") return [{ columns: [columns / 2], rows: [rows + 0.333], ratio, place: box }];
  const found = [made(area, columns, rows, ratio, box)];
  if (area.turn)
    found.push(
      made(area, rows, columns, 1 / ratio, (piece) => {
        const [x, y, w, h] = box(piece);
        return [y, columns - x - w, h, w];
      }),
    );
  const blocks = area.pieces?.some((piece) => piece.span?.[0] === area.fold);
  for (let bands = 2; area.fold && Math.ceil(columns / bands) >= area.fold; bands++) {
    const most = Math.ceil(columns / bands);
    if (blocks && (columns % bands || most % area.fold)) continue; // a block stays whole
    const place = (/** @type {Piece} */ piece) => {
      const [x, y, w, h] = box(piece);
      return /** @type {Box} */ ([x % most, y + rows * Math.floor(x / most), w, h]);
    };
    found.push(made(area, most, rows * bands, ratio, place, rows));
  }
  return found;
}

/**
 * Sizes of towers: the units of a cube; in cubes, the width of a tower's column, the room for aiming beside them, the height of
 * the foot with its level, and the least height. The height grows in steps, so that the picture seldom changes its scale.
 */
export const TOWER = { cube: 100, column: 2.25, aiming: 3.4, foot: 1.3, least: 6, step: 3, falling: 9 };

/** The towers of an area: their number, the columns and rows in cubes, and the width of a panel in units. @param {Area} area */
export function towersOf(area) {
  const pieces = area.pieces ?? [];
  const feet = pieces.filter(({ kind }) => kind === "marker").length;
  const highest = Math.max(
    0,
    ...pieces.filter(({ kind }) => kind === "cube").map(({ z }) => (z ?? 0) / TOWER.cube + 1),
  );
  if (!feet) return { count: 1, columns: TOWER.falling, rows: highest + 0.9, panel: area.size?.[0] ?? 1000 };
  const tall = Math.max(TOWER.least, Math.ceil((highest + 1.9) / TOWER.step) * TOWER.step);
  const panel = (area.size?.[0] ?? 1000) / feet;
  return { count: feet, columns: feet * TOWER.column + TOWER.aiming, rows: tall + TOWER.foot, panel };
}

/** @param {Area} area @param {number} columns @param {number} rows @param {number} ratio @param {(piece: Piece) => Box} place @returns {Board} */
function made(area, columns, rows, ratio, place, band = 0) {
  const across = tracks(columns, area, place, 0);
  const down = tracks(rows, area, place, 1).map((size, i) => size + (band && i && i % band === 0 ? BAND_GAP : 0));
  return { columns: across, rows: down, ratio, place };
}

/** Height of a cell divided by its width. @param {Area} area */
function ratioOf(area) {
  if (layoutOf(area) === "hex") return HEX_PITCH;
  const card = area.pieces?.find((piece) => piece.kind === "card" && !isWordy(piece));
  if (card?.crop && area.pieces?.some(({ kind }) => kind === "tile")) return 1; // parts of cards below tiles
  const [w, h] = card?.span ?? [1, 1];
  return card ? (aspect(draw(card)) * w) / h : 1;
}

/** @param {Area} area @returns {(piece: Piece) => Box} */
function boxIn(area) {
  const usual = layoutOf(area) === "hex" ? [2, 1] : [1, 1];
  return (piece) => {
    const [x, y] = piece.at ?? [0, 0];
    const [w, h] = piece.span ?? usual;
    return [x, y, w, h];
  };
}

/** Columns and rows that an area covers. @param {Area} area @returns {[number, number]} */
export function extent(area) {
  const box = boxIn(area);
  let [columns, rows] = area.size ?? [1, 1];
  for (const piece of area.pieces ?? []) {
    const [x, y, w, h] = box(piece);
    columns = Math.max(columns, x + w);
    rows = Math.max(rows, y + h);
  }
  return [columns, rows];
}

/** Sizes of columns or rows in cells; those with nothing but captions are smaller. @param {number} count @param {Area} area @param {(piece: Piece) => Box} place @param {0 | 1} axis */
function tracks(count, area, place, axis) {
  const full = Array(count).fill(false);
  const used = Array(count).fill(false);
  const captioned = new Set();
  for (const piece of area.pieces ?? []) {
    const box = place(piece);
    const here = `${box[0]},${box[1]}`;
    if (captioned.has(here)) continue; // it lies on a caption
    if (piece.kind === "edge") captioned.add(here);
    for (let i = box[axis]; i < box[axis] + box[axis + 2] && i < count; i++) {
      used[i] = true;
      if (!CAPTIONS.has(piece.kind)) full[i] = true;
    }
  }
  return full.map((is, i) => (used[i] && !is ? CAPTION_TRACK : 1));
}

/** @param {number[]} numbers */
export const sum = (numbers) => numbers.reduce((total, n) => total + n, 0);
