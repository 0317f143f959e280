// Finding games by words that may be misspelt, in any language of the page.

/** @param {string} text */
export function plain(text) {
  const folded = text.normalize("NFKD").replace(/\p{M}/gu, "").normalize("NFKC").toLowerCase();
  // Katakana and Hiragana sound the same.
  return folded.replace(/[ァ-ヶ]/g, (one) => String.fromCharCode(one.charCodeAt(0) - 0x60));
}

/** @param {string} text */
const split = (text) => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Has a text letters of a language that is written without spaces? @param {string} text */
const isUnspaced = (text) => /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u.test(text);

/**
 * Letters to add, drop, replace or swap with a neighbour until `typed` is the beginning of `word`.
 * @param {string} typed @param {string} word
 */
export function distance(typed, word) {
  /** @type {number[][]} */
  const rows = [[...Array(word.length + 1).keys()]];
  for (let i = 1; i <= typed.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= word.length; j++) {
      const same = typed[i - 1] === word[j - 1];
      let cost = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (same ? 0 : 1));
      if (i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1])
        cost = Math.min(cost, rows[i - 2][j - 2] + 1);
      rows[i].push(cost);
    }
  }
  return Math.min(...rows[typed.length]);
}

/** Two letters each. @param {string} text */
const pairs = (text) => [...Array(Math.max(0, text.length - 1)).keys()].map((i) => text.slice(i, i + 2));

/**
 * How well words fit a text: 0 not at all, 1 perhaps, 2 in it, 3 at the beginning of a word.
 * @param {string} typed @param {string} text
 */
export function fit(typed, text) {
  const found = split(typed).map((word) => fitOfWord(word, text));
  return found.length ? Math.min(...found) : 3;
}

/** @param {string} typed @param {string} text */
function fitOfWord(typed, text) {
  const all = split(text);
  if (all.some((word) => word.startsWith(typed))) return 3;
  if (all.some((word) => word.includes(typed)) || (typed.length > 3 && all.join("").includes(typed))) return 2;
  if (isUnspaced(typed)) {
    const wanted = pairs(typed);
    const there = new Set(all.flatMap(pairs));
    return wanted.length > 1 && wanted.filter((pair) => there.has(pair)).length >= wanted.length / 2 ? 1 : 0;
  }
  const allowed = typed.length < 4 ? 0 : typed.length < 7 ? 1 : 2;
  return allowed && all.some((word) => distance(typed, word) <= allowed) ? 1 : 0;
}

/**
 * The things that fit what was typed, best first. Misspelt words count only where nothing fits better.
 * @template T
 * @param {T[]} things @param {string} typed @param {(thing: T) => { names: string, more: string }} texts
 * @returns {T[]}
 */
export function search(things, typed, texts) {
  if (!split(typed).length) return things;
  const rated = things.map((thing) => {
    const { names, more } = texts(thing);
    const name = fit(typed, names);
    return { thing, points: name > 1 ? name + 2 : Math.max(name, fit(typed, `${names} ${more}`)) };
  });
  const best = Math.max(...rated.map(({ points }) => points));
  const least = best > 1 ? 2 : 1;
  return rated
    .filter(({ points }) => points >= least)
    .sort((a, b) => b.points - a.points)
    .map(({ thing }) => thing);
}
