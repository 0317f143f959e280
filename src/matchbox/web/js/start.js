// Making a table.

import { post } from "./api.js";
import { nonceFor } from "./fairness.js";
import { t } from "./i18n.js";
import { races } from "./options.js";
import { recall, saveSeats } from "./store.js";

/** @typedef {import("./types").GameInfo} GameInfo */
/** @typedef {Record<string, string | number>} Options */

/**
 * Make a table and return its id.
 * @param {Omit<import("./types").NewTable, "clock"> & { clock?: import("./types").Clock | null }} table
 * @returns {Promise<string>}
 */
export async function makeTable(table) {
  // The commitment comes first, so that the server cannot pick its secret after it has seen our number.
  const { table: reserved, commitment } = await post("/api/reserve");
  const made = await post("/api/tables", { ...table, table: reserved, nonce: nonceFor(reserved, commitment) });
  saveSeats(made.table, made.seats, made.invites);
  return made.table;
}

/** The options of a new table. A game that can be a race is one, unless players share a device. @param {GameInfo} game @param {boolean} shared @returns {Options} */
export function usualOptions(game, shared) {
  return Object.fromEntries(
    game.options.map((option) => [
      option.name,
      shared ? turnsValue(option) : (game.race?.[option.name] ?? option.default),
    ]),
  );
}

/** The usual value without a race. @param {import("./types").Option} option */
const turnsValue = (option) =>
  races(option).includes(option.default)
    ? (option.values.find(({ real_time }) => !real_time)?.value ?? option.default)
    : option.default;

/** The level that the user took last, if the game has it. @param {GameInfo} game */
export function usualLevel(game) {
  const level = recall("level", "casual");
  return game.levels.includes(level) ? level : "casual";
}

export const myName = () => recall("name", "") || t("Guest");

/** Start a table at once: against bots, or with a seat for a friend. @param {GameInfo} game @param {boolean} withFriend */
export function deal(game, withFriend) {
  const least = Math.min(...game.seats);
  const count = withFriend ? Math.max(least, 2) : Math.max(least, game.seats.includes(1) && least === 1 ? 1 : 2);
  const bot = { kind: /** @type {const} */ ("bot"), level: usualLevel(game) };
  const friend = { kind: /** @type {const} */ ("open") };
  const others = Array(count - 1).fill(bot);
  if (withFriend) others[0] = friend;
  return makeTable({
    game: game.id,
    options: usualOptions(game, false),
    players: [{ kind: "me", name: myName() }, ...others],
    pace: recall("pace", 600),
  });
}
