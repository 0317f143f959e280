// The shuffle can be checked by anybody: the seal shown before the game must be that of the secret opened after it, and
// the seed of the game must be made of that secret and everybody's numbers.

import { get } from "./api.js";
import { t } from "./i18n.js";
import { recall } from "./store.js";

/** @typedef {{ text: string, good: boolean, detail?: string }} Check */

/** @param {string} text */
const bytes = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
/** @param {ArrayBuffer} buffer */
const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {import("./types").TableInfo} table @returns {Promise<Check[]>} */
export async function checkFairness(table) {
  if (!table.secret) return [{ text: t("The secret is not open yet."), good: false }];
  if (!crypto.subtle) return [{ text: t("Browsers can check this only over https or on the computer itself."), good: false }];
  const seal = hex(await crypto.subtle.digest("SHA-256", bytes(table.secret)));
  const checks = [{ text: t("The seal of the table is that of the secret."), good: seal === table.commitment, detail: seal }];
  const { seal: seen, nonce: own } = recall(`fair:${table.id}`, { seal: "", nonce: "" });
  if (seen) checks.push({ text: t("It is the seal you were shown before you sat down."), good: seen === table.commitment, detail: seen });
  if (own) checks.push({ text: t("Your own number is among those of the players."), good: (table.nonces ?? []).includes(own), detail: own });
  const seed = await mixed(table.secret, [table.id, ...(table.nonces ?? []).map((nonce) => nonce ?? "")].join("/"));
  const record = String(await get(`/api/tables/${table.id}/record`).catch(() => ""));
  checks.push({
    text: t("The game was dealt from the secret and the numbers of all players (HMAC)."),
    good: seedOf(record) === seed,
    detail: seed,
  });
  return checks;
}

/** @param {string} secret @param {string} message */
async function mixed(secret, message) {
  const key = await crypto.subtle.importKey("raw", bytes(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return hex(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(message)));
}

/** The seed that a record names. @param {string} record */
function seedOf(record) {
  return /^seed ([0-9a-f]{64})$/m.exec(record)?.[1] ?? null;
}
