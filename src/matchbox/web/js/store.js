// What this browser remembers: seats held, names, and how one likes to play. Nothing of it leaves except tokens in use.

/** @typedef {import("./types").Held} Held */
/** @typedef {import("./types").Invite} Invite */
/** @typedef {{ held: Held[], invites?: Invite[], at: number }} Kept */

const PREFIX = "matchbox.";
const MOST_TABLES = 60;

/** @template T @param {string} name @param {T} otherwise @returns {T} */
export function recall(name, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {unknown} value */
export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Without storage the page still works; it only forgets.
  }
}

/** Plain strings that early.js reads. @param {string} name @param {string | null} value */
export function setPlain(name, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  } catch {
    // see above
  }
}

/** @returns {Record<string, Kept>} */
export function tables() {
  return recall("tables", {});
}

/** @param {string} table @returns {Kept} */
export function kept(table) {
  return tables()[table] ?? { held: [], at: 0 };
}

/** Keep the seats held at a table; the oldest tables are forgotten. @param {string} table @param {Held[]} held @param {Invite[]} [invites] */
export function keep(table, held, invites) {
  const all = tables();
  const before = all[table];
  const seats = new Map([...(before?.held ?? []), ...held].map((one) => [one.seat, one]));
  all[table] = { held: [...seats.values()], invites: invites ?? before?.invites, at: Date.now() };
  const order = Object.entries(all).sort(([, a], [, b]) => b.at - a.at);
  remember("tables", Object.fromEntries(order.slice(0, MOST_TABLES)));
}

/** @param {string} table */
export function forget(table) {
  const all = tables();
  delete all[table];
  remember("tables", all);
}

/** How often a game has been finished here: newcomers get the coach. @param {string} game @returns {number} */
export function finished(game) {
  return recall("finished", /** @type {Record<string, number>} */ ({}))[game] ?? 0;
}

/** @param {string} game @param {string} table */
export function noteFinished(game, table) {
  const seen = recall("seen", /** @type {string[]} */ ([]));
  if (seen.includes(table)) return;
  remember("seen", [...seen.slice(-MOST_TABLES), table]);
  const all = recall("finished", /** @type {Record<string, number>} */ ({}));
  remember("finished", { ...all, [game]: (all[game] ?? 0) + 1 });
}
