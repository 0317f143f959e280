// The room of a moment. Run by tests/web/test_page.py.

import assert from "node:assert/strict";
import { test } from "node:test";

const web = process.env.WEB;
globalThis.document = { documentElement: { lang: "en" }, hidden: false };
globalThis.matchMedia = () => ({ matches: false });
const { momentRoom } = await import(`${web}/js/moment.js`);

const hands = (n) => ({
  title: "Ann loses a life",
  sides: [...Array(n).keys()].map((seat) => ({ seat, pieces: Array(3).fill({ kind: "card", text: "5" }) })),
});
const phone = { stage: { x: 8, y: 310, w: 374, h: 132 }, seats: { x: 8, y: 98, w: 374, h: 208, beside: false } };

test("many hands in a small window also use the room of the seats above", () => {
  assert.deepEqual(momentRoom(hands(12), phone), { x: 8, y: 98, w: 374, h: 344 });
});

test("hands that are large enough leave the seats in sight", () => {
  const desktop = { stage: { x: 20, y: 290, w: 940, h: 250 }, seats: { ...phone.seats, w: 940 } };
  assert.equal(momentRoom(hands(12), desktop), desktop.stage);
  assert.equal(momentRoom(hands(2), phone), phone.stage);
});

test("seats beside or below the stage stay in sight", () => {
  for (const seats of [{ ...phone.seats, beside: true }, { ...phone.seats, y: 500 }, null])
    assert.equal(momentRoom(hands(12), { ...phone, seats }), phone.stage);
});
