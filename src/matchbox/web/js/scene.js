// A scene as elements: areas as trays, boards as grids, and in them the pieces.

import { areaKey, placed } from "./choose.js";
import { aimSheet } from "./aim.js";
import { drawing, h } from "./dom.js";
import { words, t } from "./i18n.js";
import { caption, draw, isWordy, paint, shortFace, spokenName } from "./pieces.js";

/** @typedef {import("./types").Area} Area */
/** @typedef {import("./types").Piece} Piece */
/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./choose.js").Placed} Placed */

/**
 * How the table answers to a piece: what it looks like now, and what a click does.
 * @typedef {{
 *   state: (one: Placed) => { lit?: boolean, selected?: boolean, hinted?: boolean, plus?: boolean },
 *   pick: (one: Placed) => void,
 *   foresee?: (one: Placed | null) => void,
 *   aims?: import("./types").Aim[],
 *   point?: (aim: import("./types").Aim, x: number, y: number) => void,
 * }} Touch
 */

/** @type {Touch} */
export const UNTOUCHED = { state: () => ({}), pick: () => {} };

/** All areas, by their keys. @param {Scene} scene @param {Touch} touch */
export function areas(scene, touch) {
  const all = placed(scene);
  let from = 0;
  return (scene.areas ?? []).map((area, index) => {
    const mine = all.slice(from, (from += area.pieces?.length ?? 0));
    return { area, node: tray(area, areaKey(area, index), mine, touch) };
  });
}

/** From how many places on an area is what the game is played on, with everything else beside it. */
const WIDE_BOARD = 20;

/**
 * The middle of the table: the board, and beside it what belongs to nobody.
 * @param {{ area: Area, node: HTMLElement }[]} drawn
 */
export function middle(drawn) {
  const size = (/** @type {{ area: Area }} */ { area }) => {
    if (!BOARDS.has(layoutOf(area))) return 0;
    const { columns, rows } = extent(area, placed({ areas: [area] }));
    const width = fullTracks(columns, area, 0);
    const height = fullTracks(rows, area, 1);
    return width > 2.5 * height * ratio(area) ? 0 : width * height; // a flat one needs the width itself
  };
  const sizes = drawn.map(size);
  const most = Math.max(0, ...sizes);
  if (most < WIDE_BOARD || drawn.length < 2) return h("div.centre", { key: "centre" }, drawn.map(({ node }) => node));
  const main = sizes.indexOf(most);
  const beside = drawn.filter((_, place) => place !== main);
  return h("div.centre.split", { key: "centre" }, h("div.main", { key: "main" }, drawn[main].node), h("div.beside", { key: "beside" }, beside.map(({ node }) => node)));
}

/** @param {Area} area @param {string} key @param {Placed[]} pieces @param {Touch} touch */
function tray(area, key, pieces, touch) {
  const title = words(area.title);
  const { columns, rows } = extent(area, pieces);
  const body = LAYOUTS[layoutOf(area)]?.(area, pieces, touch, key) ?? row(area, pieces, touch);
  return h(
    "div.area",
    {
      role: "group",
      key: `area:${key}`,
      "data-area": key,
      "data-layout": layoutOf(area),
      "data-look": area.look || null,
      "aria-label": title || t("Pieces"),
      style: BOARDS.has(layoutOf(area)) ? { "--columns": layoutOf(area) === "hex" ? columns / 2 : columns, "--rows": fullTracks(rows, area, 1), "--captions": columns - fullTracks(columns, area, 0), "--ratio": ratio(area) } : null,
    },
    title || area.note
      ? h("header", null, title && h("h3", null, title), area.note && h("p.note", null, words(area.note)))
      : null,
    pieces.length ? body : null,
  );
}

/** How much higher than wide its places are. @param {Area} area */
function ratio(area) {
  if (area.look === "points") return 3.2;
  return area.pieces?.some((piece) => piece.kind === "card" && !isWordy(piece)) ? 1.4 : 1;
}

/** Tables of words are tables; tracks with places are grids. @param {Area} area */
function layoutOf(area) {
  const layout = area.layout ?? "row";
  const pieces = area.pieces ?? [];
  if (layout === "table" || (layout === "grid" && pieces.every(isWord))) return "words";
  if (layout === "grid" && pieces.every((piece) => piece.span?.[0] === 2 && piece.span[1] === 1)) return "hex"; // laid like bricks
  if (layout === "track" && pieces.some((piece) => piece.at)) return "grid";
  return layout;
}

/** @param {Piece} piece */
const isWord = (piece) =>
  (CAPTIONS.has(piece.kind) || piece.kind === "square") && !piece.actions?.length && !piece.ends?.length && !piece.colour;

/** How many columns or rows are more than captions. @param {number} count @param {Area} area @param {0 | 1} axis */
function fullTracks(count, area, axis) {
  return tracks(count, area.pieces ?? [], axis, "x").split(" ").filter((size) => size === "x").length || 1;
}

/** Layouts whose size follows the room on the table. */
const BOARDS = new Set(["grid", "hex", "free"]);

/** @type {Record<string, (area: Area, pieces: Placed[], touch: Touch, key: string) => HTMLElement>} */
const LAYOUTS = { row, fan: row, counters: row, track: row, pile, grid, hex, free, words: wordTable };

/** @param {Area} _area @param {Placed[]} pieces @param {Touch} touch */
function row(_area, pieces, touch) {
  return h("div.pieces", null, pieces.map((one) => pieceNode(one, touch)));
}

/** @param {Area} _area @param {Placed[]} pieces @param {Touch} touch */
function pile(_area, pieces, touch) {
  return h("div.pieces.pile", null, pieces.map((one) => pieceNode(one, touch)));
}

/** @param {Area} area @param {Placed[]} pieces */
function wordTable(area, pieces) {
  const { columns, rows } = extent(area, pieces);
  /** @type {Map<string, string>} */
  const texts = new Map(pieces.map(({ piece }) => [String(piece.at), words(piece.text)]));
  const range = (/** @type {number} */ n) => [...Array(n).keys()];
  const line = (/** @type {number} */ y) =>
    h("tr", null, range(columns).map((x) => h(y === 0 || x === 0 ? "th" : "td", null, texts.get(`${x},${y}`) ?? "")));
  return h("div.scroller", null, h("table.words", null, h("tbody", null, range(rows).map(line))));
}

/** @param {Area} area @param {Placed[]} pieces */
function extent(area, pieces) {
  let [columns, rows] = area.size ?? [1, 1];
  for (const { piece } of pieces) {
    const [x, y] = piece.at ?? [0, 0];
    const [width, height] = piece.span ?? (area.layout === "hex" ? [2, 1] : [1, 1]);
    columns = Math.max(columns, x + width);
    rows = Math.max(rows, y + height);
  }
  return { columns, rows };
}

/** Pieces by place: the first is the base, the others lie on it. @param {Placed[]} pieces */
function places(pieces) {
  /** @type {Map<string, Placed[]>} */
  const cells = new Map();
  for (const one of pieces) {
    const name = String(one.piece.at ?? [0, 0]);
    cells.set(name, [...(cells.get(name) ?? []), one]);
  }
  return cells;
}

/** @param {Area} area @param {Placed[]} pieces @param {Touch} touch */
function grid(area, pieces, touch) {
  const { columns, rows } = extent(area, pieces);
  const cells = places(pieces.filter(({ piece }) => piece.kind !== "line"));
  const board = h(
    "div.board",
    {
      style: {
        "grid-template-columns": tracks(columns, area.pieces ?? [], 0, "var(--cell)"),
        "grid-template-rows": tracks(rows, area.pieces ?? [], 1, "calc(var(--cell) * var(--ratio))"),
      },
    },
    [...cells.values()].map((here) => {
      const [x, y] = here[0].piece.at ?? [0, 0];
      const [width, height] = here[0].piece.span ?? [1, 1];
      return cell(here, touch, { "grid-column": `${x + 1} / span ${width}`, "grid-row": `${y + 1} / span ${height}` }, area.look === "points" && y > (rows - 1) / 2 ? "low" : "");
    }),
    strokes(pieces, columns, rows, 0.5),
  );
  return h("div.holder", null, board);
}

const CAPTIONS = new Set(["edge", "marker"]);

/**
 * Rows and columns that hold only captions are as small as their words.
 * @param {number} count @param {Piece[]} pieces @param {0 | 1} axis @param {string} full
 */
function tracks(count, pieces, axis, full) {
  const sizes = [];
  for (let i = 0; i < count; i++) {
    const here = pieces.filter((piece) => (piece.at?.[axis] ?? 0) === i);
    sizes.push(here.length > 0 && here.every((piece) => CAPTIONS.has(piece.kind)) ? "auto" : full);
  }
  return sizes.join(" ");
}

/** Tiles laid like bricks: two columns wide, every row half a tile aside. @param {Area} area @param {Placed[]} pieces @param {Touch} touch */
function hex(area, pieces, touch) {
  const { columns, rows } = extent(area, pieces);
  const board = h(
    "div.board.hexes",
    null,
    [...places(pieces).values()].map((here) => {
      const [x, y] = here[0].piece.at ?? [0, 0];
      const [width, height] = here[0].piece.span ?? [2, 1];
      return cell(here, touch, { "grid-column": `${x + 1} / span ${width}`, "grid-row": `${y + 1} / span ${height}` });
    }),
  );
  board.style.setProperty("grid-template-columns", `repeat(${columns}, calc(var(--cell) / 2))`);
  board.style.setProperty("grid-template-rows", `repeat(${rows}, var(--cell))`);
  return h("div.holder", null, board);
}

/** @param {Placed[]} here @param {Touch} touch @param {Record<string, string>} style */
function cell(here, touch, style, more = "") {
  const [base, ...others] = here;
  const lit = here.filter((one) => touch.state(one).lit);
  const node = (/** @type {Placed} */ one) => pieceNode(one, touch, lit.length === 1 && lit[0] === one ? "sole" : "");
  return h(
    "div.cell",
    { key: `cell:${base.piece.at}`, "data-at": String(base.piece.at), class: more, style },
    node(base),
    others.length ? h("div.on", { "data-count": others.length }, others.map(node)) : null,
  );
}

/**
 * The lines among pieces, drawn over the whole board; `middle` is added to reach the middle of a place.
 * @param {Placed[]} pieces @param {number} columns @param {number} rows @param {number} middle
 */
function strokes(pieces, columns, rows, middle) {
  const lines = pieces.filter(({ piece }) => piece.kind === "line").map(({ piece }) => {
    const [x1, y1, x2, y2] = [...(piece.at ?? [0, 0]), ...(piece.to ?? [0, 0])].map((n) => n + middle);
    const colour = piece.colour ? paint(piece.colour).fill : "currentColor";
    return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${colour}" ${piece.dimmed ? 'stroke-dasharray="4 4"' : ""} vector-effect="non-scaling-stroke" stroke-width="2.500"/>`;
  });
  return lines.length ? drawing(`<svg viewBox="0 0 ${columns} ${rows}" preserveAspectRatio="none">${lines.join("")}</svg>`, "strokes") : null;
}

/** Places measured on a plane: `at` is a corner of what covers `span`. @param {Area} area @param {Placed[]} pieces @param {Touch} touch @param {string} key */
function free(area, pieces, touch, key) {
  const { columns, rows } = extent(area, pieces);
  const aim = touch.aims?.find((one) => one.area === key);
  const rest = pieces.filter(({ piece }) => piece.kind !== "line");
  const percent = (/** @type {number} */ part, /** @type {number} */ whole) => `${(100 * part) / whole}%`;
  return h(
    "div.holder",
    null,
    h(
      "div.plane",
      { style: { "aspect-ratio": `${columns} / ${rows}` } },
      strokes(pieces, columns, rows, 0),
      rest.map((one) => {
        const [x, y] = one.piece.at ?? [0, 0];
        const [width, height] = one.piece.span ?? [1, 1];
        const style = {
          left: percent(x, columns),
          top: percent(y, rows),
          width: percent(width, columns),
          height: percent(height, rows),
        };
        return h("div.cell", { key: `cell:${one.ref}`, "data-at": String(one.piece.at), "data-kind": one.piece.kind, style }, pieceNode(one, touch, "sole"));
      }),
      aim ? aimSheet(aim, columns, rows, (x, y) => touch.point?.(aim, x, y)) : null,
    ),
  );
}

// --- pieces ---

/** @param {Placed} one @param {Touch} touch */
export function pieceNode(one, touch, more = "") {
  const { piece, ref } = one;
  const { lit, selected, hinted, plus } = touch.state(one);
  const count = piece.count ?? 1;
  const svg = draw(piece);
  const classes = [
    "piece",
    piece.kind,
    isWordy(piece) && "wordy",
    !svg && "plain",
    piece.hidden && "hidden",
    piece.marked && "marked",
    piece.dimmed && "dimmed",
    (lit || plus) && "lit",
    selected && "selected",
    hinted && "hinted",
    more,
  ];
  const face = svg ? caption(piece) : plainFace(piece);
  const inside = [
    svg ? drawing(svg) : null,
    svg && count > 1 && piece.at ? copies(svg, count) : null,
    face ? h("span.face", { class: svg ? "caption" : "", "aria-hidden": lit || plus ? "true" : null }, face) : null,
    count > 1 ? h("span.count", { "aria-hidden": "true" }, `×${count}`) : null,
  ];
  const name = spoken(piece, { selected, hinted });
  const tint = !svg && piece.colour ? { "--tint": paint(piece.colour).fill } : null;
  const common = { key: ref, "data-ref": ref, "data-pile": count > 1 ? count : null, "data-tint": tint ? piece.colour : null, style: tint, class: classes.filter(Boolean).join(" ") };
  if (lit || plus) {
    const look = () => touch.foresee?.(one);
    const away = () => touch.foresee?.(null);
    const byKey = (/** @type {FocusEvent} */ event) => /** @type {HTMLElement} */ (event.target).matches(":focus-visible") && look();
    return h("button", { ...common, type: "button", "aria-pressed": selected ? "true" : null, onclick: () => touch.pick(one), onpointerenter: look, onpointerleave: away, onfocus: byKey, onblur: away }, h("span.spoken", null, name), inside);
  }
  // What is only words reads itself; drawings need a name.
  return svg || (!face && NAMED.has(piece.kind))
    ? h("span", { ...common, role: "img", "aria-label": name || t(piece.kind) }, inside)
    : h("span", { ...common, "aria-hidden": face ? null : "true" }, inside);
}

/** Bare places that are worth a word even when nothing lies there. */
const NAMED = new Set(["slot", "hole", "ring", "zone"]);

const MOST_COPIES = 4;

/** More of the same, for places where a pile is built up piece by piece. @param {string} svg @param {number} count */
function copies(svg, count) {
  return [...Array(Math.min(count - 1, MOST_COPIES)).keys()].map(() => drawing(svg, "copy"));
}

/** @param {Piece} piece @param {{ selected?: boolean, hinted?: boolean }} state */
function spoken(piece, { selected, hinted }) {
  const facts = [spokenName(piece) || (piece.hidden ? t("face down") : t(piece.kind))];
  if (piece.marked) facts.push(t("marked"));
  if (piece.dimmed) facts.push(t("spent"));
  if (selected) facts.push(t("selected"));
  if (hinted) facts.push(t("suggested"));
  return facts.join(", ");
}

/** The words on a piece that is not drawn. @param {Piece} piece */
function plainFace(piece) {
  const text = words(piece.text);
  if (piece.kind === "ring") return "";
  if (piece.kind === "square") return shortFace(piece) || text || paint(piece.colour).letter;
  return text;
}
