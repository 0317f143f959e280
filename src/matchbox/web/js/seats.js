// The panels of the seats: the others along the top, one's own at the bottom.

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { clockText } from "./table.js";

/** @typedef {import("./types").State} State */
/** @typedef {{ area: import("./types").Area, node: HTMLElement }} Drawn */

/** @param {State} state @param {Drawn[]} drawn */
export function others(state, drawn) {
  const seats = state.table.seats.length;
  const first = Math.max(state.seat, 0);
  const order = [...Array(seats).keys()].map((i) => (first + i) % seats).filter((seat) => seat !== state.seat);
  return h("div.others", { key: "others", "data-n": order.length }, order.map((seat) => panel(state, drawn, seat, "seat")));
}

/** @param {State} state @param {Drawn[]} drawn */
export function mine(state, drawn) {
  return state.seat < 0 ? null : panel(state, drawn, state.seat, "mine");
}

/** @param {State} state @param {Drawn[]} drawn @param {number} seat @param {string} kind */
function panel(state, drawn, seat, kind) {
  const info = state.table.seats[seat];
  const begun = state.table.over || state.scores?.some((one) => one.score !== 0); // before anybody has scored a row of noughts says nothing
  const score = begun ? state.scores?.find((one) => one.seat === seat) : undefined;
  const turn = turnOf(state, seat);
  const role = info.kind === "bot" ? t("bot, {level}", { level: info.level ?? "" }) : info.left ? t("has left") : info.present === false ? t("away") : "";
  return h(
    "section.panel",
    {
      key: `seat${seat}`,
      "data-seat": seat,
      class: `${kind} ${turn === "asked" || turn === "choosing" ? "asked" : ""}`,
      "aria-label": info.name,
    },
    h(
      "header.who",
      null,
      h("span.avatar", { "aria-hidden": "true", "data-seat-colour": seat % 6 }, initial(info.name)),
      h("h2", null, seat === state.seat ? t("{name} (you)", { name: info.name }) : info.name),
      role ? h("span.role", null, role) : null,
      turn ? h("span.turn", { class: turn }, turn === "chosen" ? t("has chosen") : turn === "choosing" ? t("is choosing…") : t("to choose")) : null,
      info.clock !== undefined ? h("span.clock", { class: info.running ? "running" : "" }, clockText(info.clock)) : null,
      score ? h("span.score", { "aria-label": t("score {score}", { score: score.score }) }, String(score.score)) : null,
    ),
    h("div.trays", null, drawn.filter(({ area }) => area.seat === seat).map(({ node }) => node)),
  );
}

/**
 * What a seat is at: asked alone, choosing at the same time as others, or done while they still choose. Where everybody
 * may act all the time nobody's turn is worth a word.
 * @param {State} state @param {number} seat
 */
function turnOf(state, seat) {
  if (state.table.over || state.live) return "";
  const acting = state.acting ?? [];
  const chosen = state.chosen ?? [];
  if (chosen.includes(seat)) return "chosen";
  if (!acting.includes(seat)) return "";
  return acting.length + chosen.length > 1 ? "choosing" : "asked";
}

/** @param {string} name */
const initial = (name) => ([...name.trim()][0] ?? "?").toUpperCase();
