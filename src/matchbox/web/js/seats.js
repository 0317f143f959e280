// The plates of the seats: who sits there, whose turn it is, score, and the pieces that everybody sees.

import { clockText } from "./clock.js";
import { drawing, h } from "./dom.js";
import { msg, t, words } from "./i18n.js";
import { matchIcon, seatFace } from "./pieces.js";
import { READ_ONLY, flowArea } from "./scene.js";
import { savedTable } from "./store.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./plan.js").Entry} Entry */

/** Goals up to this number are drawn as segments. */
const SEGMENTS = 10;

/** The seats in the order of play, the viewer's first. @param {State} state */
export function seatOrder(state) {
  const seats = state.table.seats.length;
  const first = Math.max(state.seat, 0);
  return [...Array(seats).keys()].map((i) => (first + i) % seats);
}

/**
 * The words on a plate; table talk replaces the line. @typedef {{ seat?: number, name: string, line: string, says: string, score: string, unit: string, goal: number, lives: number }} PlateText
 */

/** @param {State} state @param {Scene} scene @param {number} seat @returns {PlateText & { status?: import("./types").SeatStatus }} */
export function plateText(state, scene, seat) {
  const info = state.table.seats[seat];
  const common = seat === state.seat ? scene.shared : null; // the common score is on your plate
  const mine = scene.seats?.find((one) => one.seat === seat);
  const status = common ? { ...mine, seat, score: common.score, unit: common.unit, goal: undefined } : mine;
  // Players who share a device need to know which of them is "you".
  const you = seat === state.seat && savedTable(state.table.id).held.length < 2;
  const told = words(common?.line) || turnText(state, seat, turnOf(state, seat), words(status?.line));
  return {
    seat,
    status,
    name: common ? t("Together") : you ? t("You") : info.name,
    line: told || words(status?.line) || roleText(info),
    says: words(status?.says),
    score: status?.lives ? "" : String(status?.score ?? state.scores?.[seat]?.score ?? ""),
    lives: status?.lives?.[1] ?? 0,
    unit: status?.goal && status.goal > SEGMENTS ? `/ ${status.goal}` : words(status?.unit),
    goal: status?.goal && status.goal <= SEGMENTS ? status.goal : 0,
  };
}

/**
 * @param {State} state @param {Scene} scene @param {number} seat
 * @param {{ size: string, entries?: Entry[], scale?: number, width?: number, open?: () => void }} how
 */
export function plate(state, scene, seat, { size, entries = [], scale = 0.46, width = 200, open }) {
  const info = state.table.seats[seat];
  const { name, line, says, status } = plateText(state, scene, seat);
  const turn = turnOf(state, seat);
  const shown = size.startsWith("wide") || size.startsWith("tall") || size === "own";
  const face = seatFace({ name: info.name, bot: info.kind === "bot", level: info.level, colour: status?.colour });
  const bars = goalNode(status, size);
  return h(
    "section.panel",
    {
      key: `seat${seat}`,
      "data-seat": seat,
      class: `${size} ${seat === state.seat ? "mine" : ""} ${turn === "acting" ? "on-turn" : ""} ${status?.out ? "out" : ""}`,
      "aria-label": info.name,
    },
    h(
      "header.who",
      null,
      h(
        "span.face-of",
        { "aria-hidden": "true" },
        drawing(face, "avatar"),
        turn === "acting" ? drawing(matchIcon(), "lit") : null,
      ),
      h(
        "div.names",
        null,
        h("h2", null, h("span", null, name), bars && line ? h("small", null, line) : null),
        bars ?? (says ? h("q.says", { title: says }, says) : h("p.line", { class: turn }, line)),
      ),
      bars ? null : scoreNode(state, status, seat),
      info.clock !== undefined
        ? h("span.clock", { class: info.running ? "running" : "" }, clockText(info.clock))
        : null,
    ),
    shown && entries.length
      ? h(
          "div.areas",
          null,
          entries.map((entry) => flowArea(entry, READ_ONLY, scale, width)),
        )
      : null,
    open && entries.length
      ? h("button.look", {
          type: "button",
          key: `look${seat}`,
          "aria-label": t("Look at {name}'s pieces", { name: info.name }),
          onclick: open,
        })
      : null,
  );
}

/** A small goal as segments. @param {import("./types").SeatStatus | undefined} status @param {string} size */
function goalNode(status, size) {
  const { score, goal } = status ?? {};
  const tiny = size.startsWith("tiny") || size === "mini";
  if (score === undefined || score === null || !goal || goal > SEGMENTS || tiny) return null;
  return h(
    "span.score.goal",
    { role: "img", "aria-label": t("{n} of {goal}", { n: score, goal }) },
    h(
      "span.bars",
      null,
      [...Array(goal).keys()].map((i) => h("i", { class: i < score ? "full" : "" })),
    ),
    h("b", null, String(score)),
    status?.unit ? h("small", null, ` ${words(status.unit)}`) : null,
  );
}

/** @param {State} state @param {import("./types").SeatStatus | undefined} status @param {number} seat */
function scoreNode(state, status, seat) {
  if (status?.lives) {
    const [left, all] = status.lives;
    const label = t("{n} of {all} lives", { n: left, all });
    const lost = h("i", null, "♥".repeat(Math.max(0, all - left)));
    return h("span.lives", { role: "img", "aria-label": label }, "♥".repeat(left), lost);
  }
  const anyScore = state.table.over || state.scores?.some((one) => one.score !== 0); // a row of zeros says nothing
  const known = anyScore && !status ? state.scores?.find((one) => one.seat === seat)?.score : undefined;
  const score = status?.score ?? known;
  if (score === undefined) return null;
  const goal = status?.goal;
  const unit = goal ? ` / ${goal}` : status?.unit ? ` ${words(status.unit)}` : "";
  const label = goal ? t("{n} of {goal}", { n: score, goal }) : t("score {score}", { score });
  return h("span.score", { "aria-label": label }, h("b", null, String(score)), unit ? h("small", null, unit) : null);
}

/** How bots play, by level. @type {Record<string, string>} */
const TEMPERS = {
  random: msg("plays anything"),
  novice: msg("still learning"),
  casual: msg("easy-going"),
  club: msg("sharp"),
  expert: msg("ruthless"),
  perfect: msg("never wrong"),
};

/** @param {import("./types").SeatInfo} info */
function roleText(info) {
  if (info.kind === "bot") return words(TEMPERS[info.level ?? ""] ?? info.level);
  if (info.left) return t("has left");
  return info.present === false ? t("away") : "";
}

/**
 * Whether a seat is choosing, or has chosen while others still think. In real time everybody acts all the time, so no
 * turn is shown.
 * @param {State} state @param {number} seat
 */
export function turnOf(state, seat) {
  if (state.table.over || state.live) return "";
  if (state.chosen?.includes(seat)) return "chosen";
  return state.acting?.includes(seat) ? "acting" : "";
}

/** The match shows who is acting, so a fact about the seat matters more than these words. @param {State} state @param {number} seat @param {string} turn @param {string} fact */
function turnText(state, seat, turn, fact) {
  if (!turn || (turn === "acting" && fact && !isPreparing(state, seat))) return "";
  if (turn === "chosen") return t("✓ ready");
  if (seat === state.seat) return t("Your turn");
  return isPreparing(state, seat) ? t("getting ready…") : t("thinking…");
}

/** Does a bot wait until the server has compiled its search? @param {State} state @param {number} seat */
const isPreparing = (state, seat) => Boolean(state.table.preparing) && state.table.seats[seat].kind === "bot";

/** Why the game does not go on, if it waits for a bot's first move. @param {State} state */
export const preparingText = (state) =>
  !state.table.over && state.acting?.length && state.acting.every((seat) => isPreparing(state, seat))
    ? t("The bot is getting ready. The first game of its kind on this server takes a few seconds.")
    : "";
