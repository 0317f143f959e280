// How clicks become actions, and how rules pages are read. Run by tests/web/test_page.py.

import assert from "node:assert/strict";
import { test } from "node:test";

const web = process.env.WEB;
const { after, click, firstValues, isLit, nothing, placed, rowOf, unreachable } = await import(`${web}/js/choose.js`);
const { anchor } = await import(`${web}/js/markdown.js`);
const { english, words } = await import(`${web}/js/i18n.js`);

const square = (at, more) => ({ kind: "square", at, ...more });
const scene = (...pieces) => ({ areas: [{ title: "Board", layout: "grid", pieces }] });

test("one action acts at once", () => {
  const [one] = placed(scene(square([0, 0], { actions: [7] })));
  assert.deepEqual(click(one, nothing([7, 8]), [7, 8]), { act: 7 });
});

test("a piece, then where it goes", () => {
  const legal = [1, 2, 3];
  const all = placed(scene(square([0, 0], { actions: [1, 2] }), square([1, 0], { ends: [1] }), square([2, 0], { ends: [2, 3] })));
  const [from, near, far] = all;
  assert.equal(isLit(near, nothing(legal)), false);
  const { selection } = click(from, nothing(legal), legal);
  assert.deepEqual(selection.left, [1, 2]);
  assert.equal(isLit(near, selection), true);
  assert.deepEqual(click(far, selection, legal), { act: 2 });
  assert.deepEqual(click(from, selection, legal), { selection: nothing(legal) });
});

test("actions that are not legal do not light a piece", () => {
  const [one] = placed(scene(square([0, 0], { actions: [7] })));
  assert.equal(isLit(one, nothing([8])), false);
});

test("what further clicks cannot single out is listed", () => {
  // A red card alone (1), a black one alone (2), or both together (3).
  const all = placed({ areas: [{ title: "hand", pieces: [{ kind: "card", colour: "red", actions: [1, 3] }, { kind: "card", colour: "black", actions: [2, 3] }] }] });
  const legal = [1, 2, 3];
  const { selection } = click(all[0], nothing(legal), legal);
  assert.deepEqual(after(all[1].piece, selection), [3]);
  assert.deepEqual(unreachable({}, selection, all), [1]);
});

test("alike pieces that leave all actions open end in a list", () => {
  const all = placed({ areas: [{ title: "hand", pieces: [{ kind: "chip", actions: [1, 2] }, { kind: "chip", actions: [1, 2] }] }] });
  const { selection } = click(all[0], nothing([1, 2]), [1, 2]);
  assert.equal(isLit(all[1], selection), false);
  assert.deepEqual(unreachable({}, selection, all), [1, 2]);
  assert.notEqual(all[0].ref, all[1].ref);
});

test("actions that nothing offers are listed from the start", () => {
  const offered = { areas: [], choices: [{ text: "pass", action: 1 }], forms: [{ parts: [], rows: [[2]], submit: "go" }] };
  assert.deepEqual(unreachable(offered, nothing([1, 2, 3]), []), [3]);
});

test("a form begins with a legal combination where it can", () => {
  const counters = { parts: [{ name: "a", kind: "counter", values: [0, 1] }], rows: [[0, 5], [1, 6]] };
  assert.deepEqual(firstValues(counters), [0]);
  assert.equal(rowOf(counters, [1]), 1);
  const choices = { parts: [{ name: "n", kind: "choice", values: [3, 4] }, { name: "s", kind: "choice", values: [0, 1] }], rows: [[3, 1, 9], [4, 0, 8]] };
  assert.deepEqual(firstValues(choices), [3, 1]);
  assert.equal(rowOf(choices, [3, 0]), -1);
});

test("areas are named as events name them", () => {
  const title = { say: "hand of {n}", args: { n: 2 } };
  const all = placed({ areas: [{ title, seat: 1, pieces: [{ kind: "card" }] }, { key: "trick", title: "Trick", pieces: [{ kind: "card" }] }] });
  assert.deepEqual(all.map(({ ref }) => ref.split("|")[0]), ["hand of 2/1", "trick"]);
});

test("texts and anchors", () => {
  assert.equal(english({ say: "{a} and {b}", args: { a: { say: "{n} chips", args: { n: 2 } }, b: "you" } }), "2 chips and you");
  assert.equal(anchor("What you need: R7, `code` & co."), "what-you-need-r7-code--co");
});

test("actions are told in words", () => {
  assert.equal(words("hold blue=2 red=1"), "hold: blue 2, red 1");
  assert.equal(words("pounds.tile number=3"), "tile: number 3");
  assert.equal(words("no_card"), "no card");
  assert.equal(words("Is 1+1=2 so?"), "Is 1+1=2 so?");
});
