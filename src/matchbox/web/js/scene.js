// Draws a scene: its areas, boards and pieces.

import { areaKey, pieceRefs } from "./selection.js";
import { aimLayer } from "./aim.js";
import { drawing, h } from "./dom.js";
import { words, t } from "./i18n.js";
import { KIND_NAMES, caption, draw, isWordy, paint, shortFace, spokenName } from "./pieces.js";

/** @typedef {import("./types").Area} Area */
/** @typedef {import("./types").Piece} Piece */
/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./selection.js").PieceRef} PieceRef */

/**
 * How the table reacts to a piece: how it looks now, and what a click does.
 * @typedef {{
 *   state: (one: PieceRef) => { selectable?: boolean, selected?: boolean, hinted?: boolean, plus?: boolean },
 *   pick: (one: PieceRef) => void,
 *   preview?: (one: PieceRef | null) => void,
 *   aims?: import("./types").Aim[],
 *   point?: (aim: import("./types").Aim, x: number, y: number) => void,
 * }} Interaction
 */

/** @type {Interaction} */
export const READ_ONLY = { state: () => ({}), pick: () => {} };

/** All areas with their elements. @param {Scene} scene @param {Interaction} interaction */
export function areas(scene, interaction) {
  const all = pieceRefs(scene);
  let from = 0;
  return (scene.areas ?? []).map((area, index) => {
    const mine = all.slice(from, (from += area.pieces?.length ?? 0));
    return { area, node: areaNode(area, areaKey(area, index), mine, interaction) };
  });
}

/** A board with this number of cells is the main area, with everything else beside it. */
const MAIN_BOARD = 20;

/**
 * The centre of the table: the board, and beside it the other shared areas.
 * @param {{ area: Area, node: HTMLElement }[]} drawn
 */
export function centreNode(drawn) {
  const size = (/** @type {{ area: Area }} */ { area }) => {
    if (!BOARDS.has(layoutOf(area))) return 0;
    const { columns, rows } = extent(area, pieceRefs({ areas: [area] }));
    const width = fullTracks(columns, area, 0);
    const height = fullTracks(rows, area, 1);
    return width > 2.5 * height * ratio(area) ? 0 : width * height; // a flat board needs the full width
  };
  const sizes = drawn.map(size);
  const largest = Math.max(0, ...sizes);
  if (largest < MAIN_BOARD || drawn.length < 2)
    return h(
      "div.centre",
      { key: "centre" },
      drawn.map(({ node }) => node),
    );
  const main = sizes.indexOf(largest);
  const beside = drawn.filter((_, place) => place !== main);
  return h(
    "div.centre.split",
    { key: "centre" },
    h("div.main", { key: "main" }, drawn[main].node),
    h(
      "div.beside",
      { key: "beside" },
      beside.map(({ node }) => node),
    ),
  );
}

/** @param {Area} area @param {string} key @param {PieceRef[]} pieces @param {Interaction} interaction */
function areaNode(area, key, pieces, interaction) {
  const title = words(area.title);
  const { columns, rows } = extent(area, pieces);
  const body = LAYOUTS[layoutOf(area)]?.(area, pieces, interaction, key) ?? row(area, pieces, interaction);
  return h(
    "div.area",
    {
      role: "group",
      key: `area:${key}`,
      "data-area": key,
      "data-layout": layoutOf(area),
      "data-look": area.look || null,
      "aria-label": title || t("Pieces"),
      style: BOARDS.has(layoutOf(area))
        ? {
            "--columns": layoutOf(area) === "hex" ? columns / 2 : columns,
            "--rows": fullTracks(rows, area, 1),
            "--captions": columns - fullTracks(columns, area, 0),
            "--ratio": ratio(area),
          }
        : null,
    },
    title || area.note
      ? h("header", null, title && h("h3", null, title), area.note && h("p.note", null, words(area.note)))
      : null,
    pieces.length ? body : null,
  );
}

/** Height of a cell divided by its width. @param {Area} area */
function ratio(area) {
  if (area.look === "points") return 3.2;
  return area.pieces?.some((piece) => piece.kind === "card" && !isWordy(piece)) ? 1.4 : 1;
}

/** The layout to draw: grids of words are tables, and tracks with positions are grids. @param {Area} area */
function layoutOf(area) {
  const layout = area.layout ?? "row";
  const pieces = area.pieces ?? [];
  if (layout === "table" || (layout === "grid" && pieces.every(isWord))) return "words";
  if (layout === "grid" && pieces.every((piece) => piece.span?.[0] === 2 && piece.span[1] === 1)) return "hex"; // staggered like bricks
  if (layout === "track" && pieces.some((piece) => piece.at)) return "grid";
  return layout;
}

/** @param {Piece} piece */
const isWord = (piece) =>
  (CAPTIONS.has(piece.kind) || piece.kind === "square") &&
  !piece.actions?.length &&
  !piece.ends?.length &&
  !piece.colour;

/** The number of columns or rows that hold more than captions. @param {number} count @param {Area} area @param {0 | 1} axis */
function fullTracks(count, area, axis) {
  return (
    tracks(count, area.pieces ?? [], axis, "x")
      .split(" ")
      .filter((size) => size === "x").length || 1
  );
}

/** Layouts that grow with the space on the table. */
const BOARDS = new Set(["grid", "hex", "free"]);

/** @type {Record<string, (area: Area, pieces: PieceRef[], interaction: Interaction, key: string) => HTMLElement>} */
const LAYOUTS = { row, fan: row, counters: row, track: row, pile, grid, hex, free, words: wordTable };

/** @param {Area} _area @param {PieceRef[]} pieces @param {Interaction} interaction */
function row(_area, pieces, interaction) {
  return h(
    "div.pieces",
    null,
    pieces.map((one) => pieceNode(one, interaction)),
  );
}

/** @param {Area} _area @param {PieceRef[]} pieces @param {Interaction} interaction */
function pile(_area, pieces, interaction) {
  return h(
    "div.pieces.pile",
    null,
    pieces.map((one) => pieceNode(one, interaction)),
  );
}

/** @param {Area} area @param {PieceRef[]} pieces */
function wordTable(area, pieces) {
  const { columns, rows } = extent(area, pieces);
  /** @type {Map<string, string>} */
  const texts = new Map(pieces.map(({ piece }) => [String(piece.at), words(piece.text)]));
  const range = (/** @type {number} */ n) => [...Array(n).keys()];
  const line = (/** @type {number} */ y) =>
    h(
      "tr",
      null,
      range(columns).map((x) => h(y === 0 || x === 0 ? "th" : "td", null, texts.get(`${x},${y}`) ?? "")),
    );
  return h("div.scroller", null, h("table.words", null, h("tbody", null, range(rows).map(line))));
}

/** @param {Area} area @param {PieceRef[]} pieces */
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

/** Pieces by cell: the first is the base, the others are on top. @param {PieceRef[]} pieces */
function byCell(pieces) {
  /** @type {Map<string, PieceRef[]>} */
  const cells = new Map();
  for (const one of pieces) {
    const name = String(one.piece.at ?? [0, 0]);
    cells.set(name, [...(cells.get(name) ?? []), one]);
  }
  return cells;
}

/** @param {Area} area @param {PieceRef[]} pieces @param {Interaction} interaction */
function grid(area, pieces, interaction) {
  const { columns, rows } = extent(area, pieces);
  const cells = byCell(pieces.filter(({ piece }) => piece.kind !== "line"));
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
      return cell(
        here,
        interaction,
        { "grid-column": `${x + 1} / span ${width}`, "grid-row": `${y + 1} / span ${height}` },
        area.look === "points" && y > (rows - 1) / 2 ? "low" : "",
      );
    }),
    strokes(pieces, columns, rows, 0.5),
  );
  return h("div.holder", null, board);
}

const CAPTIONS = new Set(["edge", "marker"]);

/**
 * The size of columns or rows. Those with only captions shrink to their text.
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

/** Hexagons as staggered tiles: two columns wide, each row half a tile aside. @param {Area} area @param {PieceRef[]} pieces @param {Interaction} interaction */
function hex(area, pieces, interaction) {
  const { columns, rows } = extent(area, pieces);
  const board = h(
    "div.board.hexes",
    null,
    [...byCell(pieces).values()].map((here) => {
      const [x, y] = here[0].piece.at ?? [0, 0];
      const [width, height] = here[0].piece.span ?? [2, 1];
      return cell(here, interaction, {
        "grid-column": `${x + 1} / span ${width}`,
        "grid-row": `${y + 1} / span ${height}`,
      });
    }),
  );
  board.style.setProperty("grid-template-columns", `repeat(${columns}, calc(var(--cell) / 2))`);
  board.style.setProperty("grid-template-rows", `repeat(${rows}, var(--cell))`);
  return h("div.holder", null, board);
}

/** @param {PieceRef[]} here @param {Interaction} interaction @param {Record<string, string>} style */
function cell(here, interaction, style, more = "") {
  const [base, ...others] = here;
  const selectable = here.filter((one) => interaction.state(one).selectable);
  const node = (/** @type {PieceRef} */ one) =>
    pieceNode(one, interaction, selectable.length === 1 && selectable[0] === one ? "sole" : "");
  return h(
    "div.cell",
    { key: `cell:${base.piece.at}`, "data-at": String(base.piece.at), class: more, style },
    node(base),
    others.length ? h("div.on", { "data-count": others.length }, others.map(node)) : null,
  );
}

/**
 * The lines among pieces, drawn over the whole board. `shift` moves them to the middle of each cell.
 * @param {PieceRef[]} pieces @param {number} columns @param {number} rows @param {number} shift
 */
function strokes(pieces, columns, rows, shift) {
  const lines = pieces
    .filter(({ piece }) => piece.kind === "line")
    .map(({ piece }) => {
      const [x1, y1, x2, y2] = [...(piece.at ?? [0, 0]), ...(piece.to ?? [0, 0])].map((n) => n + shift);
      const colour = piece.colour ? paint(piece.colour).fill : "currentColor";
      return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${colour}" ${piece.dimmed ? 'stroke-dasharray="4 4"' : ""} vector-effect="non-scaling-stroke" stroke-width="2.500"/>`;
    });
  return lines.length
    ? drawing(`<svg viewBox="0 0 ${columns} ${rows}" preserveAspectRatio="none">${lines.join("")}</svg>`, "strokes")
    : null;
}

/** Pieces at free positions: `at` is the top left corner, `span` the size. @param {Area} area @param {PieceRef[]} pieces @param {Interaction} interaction @param {string} key */
function free(area, pieces, interaction, key) {
  const { columns, rows } = extent(area, pieces);
  const aim = interaction.aims?.find((one) => one.area === key);
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
        return h(
          "div.cell",
          { key: `cell:${one.ref}`, "data-at": String(one.piece.at), "data-kind": one.piece.kind, style },
          pieceNode(one, interaction, "sole"),
        );
      }),
      aim ? aimLayer(aim, columns, rows, (x, y) => interaction.point?.(aim, x, y)) : null,
    ),
  );
}

// --- pieces ---

/** @param {PieceRef} one @param {Interaction} interaction */
export function pieceNode(one, interaction, more = "") {
  const { piece, ref } = one;
  const { selectable, selected, hinted, plus } = interaction.state(one);
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
    (selectable || plus) && "selectable",
    selected && "selected",
    hinted && "hinted",
    more,
  ];
  const face = svg ? caption(piece) : plainFace(piece);
  const inside = [
    svg ? drawing(svg) : null,
    svg && count > 1 && piece.at ? copies(svg, count) : null,
    face
      ? h("span.face", { class: svg ? "caption" : "", "aria-hidden": selectable || plus ? "true" : null }, face)
      : null,
    count > 1 ? h("span.count", { "aria-hidden": "true" }, `×${count}`) : null,
  ];
  const name = labelOf(piece, { selected, hinted });
  const tint = !svg && piece.colour ? { "--tint": paint(piece.colour).fill } : null;
  const common = {
    key: ref,
    "data-ref": ref,
    "data-pile": count > 1 ? count : null,
    "data-tint": tint ? piece.colour : null,
    style: tint,
    class: classes.filter(Boolean).join(" "),
  };
  if (selectable || plus) {
    const enter = () => interaction.preview?.(one);
    const leave = () => interaction.preview?.(null);
    const byKey = (/** @type {FocusEvent} */ event) =>
      /** @type {HTMLElement} */ (event.target).matches(":focus-visible") && enter();
    return h(
      "button",
      {
        ...common,
        type: "button",
        "aria-pressed": selected ? "true" : null,
        onclick: () => interaction.pick(one),
        onpointerenter: enter,
        onpointerleave: leave,
        onfocus: byKey,
        onblur: leave,
      },
      h("span.visually-hidden", null, name),
      inside,
    );
  }
  // Text needs no label; drawings do.
  return svg || (!face && NAMED.has(piece.kind))
    ? h("span", { ...common, role: "img", "aria-label": name || words(KIND_NAMES[piece.kind] ?? piece.kind) }, inside)
    : h("span", { ...common, "aria-hidden": face ? null : "true" }, inside);
}

/** Empty places that get a label. */
const NAMED = new Set(["slot", "hole", "ring", "zone"]);

const MAX_COPIES = 4;

/** Copies of a drawing, for piles on a board. @param {string} svg @param {number} count */
function copies(svg, count) {
  return [...Array(Math.min(count - 1, MAX_COPIES)).keys()].map(() => drawing(svg, "stacked"));
}

/** @param {Piece} piece @param {{ selected?: boolean, hinted?: boolean }} state */
function labelOf(piece, { selected, hinted }) {
  const facts = [spokenName(piece) || (piece.hidden ? t("face down") : words(KIND_NAMES[piece.kind] ?? piece.kind))];
  if (piece.marked) facts.push(t("marked"));
  if (piece.dimmed) facts.push(t("used up"));
  if (selected) facts.push(t("selected"));
  if (hinted) facts.push(t("suggested"));
  return facts.join(", ");
}

/** The text on a piece without a drawing. @param {Piece} piece */
function plainFace(piece) {
  const text = words(piece.text);
  if (piece.kind === "ring") return "";
  if (piece.kind === "square") return shortFace(piece) || text || paint(piece.colour).letter;
  return text;
}
