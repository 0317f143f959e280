// Draws the areas of a scene: boards at the size of a cell, rows of pieces at a scale.

import { boards, layoutOf } from "./board.js";
import { drawing, h } from "./dom.js";
import { field } from "./field.js";
import { t, words } from "./i18n.js";
import { BAG, captionOf, divided, flowSize, gaugeWidth, isAcross, isPaired, pieceWidth } from "./measure.js";
import {
  KIND_NAMES,
  bag,
  caption,
  draw,
  drawHex,
  drawStack,
  isWordy,
  paint,
  shortFace,
  spokenName,
  symbolIcon,
} from "./pieces.js";
import { panned } from "./pan.js";
import { pointsBoard } from "./points.js";
import { looks } from "./selection.js";
import { textWidth } from "./text.js";
import { towers } from "./tower.js";

/** @typedef {import("./types").Area} Area */
/** @typedef {import("./types").Piece} Piece */
/** @typedef {import("./plan.js").Entry} Entry */
/** @typedef {import("./selection.js").PieceRef} PieceRef */

/** How a piece looks now. @typedef {{ legal?: number[], selected?: boolean, hinted?: boolean, plus?: boolean, again?: boolean, tries?: boolean, missed?: boolean, staged?: boolean }} PieceState */
/**
 * How the table reacts to a piece.
 * @typedef {{
 *   state: (one: PieceRef) => PieceState,
 *   pick: (one: PieceRef) => void,
 *   preview?: (one: PieceRef | null) => void,
 *   under?: (one: PieceRef) => HTMLElement | null,
 *   shown?: (one: PieceRef) => Piece,
 *   routes?: (key: string) => { end: [number, number], legal: number[], cost: import("./types").Words, play: () => void }[],
 *   tag?: (legal: number[]) => import("./types").Words,
 *   aims?: import("./types").Aim[],
 *   point?: (aim: import("./types").Aim, x: number, y: number, kills?: number) => void,
 *   aimed?: { x: number, y: number } | null,
 *   mine?: string,
 *   read?: (piece: Piece) => void,
 *   swing?: import("./types").SwingInfo,
 *   letGo?: () => void,
 * }} Interaction
 */

/** Pieces narrower than this get a small counter, which does not cover them. */
const SMALL = 46;

/** @param {PieceState} state */
const isTarget = ({ legal, plus }) => Boolean(legal?.length || plus);

/** @type {Interaction} */
export const READ_ONLY = { state: () => ({}), pick: () => {} };

/**
 * A board at the size of a cell in pixels.
 * @param {Entry} entry @param {Interaction} interaction @param {number} cell @param {number} variant the way to lay it out @param {Entry[]} [on] areas on it @param {{ w: number, h: number }} [room] that a field fills
 */
export function boardArea(entry, interaction, cell, variant, on = [], room = undefined) {
  const ways = boards(entry.area);
  const board = ways[variant] ?? ways[0];
  const layout = layoutOf(entry.area);
  const body =
    entry.area.look === "tower"
      ? towers(entry, interaction, cell, pieceNode)
      : entry.area.focus
        ? field(entry, interaction, cell, pieceNode, room)
        : layout === "free"
          ? plane(entry, board, interaction, cell, room)
          : layout === "hex"
            ? hexes(entry, board, interaction, cell)
            : entry.area.look === "points"
              ? pointsBoard(entry, board, interaction, cell, pieceNode)
              : grid(entry, board, interaction, cell);
  const above = on.map((one) =>
    h("div.on-board", { key: `on:${one.key}` }, flowArea(one, interaction, cell / 50, 400)),
  );
  return frame(
    entry.area,
    entry.key,
    layout,
    h("div.holder", { style: { "--cell": `${cell.toFixed(1)}px` } }, body, above),
  );
}

/**
 * An area whose pieces flow in rows.
 * @param {Entry} entry @param {Interaction} interaction @param {number} scale @param {number} width the most it may take
 */
export function flowArea({ area, key, pieces }, interaction, scale, width) {
  const layout = layoutOf(area);
  if (layout === "table") return frame(area, key, layout, wordTable(pieces));
  const { step, text } = flowSize(area, scale, width, textWidth);
  const { main, small, part } = divided(area, pieces);
  const drawn = (/** @type {PieceRef} */ one, /** @type {number} */ i, /** @type {number} */ size) => {
    const w = pieceWidth(one.piece) * size;
    const node = pieceNode({ ref: one.ref, piece: interaction.shown?.(one) ?? one.piece }, interaction);
    if (w) node.style.setProperty("width", `${w.toFixed(1)}px`);
    if (w && w < SMALL) node.dataset.small = "";
    if (i && step < 1 && layout !== "pile") node.style.setProperty("margin-left", `${((step - 1) * w).toFixed(1)}px`);
    const under = interaction.under?.(one);
    return under ? h("div.counted", { key: `counted:${one.ref}` }, node, under) : node;
  };
  const all = pieces.length > 0 && pieces.every((one) => isTarget(interaction.state(one)));
  const classes = `${layout} ${step < 1 ? "overlapping" : ""} ${all ? "all-legal" : ""}`;
  const style = { "--s": scale.toFixed(3) };
  const row = (/** @type {PieceRef[]} */ list, /** @type {number} */ size) =>
    list.length
      ? h(
          "div.pieces",
          { class: classes, style },
          list.map((one, i) => drawn(one, i, size)),
        )
      : null;
  const sack = area.look === "bag" ? h("span.sack", { style: { width: px(BAG * scale) } }, drawing(bag())) : null;
  const body = [sack, row(main, scale), row(small, scale * part)];
  const node = frame(area, key, layout, h("div.contents", null, body), text);
  if (area.look === "gauge") node.style.setProperty("--gauge", px(gaugeWidth(scale)));
  node.classList.toggle("across", isAcross(area, width));
  node.classList.toggle("paired", isPaired(area, width));
  return node;
}

/**
 * Title, note and odds around the body of an area.
 * @param {Area} area @param {string} key @param {string} layout @param {HTMLElement | null} body @param {number} [wide] the most that the text may take
 */
function frame(area, key, layout, body, wide = 0) {
  const name = words(area.title);
  const title = captionOf({ ...area, note: "" });
  const note = words(area.note);
  return h(
    "div.area",
    {
      role: "group",
      key: `area:${key}`,
      "data-area": key,
      "data-layout": layout,
      "data-look": area.look || null,
      "aria-label": name || t("Pieces"),
    },
    title || note
      ? h(
          "p.caption",
          wide ? { style: { "max-width": px(wide) } } : null,
          title ? h("b", null, title) : null,
          title && note ? " " : "",
          note ? h("span", null, note) : null,
        )
      : null,
    body,
    area.odds?.length
      ? area.look === "gauge"
        ? area.odds.map(gauge)
        : h("ul.odds", null, area.odds.map(oddsRow))
      : null,
  );
}

/** A chance as a half circle that fills. @param {import("./types").Odds} odds */
function gauge({ percent }) {
  const arc = (/** @type {string} */ colour, /** @type {number} */ part) =>
    `<path d="M12 56 A44 44 0 0 1 100 56" fill="none" stroke="${colour}" stroke-width="13" stroke-linecap="round" pathLength="100" stroke-dasharray="${part} 200"/>`;
  const filled = percent > 0 ? arc("#f0624a", percent) : "";
  return h(
    "div.gauge",
    { role: "meter", "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": percent, "aria-label": t("Chance") },
    drawing(`<svg viewBox="0 0 112 66">${arc("rgb(255 255 255 / 0.2)", 100)}${filled}</svg>`),
    h("b", null, `${percent}%`),
  );
}

/** @param {import("./types").Odds} odds */
function oddsRow({ pieces, percent }) {
  return h(
    "li",
    null,
    h(
      "span.these",
      null,
      pieces.map((piece) => drawing(draw(piece))),
    ),
    h("meter", { min: 0, max: 100, value: percent, "aria-label": pieces.map(spokenName).join(", ") }),
    h("b", null, `${percent}%`),
  );
}

/** @param {PieceRef[]} pieces */
function wordTable(pieces) {
  /** @type {string[][]} */
  const rows = [];
  for (const { piece } of pieces) {
    const [x, y] = piece.at ?? [0, 0];
    (rows[y] ??= [])[x] = words(piece.text);
  }
  const width = Math.max(0, ...rows.map((row) => row?.length ?? 0));
  const line = (/** @type {string[] | undefined} */ row, /** @type {number} */ y) =>
    h(
      "tr",
      null,
      [...Array(width).keys()].map((x) => h(y === 0 || x === 0 ? "th" : "td", null, row?.[x] ?? "")),
    );
  return h("table.words", null, h("tbody", null, rows.map(line)));
}

// --- boards ---

/** Pieces by place: the first is the base, the others are on it. @param {PieceRef[]} pieces */
function byCell(pieces) {
  /** @type {Map<string, PieceRef[]>} */
  const cells = new Map();
  for (const one of pieces) {
    const name = String(one.piece.at ?? [0, 0]);
    cells.set(name, [...(cells.get(name) ?? []), one]);
  }
  return cells;
}

/** @param {number[]} sizes @param {number} unit */
const starts = (sizes, unit) => sizes.reduce((found, size) => [...found, found[found.length - 1] + size * unit], [0]);

/** @param {Entry} entry @param {import("./board.js").Board} board @param {Interaction} interaction @param {number} cell */
function grid({ area, key, pieces }, board, interaction, cell) {
  const xs = starts(board.columns, cell);
  const ys = starts(board.rows, cell * board.ratio);
  const box = (/** @type {Piece} */ piece) => {
    const [x, y, w, tall] = board.place(piece);
    const right = xs[Math.min(x + w, xs.length - 1)];
    const bottom = ys[Math.min(y + tall, ys.length - 1)];
    // A gap between the bands of a folded board is above its first row.
    const height = Math.min(bottom - ys[y], tall * cell * board.ratio);
    return { x: xs[x], y: bottom - height, w: right - xs[x], h: height };
  };
  const half = ys[ys.length - 1] / 2;
  return h(
    "div.board",
    { style: { width: px(xs[xs.length - 1]), height: px(ys[ys.length - 1]) } },
    [...byCell(pieces.filter(({ piece }) => piece.kind !== "line")).values()].map((here) => {
      const at = box(here[0].piece);
      const node = cellNode(here, interaction, at, at.y + at.h / 2 > half ? "low" : "");
      // A new card on a pile is a new thing, which arrives with a burst.
      if (area.look === "race") node.dataset.key += `:${looks(here[0].piece)}`;
      return node;
    }),
    strokes(
      pieces.filter(({ piece }) => !isTorn(piece, board)),
      xs[xs.length - 1],
      ys[ys.length - 1],
      (piece, [x, y]) => {
        const there = box({ ...piece, at: [x, y], span: [1, 1] });
        return [there.x + there.w / 2, there.y + there.h / 2];
      },
      cell,
    ),
    routeNodes(key, interaction, (end) =>
      box(pieces.find(({ piece }) => String(piece.at) === String(end))?.piece ?? { kind: "ring", at: end }),
    ),
  );
}

/** Does a line lead from one band of a folded board to another? @param {Piece} piece @param {import("./board.js").Board} board */
function isTorn(piece, board) {
  if (piece.kind !== "line") return false;
  const [from, to] = [piece.at, piece.to].map((at) => board.place({ ...piece, at: at ?? [0, 0], span: [1, 1] }));
  const far = (/** @type {readonly number[]} */ a, /** @type {readonly number[]} */ b) =>
    Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]);
  return far(from, to) > far(piece.at ?? [0, 0], piece.to ?? [0, 0]);
}

/** @param {Entry} entry @param {import("./board.js").Board} board @param {Interaction} interaction @param {number} cell */
function hexes({ key, pieces }, board, interaction, cell) {
  const pitch = cell * board.ratio;
  const box = (/** @type {Piece} */ piece) => {
    const [x, y] = board.place(piece);
    return { x: (x * cell) / 2, y: y * pitch, w: cell, h: cell * 1.1547 };
  };
  return h(
    "div.board.hexes",
    { style: { width: px(board.columns[0] * cell), height: px(board.rows[0] * pitch) } },
    [...byCell(pieces.filter(({ piece }) => piece.kind !== "line")).values()].map((here) =>
      cellNode(here, interaction, box(here[0].piece), "hexagon"),
    ),
    strokes(
      pieces,
      board.columns[0] * cell,
      board.rows[0] * pitch,
      (piece, at) => {
        const there = box({ ...piece, at });
        return [there.x + there.w / 2, there.y + there.h / 2];
      },
      cell,
    ),
    routeNodes(key, interaction, (end) => box({ kind: "ring", at: end })),
  );
}

/** Pieces at free positions: `at` is the top left corner, `span` the size. @param {Entry} entry @param {import("./board.js").Board} board @param {Interaction} interaction @param {number} fitting the size of a unit at which all of it fits @param {{ w: number, h: number }} [room] */
function plane({ area, key, pieces }, board, interaction, fitting, room) {
  const [columns, rows] = [board.columns[0], board.rows[0]];
  const least = area.cell?.[0] ?? 0;
  const cell = Math.max(fitting, least); // what would be too small to hit is seen through a window
  const node = h(
    "div.plane",
    { style: { width: px(columns * cell), height: px(rows * cell) } },
    strokes(pieces, columns * cell, rows * cell, (_, [x, y]) => [x * cell, y * cell]),
    pieces
      .filter(({ piece }) => piece.kind !== "line")
      .map((one) => {
        const [x, y, w, tall] = board.place(one.piece);
        const style = { left: px(x * cell), top: px(y * cell), width: px(w * cell), height: px(tall * cell) };
        const data = { "data-at": String(one.piece.at), "data-kind": one.piece.kind };
        return h("div.cell", { key: `cell:${one.ref}`, ...data, style }, pieceNode(one, interaction, "sole"));
      }),
  );
  if (fitting >= least * 0.97) return node;
  const matter = pieces.filter((one) => one.piece.last || interaction.state(one).legal?.length);
  const boxes = (matter.length ? matter : pieces).map(({ piece }) => board.place(piece));
  const middle = (/** @type {0 | 1} */ i) =>
    (cell * (Math.min(...boxes.map((box) => box[i])) + Math.max(...boxes.map((box) => box[i] + box[i + 2])))) / 2;
  const whole = { w: columns * cell, h: rows * cell };
  const seen = {
    w: Math.min(whole.w, Math.max(columns * fitting, (room?.w ?? 0) - 12)),
    h: Math.min(whole.h, Math.max(rows * fitting, (room?.h ?? 0) - 12)),
  };
  return panned(key, node, whole, seen, [middle(0), middle(1)]);
}

/** @param {number} value */
const px = (value) => `${value.toFixed(1)}px`;

/** @param {PieceRef[]} here @param {Interaction} interaction @param {{ x: number, y: number, w: number, h: number }} box @param {string} more */
function cellNode(here, interaction, box, more) {
  const [base, ...others] = here;
  const legal = here.filter((one) => interaction.state(one).legal?.length);
  const sole = legal.length === 1 ? legal[0] : null;
  const node = (/** @type {PieceRef} */ one) => pieceNode(one, interaction, one === sole ? "sole" : "", more);
  const occupied = others.length > 0 && Boolean(base.piece.symbol) && base.piece.kind !== "card";
  // Where several small things can be picked, they grow and overlap, so that each of them can be hit.
  const room = Math.min(box.w, box.h);
  const crowded = legal.filter((one) => one !== base).length > 1 && room < CROWDED && base.piece.kind !== "slot";
  return h(
    "div.cell",
    {
      key: `cell:${base.piece.at}:${base.piece.kind}`,
      "data-at": String(base.piece.at),
      "data-base": base.piece.kind,
      class: `${more} ${occupied ? "occupied" : ""}`,
      style: { left: px(box.x), top: px(box.y), width: px(box.w), height: px(box.h) },
      // Where only one thing can be picked, the whole place picks it.
      onclick: sole ? (/** @type {MouseEvent} */ event) => isButton(event) || interaction.pick(sole) : null,
    },
    node(occupied ? { ...base, piece: { ...base.piece, crop: "token" } } : base),
    others.length && crowded ? h("div.crowd", { style: crowd(others.length, room) }, others.map(node)) : null,
    others.length && !crowded ? h("div.on", { "data-count": others.length }, others.map(node)) : null,
  );
}

/** Below this width of a place, several targets on it would be too small. */
const CROWDED = 78;
/** The smallest target, and the part of it that has to stay free. */
const TARGET = 25;
const FREE = 16;

/** Sizes of targets that share a place. @param {number} count @param {number} room */
function crowd(count, room) {
  const across = count > 4 ? 3 : 2;
  const size = Math.max(TARGET, 0.42 * room);
  const step = Math.max(FREE, Math.min(size, (room - size) / (across - 1)));
  return { "--across": across, "--size": px(size), "--step": px(step) };
}

/** @param {MouseEvent} event */
const isButton = ({ target }) => target instanceof Element && target.closest("button") !== null;

/** Ends of routes, as targets. @param {string} key @param {Interaction} interaction @param {(end: [number, number]) => { x: number, y: number, w: number, h: number }} box */
function routeNodes(key, interaction, box) {
  return (interaction.routes?.(key) ?? []).map(({ end, legal, cost, play }) => {
    const { x, y, w, h: tall } = box(end);
    return h(
      "button.route.selectable",
      {
        type: "button",
        key: `route:${end}`,
        "data-legal": legal.join(" "),
        "aria-label": t("Go there: {cost}", { cost: words(cost) || String(end) }),
        style: { left: px(x), top: px(y), width: px(w), height: px(tall) },
        onclick: play,
      },
      words(cost) ? h("span.cost", null, words(cost)) : null,
    );
  });
}

/** Lines among the pieces, and arrows: a line that is marked, in danger or part of the last move shows its direction. @param {PieceRef[]} pieces @param {number} width @param {number} height @param {(piece: Piece, at: [number, number]) => [number, number]} place @param {number} [cell] */
function strokes(pieces, width, height, place, cell = 50) {
  const signs = new Set(pieces.flatMap(({ piece }) => (piece.kind === "tile" && piece.symbol ? String(piece.at) : [])));
  const lines = pieces
    .filter(({ piece }) => piece.kind === "line")
    .map(({ piece }) => {
      const [start, stop] = [piece.at ?? [0, 0], piece.to ?? [0, 0]].map((at) => place(piece, at));
      const middle = /** @type {[number, number]} */ ([0, 1].map((i) => (start[i] + stop[i]) / 2));
      // A line of fire leaves the symbols on tiles free.
      const cut = (/** @type {[number, number] | null | undefined} */ at) => piece.threat && signs.has(String(at));
      const ends = /** @type {const} */ ([cut(piece.at) ? middle : start, cut(piece.to) ? middle : stop]);
      return ends[0] === ends[1] ? "" : stroke(piece, ends[0], ends[1], cell);
    });
  return lines.length
    ? drawing(`<svg viewBox="0 0 ${width.toFixed(0)} ${height.toFixed(0)}">${lines.join("")}</svg>`, "strokes")
    : null;
}

/** @param {Piece} piece @param {[number, number]} start @param {[number, number]} stop @param {number} cell */
function stroke(piece, start, stop, cell) {
  const colour = piece.threat ? "#cf2e18" : piece.colour ? paint(piece.colour).fill : "currentColor";
  const thick = piece.marked ? 0.11 * cell : piece.threat || piece.last ? 0.06 * cell : 3;
  const dashes = [2.4 * thick, 2 * thick].map((n) => n.toFixed(1)).join(" ");
  const dash = piece.dimmed || piece.threat ? `stroke-dasharray="${dashes}"` : "";
  const moved = Boolean(piece.marked || piece.last); // an arrow between two places leaves free what is on them
  const along = (/** @type {number} */ part) => [0, 1].map((i) => start[i] + part * (stop[i] - start[i]));
  const [from, to] = moved ? [along(0.27), along(0.74)] : [start, stop];
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const size = Math.max(8, (piece.marked ? 0.34 : 0.22) * cell);
  const ahead = (/** @type {number[]} */ [x, y], /** @type {number} */ far, turn = 0) => [
    x + far * Math.cos(angle + turn),
    y + far * Math.sin(angle + turn),
  ];
  const end = moved ? ahead(to, -0.7 * size) : to;
  const line = (/** @type {string} */ fill, /** @type {number} */ wide) =>
    `<path d="M${point(from)} ${point(end)}" fill="none" stroke="${fill}" stroke-width="${wide.toFixed(1)}" stroke-linecap="round" ${dash}/>`;
  if (!moved && !piece.threat) return line(colour, thick);
  const tip = moved ? to : ahead(along(0.5), 0.5 * size);
  const head = [tip, ahead(tip, size, Math.PI - 0.48), ahead(tip, size, Math.PI + 0.48)].map(point).join(" ");
  const tipped = (/** @type {string} */ fill, /** @type {number} */ edge) =>
    `<polygon points="${head}" fill="${fill}" stroke="${fill}" stroke-width="${edge}" stroke-linejoin="round"/>`;
  const under = piece.marked ? `<g opacity=".6">${line("#3a2400", thick + 4)}${tipped("#3a2400", 6)}</g>` : "";
  return under + line(colour, thick) + tipped(colour, 2);
}

/** @param {number[]} at */
const point = ([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`;

// --- pieces ---

/** @param {PieceRef} one @param {Interaction} interaction @param {string} [more] @param {string} [shape] */
export function pieceNode(one, interaction, more = "", shape = "") {
  const { piece, ref } = one;
  const { legal = [], selected, hinted, plus, again, staged, tries, missed } = interaction.state(one);
  const target = legal.length > 0 || Boolean(plus) || Boolean(again) || Boolean(tries);
  const count = piece.count ?? 1;
  const hexagon = shape === "hexagon";
  const tower = hexagon && piece.kind === "cube" && count > 1;
  const svg = tower ? drawStack(piece) : hexagon && piece.kind === "tile" ? drawHex(piece) : draw(piece);
  const flags = {
    marked: piece.marked,
    last: piece.last,
    dimmed: piece.dimmed,
    turned: piece.turned,
    safe: piece.safe,
  };
  const states = {
    hidden: piece.hidden,
    selectable: target && !again && !piece.tries,
    again,
    selected: selected || staged,
    staged,
    missed,
    hinted,
    wordy: isWordy(piece),
    plain: !svg,
  };
  const classes = [piece.kind, more, ...Object.entries({ ...flags, ...states }).map(([name, on]) => (on ? name : ""))];
  const stacked = count > 1 && !tower && piece.at && piece.kind !== "chip" && piece.kind !== "card";
  const face = svg ? caption(piece) : plainFace(piece);
  const tag = words(piece.cost) || (legal.length && piece.at ? words(interaction.tag?.(legal) ?? "") : "");
  const inside = [
    svg ? drawing(svg) : null,
    piece.kind === "slot" && piece.symbol ? drawing(symbolIcon(piece.symbol), "sign") : null,
    stacked ? copies(svg, count) : null,
    face ? h("span.face", { class: svg ? "under" : "", "aria-hidden": target ? "true" : null }, face) : null,
    count > 1 && !tower ? h("span.count", { "aria-hidden": "true" }, String(count)) : null,
    tag ? h("span.cost", { "aria-hidden": "true" }, tag) : null,
    piece.threat ? h("span.threat", { class: piece.threat, "aria-hidden": "true" }) : null,
    piece.safe ? h("span.tick", { "aria-hidden": "true" }) : null,
  ];
  const name = labelOf(piece, { selected, hinted });
  const common = {
    key: ref,
    "data-ref": ref,
    "data-pile": count > 1 ? count : null,
    "data-tint": !svg && piece.colour ? piece.colour : null,
    style: !svg && piece.colour ? { "--tint": paint(piece.colour).fill, "--tint-ink": paint(piece.colour).ink } : null,
    title: words(piece.effect) || null,
    class: `piece ${classes.filter(Boolean).join(" ")}`,
    onclick: !target && words(piece.effect) && interaction.read ? () => interaction.read?.(piece) : null,
  };
  if (target) {
    const enter = () => interaction.preview?.(one);
    const leave = () => interaction.preview?.(null);
    const byKey = (/** @type {FocusEvent} */ event) =>
      /** @type {HTMLElement} */ (event.target).matches(":focus-visible") && enter();
    return h(
      "button",
      {
        ...common,
        type: "button",
        "data-legal": legal.length ? legal.join(" ") : null,
        "data-tries": tries ? "" : null,
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
  return [...Array(Math.min(count - 1, MAX_COPIES)).keys()].map((i) => {
    const node = drawing(svg, "stacked");
    node.style.setProperty("--i", String(i + 1));
    return node;
  });
}

/** @param {Piece} piece @param {{ selected?: boolean, hinted?: boolean }} state */
function labelOf(piece, { selected, hinted }) {
  const facts = [spokenName(piece) || (piece.hidden ? t("face down") : words(KIND_NAMES[piece.kind] ?? piece.kind))];
  for (const text of [piece.name, piece.effect, piece.cost]) if (words(text)) facts.push(words(text));
  if (piece.marked) facts.push(t("marked"));
  if (piece.last) facts.push(t("last move"));
  if (piece.dimmed) facts.push(t("used up"));
  if (piece.threat) facts.push(t("in danger"));
  if (piece.safe) facts.push(t("safe"));
  if (selected) facts.push(t("selected"));
  if (hinted) facts.push(t("suggested"));
  return facts.join(", ");
}

/** The text on a piece without a drawing. @param {Piece} piece */
function plainFace(piece) {
  const text = words(piece.text);
  if (piece.kind === "ring" || piece.kind === "zone" || piece.kind === "point") return "";
  if (piece.kind === "square") return shortFace(piece) || text;
  return text;
}
