// The panels of the seats: opponents along the top, yours at the bottom.

import { clockText } from "./clock.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";

/** @typedef {import("./types").State} State */
/** @typedef {{ area: import("./types").Area, node: HTMLElement }} Drawn */

/** @param {State} state @param {Drawn[]} drawn */
export function opponents(state, drawn) {
  const seats = state.table.seats.length;
  const first = Math.max(state.seat, 0);
  const order = [...Array(seats).keys()].map((i) => (first + i) % seats).filter((seat) => seat !== state.seat);
  return h(
    "div.others",
    { key: "others", "data-n": order.length },
    order.map((seat) => panel(state, drawn, seat, "seat")),
  );
}

/** @param {State} state @param {Drawn[]} drawn */
export function mine(state, drawn) {
  return state.seat < 0 ? null : panel(state, drawn, state.seat, "mine");
}

/** @param {State} state @param {Drawn[]} drawn @param {number} seat @param {string} kind */
function panel(state, drawn, seat, kind) {
  const info = state.table.seats[seat];
  const anyScore = state.table.over || state.scores?.some((one) => one.score !== 0); // a row of zeros says nothing
  const score = anyScore ? state.scores?.find((one) => one.seat === seat) : undefined;
  const turn = turnOf(state, seat);
  return h(
    "section.panel",
    {
      key: `seat${seat}`,
      "data-seat": seat,
      class: `${kind} ${turn === "acting" ? "on-turn" : ""}`,
      "aria-label": info.name,
    },
    h(
      "header.who",
      null,
      h("span.avatar", { "aria-hidden": "true", "data-seat-colour": seat % 6 }, initial(info.name)),
      h("h2", null, seat === state.seat ? t("{name} (you)", { name: info.name }) : info.name),
      role(info) ? h("span.role", null, role(info)) : null,
      turn ? h("span.turn", { class: turn }, turnText(state, seat, turn)) : null,
      info.clock !== undefined
        ? h("span.clock", { class: info.running ? "running" : "" }, clockText(info.clock))
        : null,
      score ? h("span.score", { "aria-label": t("score {score}", { score: score.score }) }, String(score.score)) : null,
    ),
    h(
      "div.areas",
      null,
      drawn.filter(({ area }) => area.seat === seat).map(({ node }) => node),
    ),
  );
}

/** @param {import("./types").SeatInfo} info */
function role(info) {
  if (info.kind === "bot") return t("bot, {level}", { level: info.level ?? "" });
  if (info.left) return t("has left");
  return info.present === false ? t("away") : "";
}

/**
 * Whether a seat is choosing, or has chosen while others still think. In real time everybody acts all the time, so no
 * turn is shown.
 * @param {State} state @param {number} seat
 */
function turnOf(state, seat) {
  if (state.table.over || state.live) return "";
  if (state.chosen?.includes(seat)) return "chosen";
  return state.acting?.includes(seat) ? "acting" : "";
}

/** @param {State} state @param {number} seat @param {string} turn */
function turnText(state, seat, turn) {
  if (turn === "chosen") return t("has chosen");
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

/** @param {string} name */
const initial = (name) => ([...name.trim()][0] ?? "?").toUpperCase();
