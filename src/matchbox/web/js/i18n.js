// Translation. The English template is the key; a catalogue maps it to the other language.
//
// Placeholders: "{name}" inserts a value. "{n|card|cards}" chooses a word by the number n, so a count reads
// "{n} {n|card|cards}". The forms follow the plural categories of the language in the order zero, one, two, few, many,
// other. English has two (one, other), Japanese has one, so a Japanese translation just writes "{n}枚".

import { setPlain } from "./store.js";

/** @typedef {import("./types").Words} Text */
/** @typedef {Record<string, Text | number>} Args */
/** The players' names by seat, and the viewer's seat. @typedef {{ names: string[], seat: number }} Players */

export const LANGUAGES = /** @type {const} */ ({ en: "English", ja: "日本語" });

const PLACEHOLDER = /\{(\w+)(?:\|([^{}]*))?\}/g;
const PLURAL_CATEGORIES = /** @type {const} */ (["zero", "one", "two", "few", "many", "other"]);

/** @type {Record<string, string>} */
let catalogue = {};

export function language() {
  return document.documentElement.lang;
}

/** Fetch the catalogue of the current language. English needs none. */
export async function loadLanguage() {
  catalogue = {};
  if (language() === "en") return;
  const response = await fetch(`/web/locale/${language()}.json`);
  if (response.ok) catalogue = await response.json();
}

/** @param {string} name */
export async function setLanguage(name) {
  document.documentElement.lang = name;
  setPlain("language", name);
  await loadLanguage();
}

/**
 * A text of the page in the current language. Always call it with a literal, so that tools/messages.py finds it.
 * @param {string} template
 * @param {Args} [args]
 */
export function t(template, args) {
  return translate(template, args);
}

/** Mark a text for translation that `words` shows later. @param {string} text */
export const msg = (text) => text;

/** A text from the server, or one marked by `msg`. @param {Text | undefined | null} text @returns {string} */
export function words(text) {
  if (text === undefined || text === null) return "";
  if (typeof text === "string") return catalogue[text] ?? readable(text);
  return translate(text.say, text.args);
}

/**
 * A sentence about players as a viewer reads it: "You win." or "Ann wins."
 * @param {Text} text @param {Players} players @returns {string}
 */
export function sentence(text, players) {
  if (typeof text === "string") return words(text);
  const who = text.players?.who;
  // Some languages need no second form: there "{who}" becomes "you".
  const spoken = text.you && (text.you in catalogue || !(text.say in catalogue)) ? text.you : text.say;
  const found = translate(who === players.seat ? spoken : text.say, { ...text.args, ...named(text, players) }, players);
  if (who === undefined && !/^\{.*\.$/.test(text.say)) return found; // a part of a sentence
  return found.charAt(0).toLocaleUpperCase(language()) + found.slice(1);
}

/** The players in a sentence by their names. @param {import("./types").Text} text @param {Players} players */
function named(text, { names, seat }) {
  const found = Object.entries(text.players ?? {});
  return Object.fromEntries(found.map(([name, who]) => [name, who === seat ? t("you") : names[who]]));
}

/** With a capital letter and a full stop. @param {string} text */
export function asSentence(text) {
  const capital = text.charAt(0).toLocaleUpperCase() + text.slice(1);
  return /[.!?。]$/.test(capital) ? capital : t("{sentence}.", { sentence: capital });
}

/** The English of a text, for lookups. @param {Text | undefined | null} text @returns {string} */
export function english(text) {
  if (text === undefined || text === null) return "";
  return typeof text === "string" ? text : fill(text.say, text.args, "en", english);
}

/** A list such as "Ann, Bob and Cem". @param {string[]} names */
export function listed(names) {
  return new Intl.ListFormat(language(), { type: "conjunction" }).format(names);
}

/** @param {string} template @param {Args} [args] @param {Players} [players] @returns {string} */
function translate(template, args, players) {
  const found = catalogue[template];
  const say = players ? (/** @type {Text} */ text) => sentence(text, players) : words;
  return fill(found ?? template, args, found === undefined ? "en" : language(), say);
}

/**
 * @param {string} template @param {Args | undefined} args @param {string} locale
 * @param {(text: Text) => string} say turns an argument into a string
 */
function fill(template, args, locale, say) {
  if (!args) return template;
  return template.replace(PLACEHOLDER, (all, name, forms) => {
    const value = args[name];
    if (value === undefined) return all;
    if (forms !== undefined) return plural(Number(value), forms.split("|"), locale);
    return typeof value === "number" ? String(value) : say(value);
  });
}

/** Kept, because making them takes longer than all the rest of a sentence. @type {Map<string, { rules: Intl.PluralRules, categories: string[] }>} */
const kept = new Map();

/** @param {string} locale */
function pluralRules(locale) {
  let found = kept.get(locale);
  if (!found) {
    const rules = new Intl.PluralRules(locale);
    const used = rules.resolvedOptions().pluralCategories;
    found = { rules, categories: PLURAL_CATEGORIES.filter((one) => used.includes(one)) };
    kept.set(locale, found);
  }
  return found;
}

/** The form for a number. A range such as "2–4" is not a number and takes the last form. @param {number} n @param {string[]} forms @param {string} locale */
function plural(n, forms, locale) {
  const { rules, categories } = pluralRules(locale);
  const place = categories.indexOf(rules.select(n));
  return forms[Number.isNaN(n) || place >= forms.length ? forms.length - 1 : place];
}

/** An identifier or an action in a record's notation, for people: "hold blue=2 red=1" is "hold: blue 2, red 1". @param {string} text */
function readable(text) {
  const inner = /^[a-z]+\.([a-z].*)$/.exec(text); // an action of a game inside a match
  if (inner) return words(inner[1]);
  const action = /^([\w-]+)((?: [\w-]+=\S+)+)$/.exec(text);
  if (!action) return /^[a-z_]+$/.test(text) ? text.replaceAll("_", " ") : text;
  const args = action[2].trim().split(" ");
  const parts = args.map((arg) =>
    arg
      .split("=")
      .map((word) => catalogue[word] ?? word)
      .join(" "),
  );
  return `${catalogue[action[1]] ?? action[1]}: ${parts.join(", ")}`;
}
