// Options of a game in words.

import { sentence, t, words } from "./i18n.js";

/** @typedef {import("./types").Option} Option */
/** @typedef {import("./types").Text} Text */
/** @typedef {Record<string, string | number>} Options */

/** A text in which seats may be named. @param {Text | string | undefined} text @param {string[]} names */
function named(text, names) {
  const all = [...Array(16).keys()].map((i) => names[i] || t("Player {n}", { n: i + 1 }));
  return text ? sentence(text, { names: all, seat: -1 }) : "";
}

/** @param {Option} option @param {string[]} names of the players */
export const optionName = ({ label }, names) => named(label, names);

/** What an option changes. @param {Option} option @param {string[]} names */
export const optionText = ({ text }, names) => named(text, names);

/** A value in a few words. @param {Option} option @param {string | number} value @param {string[]} names */
export function valueName({ values, custom }, value, names) {
  const found = values.find((one) => one.value === value);
  return found ? named(found.label, names) : t("custom {what}", { what: words(custom?.noun) });
}

/** What a value means, if its name leaves a question. @param {Option} option @param {string | number} value @param {string[]} names */
export const valueText = ({ values }, value, names) => named(values.find((one) => one.value === value)?.text, names);

/**
 * Values that fit the players: a value that names a player needs that player, and a race needs a device for each.
 * @param {Option} option @param {number} count @param {boolean} shared Do players share a device?
 */
export const valuesFor = ({ values }, count, shared) =>
  values.filter(
    ({ label, real_time }) =>
      !(shared && real_time) &&
      Object.values((typeof label === "object" && label.players) || {}).every((seat) => seat < count),
  );

/** The values of an option that make the game a race. @param {Option} option */
export const races = ({ values }) => values.filter(({ real_time }) => real_time).map(({ value }) => value);

/** The preset that these options are, or nothing. @param {import("./types").GameInfo} game @param {Options} options @param {Options} usual */
export function presetOf(game, options, usual) {
  return game.presets.find((preset) =>
    game.options.every(({ name }) => options[name] === (preset.options[name] ?? usual[name])),
  );
}
