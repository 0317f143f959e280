// Fair chance: keeps the commitment that the server shows before the game and our random number, and checks both after
// it. The commitment must be the hash of the secret, and the seed of the game must be made of the secret and the numbers
// of all players.

import { get, nonce } from "./api.js";
import { t } from "./i18n.js";
import { recall, remember } from "./store.js";

/** @typedef {import("./types").TableInfo} TableInfo */
/** `good` is null if there is nothing to compare. @typedef {{ text: string, good: boolean | null, detail?: string }} Check */
/** The commitment first seen at a table, and the number sent to it. @typedef {{ seal: string, nonce?: string }} Kept */

const MAX_KEPT = 300;

/** @returns {Record<string, Kept>} */
const all = () => recall("seals", {});

/** @param {string} table @param {Kept} kept */
function keep(table, kept) {
  const { [table]: _, ...others } = all();
  remember("seals", Object.fromEntries([...Object.entries(others), [table, kept]].slice(-MAX_KEPT)));
}

/** Keep the commitment of a table the first time it is seen. @param {string} table @param {string} commitment */
export function keepSeal(table, commitment) {
  if (!all()[table]) keep(table, { seal: commitment });
}

/**
 * Our random number for a table, made when the server has committed to its secret. Sending it again is harmless, so
 * there is one for all our seats.
 * @param {string} table @param {string} commitment
 */
export function nonceFor(table, commitment) {
  const kept = all()[table] ?? { seal: commitment };
  const mine = kept.nonce ?? nonce();
  keep(table, { ...kept, nonce: mine });
  return mine;
}

/** @param {string} text */
const bytes = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
/** @param {ArrayBuffer} buffer */
const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Checks without a request: the secret against the commitment, and both against our own notes. @param {TableInfo} table @param {boolean} seated @returns {Promise<Check[]>} */
export async function checkSeal(table, seated) {
  if (!table.secret) return [{ text: t("The secret is not public yet."), good: null }];
  const checks = [await checkSecret(table.secret, table.commitment)];
  const { seal, nonce: mine } = all()[table.id] ?? {};
  if (!seal) checks.push({ text: t("Your browser has no fingerprint from before the end of the game."), good: null });
  else if (seal === table.commitment)
    checks.push({ text: t("It is the fingerprint that your browser kept."), good: true, detail: seal });
  else
    checks.push({
      text: t("It is not the fingerprint that your browser kept. The server has changed its secret."),
      good: false,
      detail: seal,
    });
  if (mine && seated) {
    const good = (table.nonces ?? []).includes(mine);
    checks.push({
      text: good ? t("Your random number was used.") : t("Your random number was not used."),
      good,
      detail: mine,
    });
  }
  return checks;
}

/** @param {string} secret @param {string} commitment @returns {Promise<Check>} */
async function checkSecret(secret, commitment) {
  if (!crypto.subtle) return { text: t("Browsers can check this only over HTTPS or on localhost."), good: null };
  const hash = hex(await crypto.subtle.digest("SHA-256", bytes(secret)));
  const good = hash === commitment;
  const text = good
    ? t("The published fingerprint matches the secret.")
    : t("The published fingerprint does not match the secret.");
  return { text, good, detail: hash };
}

/** Was the game dealt from this secret and these numbers? @param {TableInfo} table @returns {Promise<Check[]>} */
export async function checkSeed(table) {
  if (!table.secret || !crypto.subtle || !table.started) return [];
  const seed = await hmac(table.secret, [table.id, ...(table.nonces ?? []).map((number) => number ?? "")].join("/"));
  const record = String(await get(`/api/tables/${table.id}/record`).catch(() => ""));
  const good = seedOf(record) === seed;
  const text = good
    ? t("The game was dealt from the secret and the numbers of all players (HMAC).")
    : t("The game was not dealt from the secret and the numbers of all players (HMAC).");
  return [{ text, good, detail: seed }];
}

/** @param {string} secret @param {string} message */
async function hmac(secret, message) {
  const key = await crypto.subtle.importKey("raw", bytes(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return hex(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(message)));
}

/** The seed in a record. @param {string} record */
function seedOf(record) {
  return /^seed ([0-9a-f]{64})$/m.exec(record)?.[1] ?? null;
}
