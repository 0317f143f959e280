// Local storage: seat tokens, names and preferences. Only the tokens in use are sent to the server.

/** @typedef {import("./types").SeatToken} SeatToken */
/** @typedef {import("./types").Invite} Invite */
/** @typedef {{ held: SeatToken[], invites?: Invite[], at: number }} SavedTable */

const PREFIX = "matchbox.";
const MAX_TABLES = 60;

/** @template T @param {string} name @param {T} fallback @returns {T} */
export function recall(name, fallback) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/** @param {string} name @param {unknown} value */
export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Without storage the page works but remembers nothing.
  }
}

/** Save a plain string, which early.js reads. @param {string} name @param {string | null} value */
export function setPlain(name, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  } catch {
    // as in `remember`
  }
}

/** @returns {Record<string, SavedTable>} */
export function tables() {
  return recall("tables", {});
}

/** @param {string} table @returns {SavedTable} */
export function savedTable(table) {
  return tables()[table] ?? { held: [], at: 0 };
}

/** Save the seats held at a table and drop the oldest tables. @param {string} table @param {SeatToken[]} held @param {Invite[]} [invites] */
export function saveSeats(table, held, invites) {
  const all = tables();
  const before = all[table];
  const seats = new Map([...(before?.held ?? []), ...held].map((one) => [one.seat, one]));
  all[table] = { held: [...seats.values()], invites: invites ?? before?.invites, at: Date.now() };
  const order = Object.entries(all).sort(([, a], [, b]) => b.at - a.at);
  remember("tables", Object.fromEntries(order.slice(0, MAX_TABLES)));
}

/** @param {string} table */
export function forgetTable(table) {
  const all = tables();
  delete all[table];
  remember("tables", all);
}

/** How often a game was finished in this browser. New players get tips. @param {string} game @returns {number} */
export function timesFinished(game) {
  return recall("finished", /** @type {Record<string, number>} */ ({}))[game] ?? 0;
}

/** @param {string} game @param {string} table */
export function noteFinished(game, table) {
  const seen = recall("seen", /** @type {string[]} */ ([]));
  if (seen.includes(table)) return;
  remember("seen", [...seen.slice(-MAX_TABLES), table]);
  const all = recall("finished", /** @type {Record<string, number>} */ ({}));
  remember("finished", { ...all, [game]: (all[game] ?? 0) + 1 });
}
