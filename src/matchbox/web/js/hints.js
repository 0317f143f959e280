// Hints in words: the best move, the chance it gives, and how it compares with the second best.

import { inside, measureOf, percent } from "./chances.js";
import { sentence, t, words } from "./i18n.js";
import { playersOf } from "./log.js";

/** @typedef {import("./types").Hint} Hint */
/** @typedef {import("./types").HintChoice} HintChoice */
/** @typedef {import("./types").State} State */

/** Differences of values from -1 to 1: smaller than the first is noise, larger than the second is clear. */
const NOISE = 0.03;
const CLEAR = 0.16;

/**
 * A move as the table words it: the text of its button, or the sentence that the log will tell.
 * @param {HintChoice} choice @param {State} state
 */
export function hintMove(choice, state) {
  const { action } = choice;
  const scene = state.scene;
  const button = [...(scene?.commits ?? []), ...(scene?.choices ?? [])].find((one) => one.action === action);
  if (button) return words(button.text);
  for (const form of scene?.forms ?? []) {
    const row = form.rows.findIndex((one) => one[one.length - 1] === action);
    const text = row < 0 ? "" : words(form.submits?.[row]);
    if (text) return text;
  }
  if (choice.sentence) return sentence(choice.sentence, playersOf(state)).replace(/[.。]$/, "");
  return words(choice.text);
}

/**
 * The advice in one or two sentences.
 * @param {Hint} hint @param {State} state @param {{ cooperative?: boolean } | null} game
 */
export function hintSentence(hint, state, game) {
  const [best, second] = hint.choices;
  if (!best) return "";
  const move = hintMove(best, state);
  return [t("Best: {move}.", { move: inside(move) }), chanceWords(best, state, game), comparison(best, second, state)]
    .filter(Boolean)
    .join(" ");
}

/** @param {HintChoice} best @param {State} state @param {{ cooperative?: boolean } | null} game */
function chanceWords({ value }, state, game) {
  const share = percent((Math.max(-1, Math.min(1, value)) + 1) / 2);
  const measure = measureOf(state.table.seats.length, game?.cooperative);
  if (measure === "win") return t("You win about {share} from here.", { share });
  if (measure === "ahead") return t("You finish ahead of an opponent in about {share} of such games.", { share });
  return t("Expect about {share} of the best result.", { share });
}

/** @param {HintChoice} best @param {HintChoice | undefined} second @param {State} state */
function comparison(best, second, state) {
  if (!second) return "";
  const move = inside(hintMove(second, state));
  const difference = best.value - second.value;
  if (difference > CLEAR) return t("It is clearly the best move.");
  if (difference > NOISE) return t("It is a little better than: {move}.", { move });
  // Where choices are secret, a good player mixes: the second move may even have the higher value.
  return t("About as good: {move}.", { move });
}
