// Towers of cubes in one oblique picture: x to the right, y towards you, z up. Every tower has a foot (a marker) with a spirit
// level; a zone is the weakest contact, a ring the centre of mass whose plumb line hangs over it. Squares are points to aim at:
// they open as a plate beside the top of their tower, and a dashed cube hovers over the one under the pointer.

import { TOWER, towersOf } from "./board.js";
import { drawing, h } from "./dom.js";
import { words } from "./i18n.js";
import { drawBlock } from "./pieces.js";
import { swingNodes } from "./swing.js";

/** @typedef {import("./types").Piece} Piece */
/** @typedef {import("./scene.js").Interaction} Interaction */
/** @typedef {import("./selection.js").PieceRef} PieceRef */
/** Draws a piece. @typedef {(one: PieceRef, interaction: Interaction, more?: string) => HTMLElement} PieceNode */
/** Where things are drawn, in pixels. @typedef {{ w: number, h: number, cell: number, base: number, panel: number, units: number, middle: number[], plate: number, spot: number, aimed: number, crowded: boolean }} View */

/** How far a cube goes to the right and up for its depth, as in `drawBlock`. */
const SLANT = 0.4;
/** A hovering cube is this much above the tower. */
const HOVER = 0.55;
/** Between the points of the plate, and around them. */
const GAP = 3;
const EDGE = 8;
/** The least width of a tower's column while its neighbours make room, in cubes. */
const CLOSE = 1.55;
/** Points that only the pointer picks. @type {Interaction} */
const UNPICKED = { state: () => ({}), pick: () => {} };
const PLUMB = { red: "#ff5a3c", yellow: "#ffb31f", green: "#8be0a8" };

/** @param {import("./plan.js").Entry} entry @param {Interaction} interaction @param {number} cell @param {PieceNode} pieceNode */
export function towers({ area, pieces }, interaction, cell, pieceNode) {
  const view = viewOf(area, pieces, cell, Boolean(interaction.swing));
  const of = (/** @type {string} */ kind) => pieces.filter(({ piece }) => piece.kind === kind);
  const cubes = of("cube").sort((a, b) => (a.piece.z ?? 0) - (b.piece.z ?? 0));
  const falling = cubes.filter(({ piece }) => piece.turned);
  const points = of("square");
  // Without room for all, only the chosen tower is seen while you aim.
  const aside = (/** @type {PieceRef} */ one) => view.crowded && where(one.piece, view).tower !== view.aimed;
  return h(
    "div.board.towers",
    { style: { width: px(view.w), height: px(view.h) } },
    h("span.ground", { style: { top: px(view.base + 0.1 * cell) } }),
    view.middle.map((x, i) =>
      view.crowded && i !== view.aimed
        ? null
        : h("span.shade", { key: `shade${i}`, style: { left: px(x), top: px(view.base), width: px(2.1 * cell) } }),
    ),
    cubes.filter((one) => !one.piece.turned && !aside(one)).map((one) => cubeNode(one, view, interaction, pieceNode)),
    falling.length ? fallingNode(falling, view) : null,
    plumbs(
      pieces.filter((one) => !aside(one)),
      view,
    ),
    of("marker")
      .filter((one) => !aside(one))
      .map((one) => footNode(one, view, interaction, pieceNode)),
    points.length ? aiming(points, view, interaction, pieceNode) : null,
  );
}

/** @param {import("./types").Area} area @param {PieceRef[]} pieces @param {number} cell @param {boolean} swings a pointer picks the points, so that they need no room for fingers @returns {View} */
function viewOf(area, pieces, cell, swings) {
  const { count, columns, rows, panel } = towersOf(area);
  const [w, tall] = [columns * cell, rows * cell];
  const first = pieces.find(({ piece }) => piece.kind === "square")?.piece;
  const aimed = first ? Math.floor((first.at?.[0] ?? 0) / panel) : -1;
  const touch = !swings && globalThis.matchMedia?.("(pointer: coarse)").matches;
  const most = (Math.min(tall - 4, w - 2.2 * cell) - 2 * EDGE - 4 * GAP) / 5;
  const spot = Math.max(25, Math.min(most, touch ? 44 : Math.max(27, Math.min(38, 0.62 * cell))));
  const plate = 5 * spot + 4 * GAP + 2 * EDGE;
  const crowded = aimed >= 0 && plate + 0.3 * cell > w - count * CLOSE * cell;
  const middle = standing(w, count, cell, aimed, plate, crowded);
  const base = tall - (area.pieces?.some(({ kind }) => kind === "marker") ? TOWER.foot : 0.1) * cell - 0.28 * cell;
  return { w, h: tall, cell, base, panel, units: TOWER.cube, middle, plate, spot, aimed, crowded };
}

/**
 * The middles of the towers: evenly, or the others make room for the plate beside the chosen one. Without room for that, the
 * chosen one moves, and the plate covers the others.
 * @param {number} w @param {number} count @param {number} cell @param {number} aimed @param {number} plate @param {boolean} crowded
 */
function standing(w, count, cell, aimed, plate, crowded) {
  const all = [...Array(count).keys()];
  const even = all.map((i) => (w / count) * (i + 0.5));
  const wanted = plate + 0.3 * cell;
  if (aimed < 0) return even;
  if (!crowded) {
    const each = (w - wanted) / count;
    return all.map((i) => each * (i + 0.5) + (i > aimed ? wanted : 0));
  }
  const own =
    aimed < count / 2 ? Math.min(even[aimed], w - plate - 1.25 * cell) : Math.max(even[aimed], plate + 1.05 * cell);
  return even.map((x, i) => (i === aimed ? own : x));
}

/** The point on the page of a point in space: x and y from the middle of the foot, in cubes. @param {View} view @param {number} tower @param {number} x @param {number} y @param {number} z @returns {[number, number]} */
function project({ middle, base, cell }, tower, x, y, z) {
  return [(middle[tower] ?? 0) + (x - SLANT * y) * cell, base - (z - SLANT * y) * cell];
}

/** The tower of a piece, and its place in cubes. @param {Piece} piece @param {View} view @param {number} [tower] */
function where(piece, { panel, units }, tower = Math.floor((piece.at?.[0] ?? 0) / panel)) {
  const [x, y] = piece.at ?? [0, 0];
  return { tower, x: (x - panel * (tower + 0.5)) / units, y: y / units, z: (piece.z ?? 0) / units };
}

/** Left and top of a cube's drawing. @param {Piece} piece @param {View} view @param {number} [tower] */
function corner(piece, view, tower) {
  const at = where(piece, view, tower);
  const [left, bottom] = project(view, at.tower, at.x - 0.5, at.y + 0.5, at.z);
  return { left, top: bottom - (1 + SLANT) * view.cell };
}

/** @param {PieceRef} one @param {View} view @param {Interaction} interaction @param {PieceNode} pieceNode */
function cubeNode(one, view, interaction, pieceNode) {
  const { left, top } = corner(one.piece, view);
  const node = pieceNode(one, interaction, "block");
  node.querySelector(".art")?.replaceWith(drawing(drawBlock(one.piece)));
  const style = {
    left: px(left),
    top: px(top),
    width: px((1 + SLANT) * view.cell),
    height: px((1 + SLANT) * view.cell),
  };
  return h("div.cell", { key: `cell:${one.ref}`, "data-at": String(one.piece.at), style }, node);
}

// --- falling ---

/** A tower that falls: the cubes in danger lean about the broken contact, then all tumble to the ground. @param {PieceRef[]} falling @param {View} view */
function fallingNode(falling, view) {
  const upper = falling.filter(({ piece }) => piece.threat);
  const lower = falling.filter(({ piece }) => !piece.threat);
  const places = (upper.length ? upper : falling).map(({ piece }) => where(piece, view));
  const below = lower.length ? where(lower[lower.length - 1].piece, view) : { x: 0, y: 0 };
  const mean = (/** @type {"x" | "y"} */ axis) => places.reduce((sum, at) => sum + at[axis], 0) / places.length;
  const side = mean("x") - below.x - SLANT * (mean("y") - below.y) < 0 ? -1 : 1;
  const [pivotX, pivotY] = project(view, places[0].tower, below.x + 0.5 * side, below.y, places[0].z);
  const span = Math.min(1.2, (TOWER.falling - 1.4) / Math.max(1, falling.length));
  const tumbling = (/** @type {PieceRef} */ { ref, piece }, /** @type {number} */ i, /** @type {number} */ late) => {
    const { left, top } = corner(piece, view);
    // On the ground the cubes are side by side, the highest farthest on the side of the lean.
    const at = (i - (falling.length - 1) / 2) * span * side;
    const x = view.w / 2 + at * view.cell - 0.5 * view.cell;
    const y = view.base - (1 + SLANT) * view.cell + (i % 2 ? 0.36 : 0.1) * view.cell;
    const style = {
      left: px(left),
      top: px(top),
      width: px((1 + SLANT) * view.cell),
      "--dx": px(x - left),
      "--dy": px(y - top),
      "--turn": `${side * 90 * (1 + (i % 3))}deg`,
      "--tilt": `${side * ((i * 37) % 40)}deg`,
      "--late": late,
    };
    return h("div.cell", { key: `fall:${ref}`, style }, h("span.piece.block", null, drawing(drawBlock(piece))));
  };
  return [
    h(
      "div.falling.lower",
      { key: "lower" },
      lower.map((one, i) => tumbling(one, i, 3 + lower.length - i)),
    ),
    h(
      "div.falling.upper",
      { key: "upper", style: { "transform-origin": `${px(pivotX)} ${px(pivotY)}`, "--side": side } },
      upper.map((one, i) => tumbling(one, lower.length + i, i)),
    ),
  ];
}

// --- plumb line and level ---

/** @param {PieceRef[]} pieces @param {View} view */
function plumbs(pieces, view) {
  const drawn = pieces
    .filter(({ piece }) => piece.kind === "ring")
    .map(({ piece }) => {
      const weight = where(piece, view);
      const face = pieces.find(
        (one) => one.piece.kind === "zone" && Math.floor((one.piece.at?.[0] ?? 0) / view.panel) === weight.tower,
      )?.piece;
      if (!face) return "";
      const at = where(face, view, weight.tower);
      const [w, d] = (face.span ?? [0, 0]).map((n) => n / view.units);
      const corners = [[0, 0], [w, 0], [w, d], [0, d]].map(([x, y]) => project(view, at.tower, at.x + x, at.y + y, at.z)); // prettier-ignore
      const colour = PLUMB[/** @type {keyof typeof PLUMB} */ (piece.colour ?? "")] ?? "#fff";
      const [x, y] = project(view, weight.tower, weight.x, weight.y, weight.z);
      const [, end] = project(view, weight.tower, weight.x, weight.y, at.z);
      const r = Math.max(5, 0.15 * view.cell);
      const outline = `<polygon points="${corners.map((point) => point.map((n) => n.toFixed(1)).join(",")).join(" ")}"`;
      return (
        `${outline} fill="${colour}" fill-opacity=".34" stroke="#15171c" stroke-width="4.5" stroke-linejoin="round"/>` +
        `${outline} fill="none" stroke="${colour}" stroke-width="2.4" stroke-linejoin="round"/>` +
        `<path d="M${x.toFixed(1)} ${y.toFixed(1)}V${end.toFixed(1)}" stroke="#15171c" stroke-width="5"/><path d="M${x.toFixed(1)} ${y.toFixed(1)}V${end.toFixed(1)}" stroke="#fff" stroke-width="2.2" stroke-dasharray="5 3"/>` +
        `<path d="M${x.toFixed(1)} ${(end + 4).toFixed(1)}l${-0.6 * r} ${-1.1 * r}h${1.2 * r}z" fill="#fff" stroke="#15171c" stroke-width="1.4"/>` +
        `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(r / 9).toFixed(2)})"><circle r="9" fill="#fff" stroke="#15171c" stroke-width="1.6"/><path d="M0 0V-9A9 9 0 0 1 9 0zM0 0V9A9 9 0 0 1-9 0z" fill="#15171c"/></g>`
      );
    });
  if (!drawn.some(Boolean)) return null;
  return drawing(`<svg viewBox="0 0 ${view.w.toFixed(0)} ${view.h.toFixed(0)}">${drawn.join("")}</svg>`, "strokes");
}

/** A spirit level with two axes: the bubble at the rim means that the tower is about to fall. @param {[number, number]} level */
function spirit([x, y]) {
  const far = Math.max(Math.abs(x), Math.abs(y));
  const colour = far > 80 ? PLUMB.red : far > 60 ? PLUMB.yellow : PLUMB.green;
  return (
    '<svg viewBox="-26 -26 52 52"><rect x="-24" y="-24" width="48" height="48" rx="9" fill="#15171c" stroke="#fff" stroke-opacity=".55" stroke-width="1.5"/>' +
    '<rect x="-13" y="-13" width="26" height="26" rx="4" fill="none" stroke="#fff" stroke-opacity=".35" stroke-dasharray="3 3"/><path d="M-24 0h48M0-24v48" stroke="#fff" stroke-opacity=".18"/>' +
    `<circle cx="${(0.17 * x).toFixed(1)}" cy="${(0.17 * y).toFixed(1)}" r="6.5" fill="${colour}" stroke="#15171c"/><circle cx="${(0.17 * x - 2).toFixed(1)}" cy="${(0.17 * y - 2).toFixed(1)}" r="2" fill="#fff" opacity=".8"/></svg>`
  );
}

/** The column of a tower: a click anywhere on it chooses the tower. @param {PieceRef} one @param {View} view @param {Interaction} interaction @param {PieceNode} pieceNode */
function footNode(one, view, interaction, pieceNode) {
  const { piece, ref } = one;
  const tower = Math.floor((piece.at?.[0] ?? 0) / view.panel);
  const gaps = view.middle.slice(1).map((x, i) => x - view.middle[i]);
  const wide = Math.min(2.6 * view.cell, ...gaps, view.w);
  const text = words(piece.text);
  const tall = TOWER.foot * view.cell;
  const narrow = wide < 84;
  const size = Math.max(16, Math.min(40, narrow && text ? tall - 16 : tall - 4));
  return h(
    "div.cell.column",
    {
      key: `cell:${ref}`,
      "data-at": String(piece.at),
      class: piece.marked ? "chosen" : "",
      style: { left: px(view.middle[tower] - wide / 2), top: "0px", width: px(wide), height: px(view.h) },
    },
    pieceNode({ ref, piece: { ...piece, text: "" } }, interaction),
    h(
      "span.foot",
      { "aria-hidden": "true", style: { height: px(tall), "--level": px(size) }, class: narrow ? "narrow" : "" },
      piece.level ? drawing(spirit(piece.level), "level") : null,
      text ? h("b", null, text) : null,
    ),
  );
}

// --- aiming ---

/** Colours of chances, from safe to reckless. @param {number} percent */
const heat = (percent) =>
  percent <= 6
    ? "#2f8f5b"
    : percent <= 10
      ? "#6f942f"
      : percent <= 14
        ? "#b9820f"
        : percent <= 19
          ? "#c4640f"
          : "#c7361e";

/** The plate with the points, and the dashed cube over the tower. @param {PieceRef[]} points @param {View} view @param {Interaction} interaction @param {PieceNode} pieceNode */
function aiming(points, view, interaction, pieceNode) {
  const { cell, spot, plate, aimed } = view;
  const swing = interaction.swing;
  const chosen =
    points.find((one) => interaction.state(one).staged) ?? points.find(({ piece }) => piece.marked) ?? points[0];
  const over = (/** @type {Piece} */ piece) => {
    const { left, top } = corner(piece, view, aimed);
    return { left: px(left), top: px(top - HOVER * cell) };
  };
  const hover = (/** @type {Piece} */ piece) => (/** @type {Event} */ event) => {
    const board = /** @type {HTMLElement} */ (event.currentTarget).closest(".towers");
    const ghost = board?.querySelector(".hovering");
    if (ghost instanceof HTMLElement)
      for (const [name, value] of Object.entries(over(piece))) ghost.style.setProperty(name, value);
  };
  const size = (1 + SLANT) * cell;
  const top = corner(chosen.piece, view, aimed);
  const edges = points.map(({ piece }) => corner(piece, view, aimed).left);
  const leftmost = Math.min(...edges);
  const right = Math.max(...edges) + size + 0.2 * cell;
  const left = right + plate <= view.w + 1 ? right : Math.max(0, leftmost - plate - 0.15 * cell);
  // A plate higher than the picture goes beyond its upper edge.
  const y = Math.min(view.h - plate, Math.max(0, top.top - HOVER * cell - plate * 0.12));
  return [
    h(
      "div.hovering",
      { key: "hovering", "aria-hidden": "true", style: { ...over(chosen.piece), width: px(size) } },
      drawing(drawBlock(chosen.piece, { ghost: true })),
      h("span.drop"),
    ),
    h(
      "div.plate-of-points",
      {
        key: "points",
        class: `${points.some(({ piece }) => piece.number !== undefined) ? "" : "bare"} ${swing ? "swinging" : ""}`,
        style: { left: px(left), top: px(y), width: px(plate), "--spot": px(spot) },
        onpointerleave: swing ? null : hover(chosen.piece),
      },
      swing ? swingNodes(swing, interaction.letGo ?? (() => {})) : null,
      points.map((one) => {
        const percent = one.piece.number;
        const style = percent === undefined || percent === null ? null : { "--heat": heat(percent) };
        return h(
          "div.cell",
          {
            key: `cell:${one.ref}`,
            "data-at": String(one.piece.at),
            "data-action": one.piece.actions?.[0] ?? null,
            "data-over": Object.values(over(one.piece)).join(" "),
            style,
            onpointerenter: swing ? null : hover(one.piece),
          },
          pieceNode({ ref: one.ref, piece: { ...one.piece, colour: "" } }, swing ? UNPICKED : interaction),
        );
      }),
    ),
  ];
}

/** @param {number} value */
const px = (value) => `${value.toFixed(1)}px`;
