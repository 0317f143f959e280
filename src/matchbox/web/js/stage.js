// The whole table in its window: seats, stage, dock and log at the places that the plan has found.

import { boards, isBoard, sum } from "./board.js";
import { drawing, h } from "./dom.js";
import { t, words } from "./i18n.js";
import { insideOf, plateScale } from "./plan.js";
import { colourMark, symbolIcon } from "./pieces.js";
import { READ_ONLY, boardArea, flowArea } from "./scene.js";
import { plate, plateText, seatOrder } from "./seats.js";
import { textWidth } from "./text.js";
import { weave } from "./weaves.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./plan.js").Parts} Parts */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./layout.js").Solution} Solution */
/** @typedef {import("./layout.js").Rect} Rect */

/** @param {Rect} rect */
export const at = ({ x, y, w, h: tall }) => ({
  left: `${x.toFixed(1)}px`,
  top: `${y.toFixed(1)}px`,
  width: `${w.toFixed(1)}px`,
  height: `${tall.toFixed(1)}px`,
});

/**
 * The seats and everything on the stage.
 * @param {State} state @param {Scene} scene @param {{ parts: Parts, solution: Solution, hidden: Set<string> }} laid
 * @param {import("./scene.js").Interaction} interaction @param {(seat: number) => void} [look] opens a seat's pieces
 */
export function stageNodes(state, scene, { parts, solution, hidden }, interaction, look) {
  const { items } = solution;
  const groups = /** @type {const} */ ([
    ["market", parts.market],
    ["supply", parts.supply.filter(({ key }) => !hidden.has(key))],
  ]);
  return [
    seatsNode(state, scene, parts, solution, look),
    stripNode(state, scene, solution),
    parts.boards.map((entry) => {
      const placed = items[entry.key];
      if (!placed) return null;
      const node = boardArea(entry, interaction, placed.scale, placed.variant, parts.on.get(entry.key), placed);
      return h("div.place", { key: `place:${entry.key}`, "data-place": entry.key, style: at(placed) }, node);
    }),
    groups.map(([name, entries]) => {
      const placed = items[name];
      if (!placed || !entries.length) return null;
      return h(
        "div.place.flow",
        { key: `place:${name}`, class: name, "data-place": name, style: at(placed) },
        entries.map((entry) => flowArea(entry, interaction, placed.scale, placed.w)),
      );
    }),
  ];
}

/** @param {State} state @param {Scene} scene @param {Parts} parts @param {Solution} solution @param {(seat: number) => void} [look] */
function seatsNode(state, scene, parts, { seats, mode }, look) {
  if (!seats) return null;
  const small = mode === "phone" || mode === "landscape";
  const order = seatOrder(state).filter((seat) => seat !== state.seat || small);
  if (small && state.seat >= 0) order.push(/** @type {number} */ (order.shift())); // yours is the last
  const width = (seats.w - 8 * (seats.columns - 1)) / seats.columns;
  return h(
    "div.seats",
    {
      key: "seats",
      class: `${seats.plate} ${seats.beside ? "beside" : "above"}`,
      style: { ...at(seats), "--columns": seats.columns, "--plate": `${seats.height}px` },
    },
    order.map((seat) =>
      plate(state, scene, seat, {
        size: seats.plate,
        entries: seat === state.seat ? [] : (parts.plates.get(seat) ?? []),
        scale: plateScale(mode, seats.plate),
        width: seats.plate.startsWith("tall") ? width - 20 : Math.max(90, width - (small ? 140 : 210)),
        open: look && (() => look(seat)),
      }),
    ),
  );
}

/**
 * A line about everybody: who acts when in games that are planned in advance, or a common score for those who watch.
 * @param {State} state @param {Scene} scene @param {Solution} solution
 */
function stripNode(state, scene, { strip: place, mode }) {
  const pills = place && orderNode(state, scene, place.w, mode === "phone" || mode === "landscape");
  const common = state.seat < 0 ? sharedNode(scene) : null;
  if (!place || (!pills && !common)) return null;
  return h("div.strip", { key: "strip", style: at(place) }, common, pills);
}

/** What fits into the line: everything, the order without its title, or the players without their names. @param {State} state @param {Scene} scene @param {number} width @param {boolean} small */
function orderNode(state, scene, width, small) {
  const order = scene.order ?? [];
  if (!order.length) return null;
  const next = order.find(({ done }) => !done)?.seat;
  const nameOf = (/** @type {number} */ seat) => (seat === state.seat ? t("You") : state.table.seats[seat].name);
  const title = words(scene.ordered);
  const least = sum(order.map(({ piece }) => (small ? 36 : 65) + (piece ? (small ? 34 : 38) : 0)));
  const named = least + sum(order.map(({ seat }) => textWidth(nameOf(seat), 14) + 4));
  const titled = named + textWidth(title, 14) + 24 <= width;
  return [
    title && titled ? h("p.ordered", { key: "ordered" }, title) : null,
    h(
      "ol.order",
      { key: "order", "aria-label": title || t("Order of play") },
      order.map(({ seat, piece, done }) => {
        const colour = scene.seats?.find((one) => one.seat === seat)?.colour;
        const now = !done && seat === next && !state.table.over;
        return h(
          "li",
          { class: `${done ? "done" : ""} ${now ? "now" : ""}`, "aria-current": now ? "step" : null },
          colour ? drawing(colourMark(colour), "mark") : null,
          piece ? h("b", null, given(piece.number)) : null,
          piece?.symbol ? drawing(symbolIcon(piece.symbol), "what") : null,
          h("span", { class: named <= width ? "" : "visually-hidden" }, nameOf(seat)),
        );
      }),
    ),
  ];
}

/** @param {number | null | undefined} number */
const given = (number) => (number === undefined || number === null ? "" : String(number));

/** The common score of a co-operative game. @param {Scene} scene */
function sharedNode(scene) {
  if (!scene.shared) return null;
  const { score, unit, line } = scene.shared;
  return h(
    "p.shared",
    { key: "shared" },
    h("b", null, String(score)),
    unit ? ` ${words(unit)}` : "",
    line ? h("span", null, ` ${words(line)}`) : null,
  );
}

/** A seat's pieces at full size, over the table. @param {State} state @param {Scene} scene @param {Parts} parts @param {number} seat @param {() => void} close */
export function seatSheet(state, scene, parts, seat, close) {
  const entries = parts.plates.get(seat) ?? [];
  return h(
    "div.sheet-over",
    { key: `sheet${seat}`, role: "dialog", "aria-label": state.table.seats[seat].name },
    plate(state, scene, seat, { size: "own" }),
    h(
      "div.areas",
      null,
      entries.map((entry) => flowArea(entry, READ_ONLY, 0.75, Math.min(innerWidth - 60, 620))),
    ),
    h("button", { type: "button", key: "close-sheet", onclick: close }, t("Close")),
  );
}

/** Areas for which the table has no room. @param {import("./plan.js").Entry[]} entries @param {() => void} close */
export function moreSheet(entries, close) {
  const width = Math.min(innerWidth - 60, 640);
  return h(
    "div.sheet-over",
    { key: "more-sheet", role: "dialog", "aria-label": t("Also on the table") },
    h("h2", null, t("Also on the table")),
    h(
      "div.areas",
      null,
      entries.map((entry) => {
        if (!isBoard(entry.area)) return flowArea(entry, READ_ONLY, 0.7, width);
        const [board] = boards(entry.area);
        return boardArea(entry, READ_ONLY, Math.min(56, width / sum(board.columns)), 0);
      }),
    ),
    h("button", { type: "button", key: "close-more", onclick: close }, t("Close")),
  );
}

/** The words on all plates. @param {State} state @param {Scene} scene */
export const texts = (state, scene) => seatOrder(state).map((seat) => plateText(state, scene, seat));

/** The pattern of the game's box on the table. @param {import("./types").GameInfo | null} game */
export const feltStyle = (game) => (game?.theme ? { "--weave": weave(game.theme.weave) } : {});

/**
 * A table to look at, without a dock: for replays and pictures.
 * @param {Scene} scene @param {State} state @param {{ view: import("./layout.js").View, plan: Plan }} how the room it has
 */
export function stage(scene, state, { view, plan }) {
  const shown = view.bare ? { ...state, seat: -1 } : state; // a picture calls nobody "you"
  const laid = plan.lay(
    scene,
    { seat: state.seat, seats: state.table.seats.length, log: false, texts: texts(shown, scene) },
    { question: "", why: "", acts: [], buttons: [], forms: [], counted: [] },
    view,
  );
  const tray = laid.solution.dock;
  const inside = insideOf(laid.solution.mode, tray.w);
  return h(
    "div.scene.replayed",
    { key: "stage", "data-game": state.table.game },
    stageNodes(shown, scene, laid, READ_ONLY),
    laid.parts.tray.length
      ? h(
          "div.dock.own-only",
          { key: "own-only", style: at(tray) },
          h(
            "div.tray",
            null,
            laid.parts.tray.map((entry) => flowArea(entry, READ_ONLY, tray.scale, inside)),
          ),
        )
      : null,
  );
}
