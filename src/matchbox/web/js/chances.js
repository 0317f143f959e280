// The numbers of a review: chances, turning points, rounds and luck. Nothing here draws.

import { language, sentence, t, words } from "./i18n.js";

/** @typedef {import("./types").ReviewAnswer} Review */
/** @typedef {import("./types").ReviewChoice} ReviewChoice */
/** @typedef {import("./types").ReviewPoint} ReviewPoint */
/** @typedef {import("./i18n.js").Players} Players */
/** A choice that changed the game. `n` numbers it in the list and in the graph. @typedef {{ n: number, step: number, choice: ReviewChoice, change: number, good: boolean }} TurningPoint */
/** A stretch of the x axis. @typedef {{ from: number, to: number, text: string, label: string }} Round */

/** Smaller losses and gains are not worth a line. */
const COSTLY = 0.04;
const GAIN = 0.08;
/** As far as searches are exact. */
const EVEN = 0.03;

/** "62 %", with a sign if wanted. @param {number} share @param {boolean} [signed] */
export function percent(share, signed = false) {
  const n = Math.round(100 * Math.abs(share));
  const sign = !n ? "" : share < 0 ? "−" : signed ? "+" : "";
  return `${sign}${n}\u00a0%`;
}

/**
 * The meaning of a chance: to win, to finish ahead of an opponent picked at random, or the common result.
 * @param {number} seats @param {boolean | undefined} cooperative @returns {"win" | "ahead" | "result"}
 */
export function measureOf(seats, cooperative) {
  if (cooperative || seats < 2) return "result";
  return seats === 2 ? "win" : "ahead";
}

/** The point of a review at or after a step. @param {Review} review @param {number} step */
export function pointAt(review, step) {
  const found = review.points.findIndex((point) => point.step >= step);
  return found < 0 ? review.points.length - 1 : found;
}

/** Where in the game a move belongs: "Round 2", or the number of the move. @param {Review | null} review @param {number} number */
export function placeOf(review, number) {
  const point = review?.points.findLast(({ step }) => step < number);
  return words(point?.round) || t("Move {n}", { n: number });
}

/** The rounds of a review in order. None if the game does not tell any. @param {Review} review @returns {Round[]} */
export function roundsOf(review) {
  /** @type {Round[]} */
  const found = [];
  for (const { round, step } of review.points) {
    const text = words(round);
    const last = found.at(-1);
    if (last) last.to = step;
    const label = numberIn(round);
    if (text && last?.label !== label) found.push({ from: step, to: step, text, label }); // stages of a round are one
  }
  return found.filter(({ from, to }) => to > from);
}

/** The number of a round, or its text. @param {import("./types").Words} round */
function numberIn(round) {
  const numbers =
    typeof round === "string" ? [] : Object.values(round.args ?? {}).filter((one) => typeof one === "number");
  return numbers.length ? String(numbers[0]) : (/\d+/.exec(words(round))?.[0] ?? words(round));
}

/** What the rounds are called: "Round". @param {Review} review */
export function roundName(review) {
  const text = words(review.points[0]?.round);
  return text.replace(/[\d/]+.*$/, "").trim() || t("Round");
}

/**
 * The costliest choices and the best turns, in the order of the game.
 * @param {Review} review @param {number} seat the viewer's, or -1 @returns {TurningPoint[]}
 */
export function turningPoints(review, seat, most = 4) {
  const mistakes = review.choices
    .filter(({ cost }) => cost >= COSTLY)
    .sort((a, b) => b.cost - a.cost)
    .map((choice) => ({ choice, change: -choice.cost, good: false }));
  const mine = mistakes.filter(({ choice }) => choice.seat === seat).slice(0, 3);
  const best = review.choices
    .filter((choice) => choice.seat === seat && choice.cost < 0.01)
    .map((choice) => ({ choice, change: gainOf(review, choice), good: true }))
    .filter(({ change }) => change >= GAIN)
    .sort((a, b) => b.change - a.change)
    .filter(
      ({ choice }, i, all) =>
        all.findIndex((one) => pointAt(review, one.choice.number) === pointAt(review, choice.number)) === i,
    )
    .slice(0, 1);
  const others = mistakes.filter(({ choice }) => choice.seat !== seat).slice(0, most - mine.length - best.length);
  return [...mine, ...best, ...others]
    .sort((a, b) => a.choice.number - b.choice.number)
    .map((one, i) => ({ ...one, n: i + 1, step: one.choice.number }));
}

/** How much better the player's chances were after a choice. @param {Review} review @param {ReviewChoice} choice */
function gainOf(review, { number, seat }) {
  const after = pointAt(review, number);
  const before = review.points.findLastIndex(({ step }) => step < number);
  return review.points[after].chances[seat] - review.points[before].chances[seat];
}

/** What all choices of a seat cost together. @param {Review} review @param {number} seat */
export function costOf(review, seat) {
  return review.choices.reduce((sum, choice) => sum + (choice.seat === seat ? choice.cost : 0), 0);
}

/**
 * A move of a review as a sentence. Some secret choices are told to their player only: "You point at the 1."
 * @param {import("./types").Words} told @param {string} action @param {number} seat @param {Players} players
 */
export function moveWords(told, action, seat, players) {
  const forAll = typeof told === "string" ? told : told.players?.who === seat;
  if (told && (forAll || seat === players.seat)) return sentence(told, players);
  if (told && language() === "en" && /^You \w+/.test(words(told))) return `${players.names[seat]}: “${words(told)}”`;
  return seat === players.seat ? words(action) : `${players.names[seat]}: ${words(action)}`;
}

/** A sentence inside another one. @param {string} text */
export const inside = (text) => (language() === "en" ? text.replace(/^You /, "you ") : text);

/** Luck and skill in words. @param {Review} review @param {Players} players */
export function luckWords(review, players) {
  return [luckSentence(review, players), costSentence(review, players)].filter(Boolean).join(" ");
}

/** @param {Review} review @param {Players} players */
function luckSentence({ luck }, { names, seat }) {
  if (luck.every((one) => Math.abs(one) < 1e-6)) return t("Luck played no part.");
  if (seat < 0) {
    const most = luck.indexOf(Math.max(...luck));
    return luck[most] < EVEN ? t("Luck was even.") : t("{name} had the most luck.", { name: names[most] });
  }
  const mine = luck[seat];
  if (Math.abs(mine) < EVEN) return t("Luck was even for you.");
  if (mine > 0) {
    if (mine < 0.1) return t("Luck was slightly on your side.");
    return mine < 0.25 ? t("Luck was on your side.") : t("Luck was strongly on your side.");
  }
  if (mine > -0.1) return t("Luck was slightly against you.");
  return mine > -0.25 ? t("Luck was against you.") : t("Luck was strongly against you.");
}

/** @param {Review} review @param {Players} players */
function costSentence(review, { names, seat }) {
  const cost = (/** @type {number} */ one) => percent(costOf(review, one));
  if (names.length === 2 && seat >= 0) {
    const other = 1 - seat;
    return t("In all, your choices cost you {mine}, {name}'s cost {theirs}.", {
      mine: cost(seat),
      name: names[other],
      theirs: cost(other),
    });
  }
  return seat >= 0 ? t("In all, your choices cost you {mine}.", { mine: cost(seat) }) : "";
}
