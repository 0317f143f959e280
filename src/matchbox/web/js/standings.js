// The final table: places, scores by source, luck and skill.

import { costOf, luckWords, percent } from "./chances.js";
import { drawing, h } from "./dom.js";
import { t, words } from "./i18n.js";
import { playersOf } from "./log.js";
import { draw, seatFace } from "./pieces.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Outcome} Outcome */

/** @param {State} state @param {number} seat */
const nameOf = (state, seat) => (seat === state.seat ? t("You") : state.table.seats[seat].name);

/** @param {State} state @param {number} seat */
function faceOf(state, seat) {
  const { name, kind, level } = state.table.seats[seat];
  return drawing(seatFace({ name, bot: kind === "bot", level, colour: statusOf(state, seat)?.colour }), "face-of");
}

/** @param {State} state @param {number} seat */
const statusOf = (state, seat) => state.scene?.seats?.find((one) => one.seat === seat);

/** The score of each seat, or null where scores say nothing. @param {State} state @param {Outcome} result */
function scoresOf(state, result) {
  const scores = result.scores.map((score, seat) => statusOf(state, seat)?.score ?? score);
  return scores.some((score) => score !== 0) ? scores : null;
}

/** Every seat with its place and score, best first. @param {State} state @param {Outcome} result @param {boolean} together */
export function standings(state, result, together) {
  const order = result.ranks.map((_, seat) => seat).sort((a, b) => result.ranks[a] - result.ranks[b]);
  const scores = scoresOf(state, result);
  const shared = state.scene?.shared;
  return h(
    "section.standings",
    { key: "standings" },
    h("h3", null, t("Final table")),
    together && (shared || scores)
      ? h(
          "p.common",
          null,
          h("b", null, String(shared?.score ?? scores?.[0])),
          ` ${words(shared?.unit) || t("points together")}`,
          shared?.line ? h("small", null, words(shared.line)) : null,
        )
      : null,
    h(
      "ol.ranks",
      null,
      order.map((seat) => placeNode(state, result, seat, together ? null : (scores?.[seat] ?? null), together)),
    ),
  );
}

/** @param {State} state @param {Outcome} result @param {number} seat @param {number | null} score @param {boolean} together */
function placeNode(state, result, seat, score, together) {
  const status = statusOf(state, seat);
  const place = t("place {n}", { n: result.ranks[seat] });
  const line =
    words(status?.line) || (status?.lives ? t("{n} of {all} lives", { n: status.lives[0], all: status.lives[1] }) : "");
  const crowded = result.ranks.length > 2;
  return h(
    "li",
    {
      key: `place${seat}`,
      value: result.ranks[seat],
      class: result.winners.includes(seat) && !together ? "winner" : "",
    },
    faceOf(state, seat),
    h(
      "span.name-of",
      null,
      h("b", null, nameOf(state, seat)),
      h("small", null, [together || !crowded ? "" : place, line].filter(Boolean).join(" · ")),
    ),
    score === null
      ? null
      : h(
          "span.score-of",
          null,
          String(score),
          h("small", null, ` ${words(status?.unit) || t("{n|point|points}", { n: score })}`),
        ),
  );
}

/** Do the rows of the tally add up to the scores? Steps to go and pieces at home do not. @param {number[]} sums @param {State} state @param {Outcome} result */
const addUp = (sums, state, result) => sums.every((sum, seat) => sum === scoresOf(state, result)?.[seat]);

/** Where the points came from, or how things stood: a row for each source, a column for each player. @param {State} state @param {Outcome} result */
export function tally(state, result) {
  const all = state.scene?.tally ?? [];
  if (!all.length) return null;
  const last = all.find(({ total }) => total);
  const rows = all.filter((row) => row !== last);
  const seats = result.ranks.map((_, seat) => seat);
  const sums = seats.map((seat) => last?.values[seat] ?? rows.reduce((sum, row) => sum + (row.values[seat] ?? 0), 0));
  const added = last || (rows.length > 1 && addUp(sums, state, result));
  const title = added ? t("Where the points came from") : t("How it stood at the end");
  const won = (/** @type {number} */ seat) =>
    result.winners.includes(seat) && result.winners.length < seats.length ? "won" : "";
  return h(
    "section.tally",
    { key: "tally" },
    h("h3", null, title),
    h(
      "div.scroller",
      { tabindex: 0, role: "region", "aria-label": title },
      h(
        "table",
        null,
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            h("td"),
            seats.map((seat) =>
              h("th", { scope: "col", class: won(seat) }, faceOf(state, seat), h("span", null, nameOf(state, seat))),
            ),
          ),
        ),
        h(
          "tbody",
          null,
          rows.map((row) =>
            h(
              "tr",
              null,
              h(
                "th",
                { scope: "row" },
                row.icon && draw(row.icon) ? drawing(draw(row.icon), "source") : null,
                h("span", null, words(row.label)),
              ),
              seats.map((seat) => h("td", { class: won(seat) }, String(row.values[seat] ?? 0))),
            ),
          ),
        ),
        added
          ? h(
              "tfoot",
              null,
              h(
                "tr",
                null,
                h("th", { scope: "row" }, last ? words(last.label) : t("Total")),
                seats.map((seat) => h("td", { class: won(seat) }, h("b", null, String(sums[seat])))),
              ),
            )
          : null,
      ),
    ),
  );
}

/** Luck and the cost of choices: a line for each player, and a sentence. @param {State} state @param {import("./types").ReviewAnswer} review */
export function luckAndSkill(state, review) {
  const costs = review.luck.map((_, seat) => costOf(review, seat));
  const most = Math.max(0.1, ...costs, ...review.luck.map(Math.abs));
  const lucky = review.luck.some((one) => Math.abs(one) >= 1e-6);
  const bar = (/** @type {number} */ share) =>
    h(
      "span.meter",
      { "aria-hidden": "true" },
      h("i", { class: share < 0 ? "minus" : "plus", style: { "--share": (Math.abs(share) / most).toFixed(3) } }),
    );
  return h(
    "section.luck",
    { key: "luck" },
    h("h3", null, t("Luck and skill")),
    h(
      "table",
      null,
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("td"),
          lucky ? h("th", { scope: "col" }, t("luck")) : null,
          h("th", { scope: "col" }, t("choices")),
        ),
      ),
      h(
        "tbody",
        null,
        review.luck.map((luck, seat) =>
          h(
            "tr",
            null,
            h("th", { scope: "row" }, nameOf(state, seat)),
            lucky ? h("td", null, bar(luck), percent(luck, true)) : null,
            h("td", null, bar(-costs[seat]), percent(-costs[seat])),
          ),
        ),
      ),
    ),
    h("p", null, luckWords(review, playersOf(state))),
  );
}
