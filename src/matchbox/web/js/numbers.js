// A game in numbers: what studies with bots say about it, with plots, all figures, and where they come from.

import { h } from "./dom.js";
import { language, msg, t, words } from "./i18n.js";
import { barsPlot, gainsPlot, sharesPlot } from "./plots.js";

/** @typedef {import("./types").GameNumbers} GameNumbers */
/** @typedef {import("./types").Numbers} Numbers */
/** @typedef {import("./types").LevelNumbers} LevelNumbers */
/** @typedef {import("./types").Estimate} Estimate */

/** Figures of a level, by name: what they are, and how they are written. @type {Record<string, { text: string, share?: boolean, digits?: number }>} */
const FIGURES = {
  wins: { text: msg("Games won"), share: true },
  choices: { text: msg("Choices in a game") },
  rounds: { text: msg("Rounds in a game") },
  minutes: { text: msg("Minutes for people, estimated") },
  options: { text: msg("Legal actions at a choice"), digits: 1 },
  forced: { text: msg("Decisions with one legal action"), share: true },
  matters: { text: msg("Choices that matter"), share: true },
  luck: { text: msg("Differences owed to the deal"), share: true },
  lead_changes: { text: msg("Changes of the lead"), digits: 1 },
  decided: { text: msg("Part of the game until the winner leads for good"), share: true },
  comebacks: { text: msg("Comebacks"), share: true },
  draws: { text: msg("Draws"), share: true },
};

/** Sentences, plots and figures. @param {GameNumbers} found */
export function numbersNodes({ numbers, sayings, short }) {
  return h(
    "div.numbers",
    { key: "numbers" },
    short ? h("p.short-run", null, t("A short run: these figures are rough.")) : null,
    h("dl.sayings", null, sayingRows(sayings)),
    h("div.plots", null, plotsOf(numbers)),
    numbers.levels.length
      ? h("details", null, h("summary", null, t("All figures, with 95 % intervals")), tableOf(numbers))
      : null,
    sourceOf(numbers),
  );
}

/** Each question once, with all that is said about it. @param {GameNumbers["sayings"]} sayings */
function sayingRows(sayings) {
  /** @type {Map<string, string[]>} */
  const rows = new Map();
  for (const one of sayings) {
    const question = words(one.question);
    rows.set(question, [...(rows.get(question) ?? []), words(one.text)]);
  }
  return [...rows].map(([question, texts]) => [h("dt", null, question), h("dd", null, texts.map(sentence))]);
}

/** @param {string} text */
const sentence = (text) => h("p", null, text);

/** @param {Numbers} numbers */
function plotsOf(numbers) {
  const { skill = [], ladder = [], lengths } = numbers;
  const plots = [winsPlot(numbers)];
  if (skill.length)
    plots.push(
      plot(
        t("Which level wins"),
        skill.map(({ bot, other, share }) => ({
          label: t("{bot} against {other}", { bot: words(bot), other: words(other) }),
          share,
        })),
        0.5,
      ),
    );
  if (lengths && lengths.edges[0] < lengths.edges[lengths.edges.length - 1])
    plots.push(figure(t("Minutes that people take"), barsPlot(lengths), spread(lengths)));
  if (ladder.length > 1)
    plots.push(
      figure(
        t("Rating gained by thinking twice as long"),
        gainsPlot(ladder.map(({ bot, elo }) => ({ label: bot.split(" x").at(-1) ?? bot, gain: elo }))),
        ladder.map(({ bot, elo }) => `${readable(bot)}: ${numberText(elo, 0)}`).join("; "),
      ),
    );
  return plots;
}

/** The range of the lengths in words. @param {import("./types").Lengths} lengths */
const spread = ({ edges }) =>
  t("{low} to {high} minutes", { low: Math.round(edges[0]), high: Math.round(edges[edges.length - 1]) });

/** A step of the ladder of searches, such as "casual x1/2". @param {string} bot */
function readable(bot) {
  const [level, factor] = bot.split(" x");
  return `${words(level)} ×${factor}`;
}

/** How much each place wins, of the main bot; in a co-operative game, how much each level wins. @param {Numbers} numbers */
function winsPlot({ levels, cooperative, seats, main }) {
  if (cooperative) {
    const rows = levels.flatMap(({ bot, figures: { wins } }) => (wins ? [{ label: words(bot), share: wins }] : []));
    return rows.length ? plot(t("Games won"), rows) : null;
  }
  const level = levels.find(({ bot }) => bot === main);
  const rows = level && seats > 1 ? placesOf(level) : [];
  return rows.length ? plot(t("Games won by each place"), rows, 1 / seats) : null;
}

/** @param {LevelNumbers} level */
function placesOf({ figures }) {
  return Object.entries(figures).flatMap(([name, share]) => {
    const label = placeName(name);
    return label ? [{ label, share }] : [];
  });
}

/** The places of the turn order are "turn0", "turn1" and so on; "seat0" where all begin together. @param {string} name */
function placeName(name) {
  const found = /^(turn|seat)(\d+)$/.exec(name);
  if (!found) return "";
  const n = Number(found[2]) + 1;
  if (found[1] === "seat") return t("Seat {n}", { n });
  return n === 1 ? t("First player") : n === 2 ? t("Second player") : t("Player {n}", { n });
}

/** @param {string} title @param {{ label: string, share: Estimate }[]} rows @param {number} [equal] */
const plot = (title, rows, equal) =>
  figure(title, sharesPlot(rows, equal), rows.map(({ label, share }) => `${label}: ${shareText(share)}`).join("; "));

/** A drawing with a title, and with its figures for those who do not see it. @param {string} title @param {HTMLElement} drawn @param {string} told */
const figure = (title, drawn, told) =>
  h("figure", null, h("figcaption", null, title), h("div", { role: "img", "aria-label": `${title}. ${told}` }, drawn));

/** @param {Estimate} share */
export function shareText({ value, low, high }) {
  const n = (/** @type {number} */ part) => Math.round(100 * part);
  return low === undefined || high === undefined
    ? t("{value}\u00a0%", { value: n(value) })
    : t("{value}\u00a0% ({low} to {high})", { value: n(value), low: n(low), high: n(high) });
}

/** @param {Estimate} estimate @param {number} digits */
function numberText({ value, low, high }, digits) {
  const text = (/** @type {number} */ n) => n.toFixed(digits).replace("-", "−");
  return low === undefined || high === undefined
    ? text(value)
    : t("{value} ({low} to {high})", { value: text(value), low: text(low), high: text(high) });
}

/** The figures of all levels. @param {Numbers} numbers */
function tableOf({ levels }) {
  const names = [...new Set(levels.flatMap(({ figures }) => Object.keys(figures)))];
  const label = (/** @type {string} */ name) => {
    const place = placeName(name);
    return place ? t("{place} wins", { place }) : words(FIGURES[name]?.text ?? name);
  };
  const cell = (/** @type {LevelNumbers} */ level, /** @type {string} */ name) => {
    const found = level.figures[name];
    if (!found) return "";
    return FIGURES[name] && !FIGURES[name].share ? numberText(found, FIGURES[name].digits ?? 0) : shareText(found);
  };
  return h(
    "div.scroller",
    { tabindex: 0, role: "region", "aria-label": t("All figures, with 95 % intervals") },
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
          levels.map(({ bot }) => h("th", { scope: "col" }, words(bot))),
        ),
      ),
      h(
        "tbody",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "row" }, t("Games")),
          levels.map((one) => h("td", null, count(one.games))),
        ),
        names.map((name) =>
          h(
            "tr",
            null,
            h("th", { scope: "row" }, label(name)),
            levels.map((level) => h("td", null, cell(level, name))),
          ),
        ),
      ),
    ),
  );
}

/** @param {number} n */
export const count = (n) => n.toLocaleString(language());

/** Which games the numbers rest on. @param {Numbers} numbers */
function sourceOf({ games, source, seats }) {
  const played = t("{n} games of bots, with {seats} {seats|seat|seats} and the usual rules.", {
    n: count(games),
    seats,
  });
  if (!source) return null;
  const made = t("Matchbox {version}, {date}:", { version: source.matchbox, date: dateText(source.date) });
  return h("p.note.source", null, played, " ", made, " ", h("code", null, source.command));
}

/** @param {string} date */
const dateText = (date) =>
  new Intl.DateTimeFormat(language(), { dateStyle: "long", timeZone: "UTC" }).format(new Date(date));
