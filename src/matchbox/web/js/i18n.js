// Words: English is the key, a catalogue holds the other language.

import { setPlain } from "./store.js";

/** @typedef {import("./types").Text} Text */

export const LANGUAGES = /** @type {const} */ ({ en: "English", ja: "日本語" });

/** @type {Record<string, string>} */
let catalogue = {};

export function language() {
  return document.documentElement.lang;
}

/** Fetch the catalogue of the present language. English needs none. */
export async function loadLanguage() {
  catalogue = {};
  if (language() === "en") return;
  const answer = await fetch(`/web/locale/${language()}.json`);
  if (answer.ok) catalogue = await answer.json();
}

/** @param {string} name */
export async function setLanguage(name) {
  document.documentElement.lang = name;
  setPlain("language", name);
  await loadLanguage();
}

/**
 * A sentence of the page in the present language.
 * @param {string} template
 * @param {Record<string, Text | number>} [args]
 */
export function t(template, args) {
  return fill(catalogue[template] ?? template, args);
}

/** A text from the server. @param {Text | undefined | null} text @returns {string} */
export function words(text) {
  if (text === undefined || text === null) return "";
  if (typeof text === "string") return catalogue[text] ?? readable(text);
  return fill(catalogue[text.say] ?? text.say, text.args);
}

/** An action as records write it, "hold blue=2 red=1", for people: "hold: blue 2, red 1". @param {string} text */
function readable(text) {
  const inner = /^[a-z]+\.([a-z].*)$/.exec(text); // of a game within a match
  if (inner) return words(inner[1]);
  const found = /^([\w-]+)((?: [\w-]+=\S+)+)$/.exec(text);
  if (!found) return /^[a-z_]+$/.test(text) ? text.replaceAll("_", " ") : text;
  const parts = found[2].trim().split(" ").map((part) => part.split("=").map((word) => catalogue[word] ?? word).join(" "));
  return `${catalogue[found[1]] ?? found[1]}: ${parts.join(", ")}`;
}

/** The English of a text, for looking things up. @param {Text | undefined | null} text @returns {string} */
export function english(text) {
  if (text === undefined || text === null) return "";
  if (typeof text === "string") return text;
  return text.say.replace(/\{(\w+)\}/g, (all, name) => {
    const value = text.args?.[name];
    return value === undefined ? all : typeof value === "number" ? String(value) : english(value);
  });
}

/** @param {string} template @param {Record<string, Text | number>} [args] */
function fill(template, args) {
  if (!args) return template;
  return template.replace(/\{(\w+)\}/g, (all, name) => {
    const value = args[name];
    return value === undefined ? all : typeof value === "number" ? String(value) : words(value);
  });
}

/** "Ann, Bob and Cem" in the present language. @param {string[]} names */
export function listed(names) {
  return new Intl.ListFormat(language(), { type: "conjunction" }).format(names);
}
