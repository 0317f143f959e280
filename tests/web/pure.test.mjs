// How clicks become actions, and how texts are filled in. Run by tests/web/test_page.py.

import assert from "node:assert/strict";
import { test } from "node:test";

const web = process.env.WEB;
const { actionsAfter, click, emptySelection, firstValues, isSelectable, pieceRefs, rowOf, unclickable } = await import(
  `${web}/js/selection.js`
);
const i18n = await import(`${web}/js/i18n.js`);
const { parted } = await import(`${web}/js/field.js`);
const { lastEvents } = await import(`${web}/js/log.js`);
const { english, sentence, t, words } = i18n;

/** Load a catalogue as the page does, and go back to English. */
async function inLanguage(lang, catalogue, check) {
  globalThis.document = { documentElement: { lang } };
  globalThis.fetch = async () => ({ ok: true, json: async () => catalogue });
  await i18n.loadLanguage();
  check();
  globalThis.document.documentElement.lang = "en";
  await i18n.loadLanguage();
}

const square = (at, more) => ({ kind: "square", at, ...more });
const scene = (...pieces) => ({ areas: [{ title: "Board", layout: "grid", pieces }] });

test("a piece with one action plays it", () => {
  const [one] = pieceRefs(scene(square([0, 0], { actions: [7] })));
  assert.deepEqual(click(one, emptySelection([7, 8]), [7, 8]), { act: 7 });
});

test("two clicks choose a piece and its target", () => {
  const legal = [1, 2, 3];
  const all = pieceRefs(
    scene(square([0, 0], { actions: [1, 2] }), square([1, 0], { ends: [1] }), square([2, 0], { ends: [2, 3] })),
  );
  const [from, near, far] = all;
  assert.equal(isSelectable(near, emptySelection(legal)), false);
  const { selection } = click(from, emptySelection(legal), legal);
  assert.deepEqual(selection.left, [1, 2]);
  assert.equal(isSelectable(near, selection), true);
  assert.deepEqual(click(far, selection, legal), { act: 2 });
  assert.deepEqual(click(from, selection, legal), { selection: emptySelection(legal) });
});

test("illegal actions do not make a piece selectable", () => {
  const [one] = pieceRefs(scene(square([0, 0], { actions: [7] })));
  assert.equal(isSelectable(one, emptySelection([8])), false);
});

test("actions that no further click singles out are listed", () => {
  // A red card alone (1), a black card alone (2), or both (3).
  const red = { kind: "card", colour: "red", actions: [1, 3] };
  const black = { kind: "card", colour: "black", actions: [2, 3] };
  const all = pieceRefs({ areas: [{ title: "hand", pieces: [red, black] }] });
  const legal = [1, 2, 3];
  const { selection } = click(all[0], emptySelection(legal), legal);
  assert.deepEqual(actionsAfter(all[1].piece, selection), [3]);
  assert.deepEqual(unclickable({}, selection, all), [1]);
});

test("equal pieces with the same actions lead to a list", () => {
  const chip = { kind: "chip", actions: [1, 2] };
  const all = pieceRefs({ areas: [{ title: "hand", pieces: [chip, { ...chip }] }] });
  const { selection } = click(all[0], emptySelection([1, 2]), [1, 2]);
  assert.equal(isSelectable(all[1], selection), false);
  assert.deepEqual(unclickable({}, selection, all), [1, 2]);
  assert.notEqual(all[0].ref, all[1].ref);
});

test("actions without a piece, button or form are listed from the start", () => {
  const offered = {
    areas: [],
    choices: [{ text: "pass", action: 1 }],
    forms: [{ parts: [], rows: [[2]], submit: "go" }],
  };
  assert.deepEqual(unclickable(offered, emptySelection([1, 2, 3]), []), [3]);
});

test("a form starts with a legal combination where it can", () => {
  const counters = {
    parts: [{ name: "a", kind: "counter", values: [0, 1] }],
    rows: [
      [0, 5],
      [1, 6],
    ],
  };
  assert.deepEqual(firstValues(counters), [0]);
  assert.equal(rowOf(counters, [1]), 1);
  const choices = {
    parts: [
      { name: "n", kind: "choice", values: [3, 4] },
      { name: "s", kind: "choice", values: [0, 1] },
    ],
    rows: [
      [3, 1, 9],
      [4, 0, 8],
    ],
  };
  assert.deepEqual(firstValues(choices), [3, 1]);
  assert.equal(rowOf(choices, [3, 0]), -1);
});

test("areas have the names that events use", () => {
  const title = { say: "hand of {n}", args: { n: 2 } };
  const all = pieceRefs({
    areas: [
      { title, seat: 1, pieces: [{ kind: "card" }] },
      { key: "trick", title: "Trick", pieces: [{ kind: "card" }] },
    ],
  });
  assert.deepEqual(
    all.map(({ ref }) => ref.split("|")[0]),
    ["hand of 2/1", "trick"],
  );
});

test("texts are filled in, also inside each other", () => {
  const chips = { say: "{n} {n|chip|chips}", args: { n: 2 } };
  assert.equal(english({ say: "{a} and {b}", args: { a: chips, b: "you" } }), "2 chips and you");
});

test("a count chooses between one and many", () => {
  for (const [n, text] of [
    [0, "0 players"],
    [1, "1 player"],
    [2, "2 players"],
    ["1", "1 player"],
    ["1–4", "1–4 players"],
  ])
    assert.equal(t("{n} {n|player|players}", { n }), text);
  assert.equal(english({ say: "{n|one|many}", args: { n: 1 } }), "one");
});

test("each language has its own plural forms", async () => {
  const template = "{n} {n|card|cards}";
  await inLanguage("ja", { [template]: "カード{n}枚" }, () => assert.equal(t(template, { n: 1 }), "カード1枚"));
  await inLanguage("pl", { [template]: "{n} {n|karta|karty|kart|karty}" }, () => {
    assert.deepEqual(
      [1, 3, 5].map((n) => t(template, { n })),
      ["1 karta", "3 karty", "5 kart"],
    );
    assert.equal(t("{n} {n|chip|chips}", { n: 5 }), "5 chips"); // not translated, so by English rules
  });
});

test("actions in a record's notation become readable", () => {
  assert.equal(words("hold blue=2 red=1"), "hold: blue 2, red 1");
  assert.equal(words("pounds.tile number=3"), "tile: number 3");
  assert.equal(words("no_card"), "no card");
  assert.equal(words("Is 1+1=2 so?"), "Is 1+1=2 so?");
});

test("a sentence addresses its reader", async () => {
  const text = {
    say: "{who} hits {other} with {n} {n|cube|cubes}.",
    you: "You hit {other} with {n} {n|cube|cubes}.",
    args: { n: 2 },
    players: { who: 0, other: 1 },
  };
  const names = ["ann", "Bob", "Cem"];
  assert.equal(sentence(text, { names, seat: 2 }), "Ann hits Bob with 2 cubes.");
  assert.equal(sentence(text, { names, seat: 0 }), "You hit Bob with 2 cubes.");
  assert.equal(sentence(text, { names, seat: 1 }), "Ann hits you with 2 cubes.");
  const japanese = { [text.say]: "{who}が{other}に{n}個当てる。", you: "あなた" };
  await inLanguage("ja", japanese, () => {
    assert.equal(sentence(text, { names, seat: 0 }), "あなたがBobに2個当てる。");
  });
});

test("a sentence inside a sentence names its players", () => {
  const text = { say: "{names} win.", args: { names: { say: "{a} and {b}", players: { a: 0, b: 1 } } } };
  assert.equal(sentence(text, { names: ["Ann", "Bob"], seat: 1 }), "Ann and you win.");
});

test("the banner shows the last main events, past choices and details", () => {
  const event = (say, more) => ({ kind: "move", text: { say }, ...more });
  const state = { seat: 0, table: { seats: [{ name: "Ann" }] } };
  const log = [
    { number: 0, step: 1, seat: 0, events: [event("A move."), event("A detail.", { minor: true })] },
    { number: 1, step: 2, seat: 0, events: [event("Another detail.", { minor: true })] },
    { number: 2, step: 3, seat: 0, events: [event("A choice.", { kind: "choice" })] },
  ];
  assert.deepEqual(lastEvents(log, state), ["A move."]);
  assert.deepEqual(lastEvents(log.slice(1), state), []);
});

test("the banner names everybody who could only pass", () => {
  const state = { seat: 1, table: { seats: [{ name: "Ann" }, { name: "Bob" }, { name: "Cleo" }] } };
  const pass = (seat) => ({
    kind: "pass",
    text: { say: "{who} cannot follow.", you: "You cannot follow.", players: { who: seat } },
    forced: true,
  });
  const won = { kind: "reveal", text: { say: "Ann wins the trick." } };
  const log = [
    { number: 0, step: 1, seat: 0, events: [{ kind: "move", text: { say: "Ann plays an ace." } }] },
    { number: 1, step: 2, seat: 1, events: [pass(1)] },
    { number: 2, step: 3, seat: 2, events: [pass(2), won] },
  ];
  assert.deepEqual(lastEvents(log, state), ["You cannot follow.", "Cleo cannot follow.", "Ann wins the trick."]);
  assert.deepEqual(lastEvents(log.slice(0, 1), state), ["Ann plays an ace."]);
});

// --- reviews and hints ---

const chances = await import(`${web}/js/chances.js`);
const { hintSentence } = await import(`${web}/js/hints.js`);

const round = (n) => ({ say: "Round {n}", args: { n } });
const told = (seat, say) => ({ say: `{who} ${say}.`, you: `You ${say}.`, players: { who: seat } });
const choice = (number, seat, cost, more) => ({ number, seat, cost, played: "a", best: "b", told: told(seat, "play a"), better: cost ? told(seat, "play b") : "", ...more }); // prettier-ignore
const review = {
  points: [
    { step: 0, round: round(1), chances: [0.5, 0.5] },
    { step: 2, round: round(1), chances: [0.4, 0.6] },
    { step: 4, round: round(2), chances: [0.7, 0.3] },
    { step: 6, round: round(2), chances: [0.9, 0.1] },
  ],
  choices: [
    choice(1, 0, 0.1),
    choice(2, 1, 0),
    choice(3, 0, 0),
    choice(4, 1, 0.2),
    choice(5, 0, 0),
    choice(6, 1, 0.01),
  ],
  luck: [0.06, -0.06],
};
const ann = { names: ["Ann", "Bob"], seat: 0 };

test("turning points are the costly choices and the best turns, in order, with the numbers of the replay", () => {
  const found = chances.turningPoints(review, 0);
  assert.deepEqual(
    found.map(({ n, step, good }) => [n, step, good]),
    [
      [1, 1, false],
      [2, 3, true],
      [3, 4, false],
    ],
  );
  assert.ok(Math.abs(found[1].change - 0.3) < 1e-9);
  assert.equal(chances.turningPoints(review, -1).length, 2);
});

test("a move belongs to the round in which it was made", () => {
  assert.equal(chances.placeOf(review, 4), "Round 1");
  assert.equal(chances.placeOf(review, 5), "Round 2");
  assert.equal(chances.placeOf(null, 19), "Move 19");
  assert.deepEqual(
    chances.roundsOf(review).map(({ from, to, label }) => [from, to, label]),
    [
      [0, 4, "1"],
      [4, 6, "2"],
    ],
  );
  assert.equal(chances.roundName(review), "Round");
});

test("percentages have a sign where they are changes", () => {
  assert.equal(chances.percent(0.624), "62\u00a0%");
  assert.equal(chances.percent(-0.11, true), "−11\u00a0%");
  assert.equal(chances.percent(0.27, true), "+27\u00a0%");
  assert.equal(chances.percent(-0.001, true), "0\u00a0%");
});

test("luck and skill are told in words", () => {
  assert.equal(
    chances.luckWords(review, ann),
    "Luck was slightly on your side. In all, your choices cost you 10\u00a0%, Bob's cost 21\u00a0%.",
  );
  assert.equal(chances.luckWords({ ...review, luck: [0, 0], choices: [] }, { names: ["A", "B", "C"], seat: 2 }), "Luck played no part. In all, your choices cost you 0\u00a0%."); // prettier-ignore
});

test("moves of others are not told as yours", () => {
  const secret = { say: "You point at the 1." };
  assert.equal(chances.moveWords(secret, "point slot=1", 0, ann), "You point at the 1.");
  assert.equal(chances.moveWords(secret, "point slot=1", 1, ann), "Bob: “You point at the 1.”");
  assert.equal(chances.moveWords(told(1, "play c4"), "place c4", 1, ann), "Bob play c4.");
  assert.equal(chances.moveWords("", "place c4", 1, ann), "Bob: place c4");
});

test("hints name the move, the chance and the second best", () => {
  const state = {
    seat: 0,
    table: { seats: [{ name: "Ann" }, { name: "Bob" }] },
    scene: {
      choices: [
        { text: "Run", action: 1 },
        { text: "Continue", action: 2 },
      ],
    },
  };
  const hint = (first, second) => ({
    value: first,
    choices: [
      { action: 1, text: "run", weight: 0.6, value: first, sentence: "" },
      { action: 3, text: "dig", weight: 0.4, value: second, sentence: told(0, "dig deeper") },
    ],
  });
  const say = (first, second) => hintSentence(hint(first, second), state, null);
  assert.equal(say(0.2, -0.2), "Best: Run. You win about 60\u00a0% from here. It is clearly the best move.");
  assert.equal(
    say(0.2, 0.1),
    "Best: Run. You win about 60\u00a0% from here. It is a little better than: you dig deeper.",
  );
  assert.equal(say(0.2, 0.21), "Best: Run. You win about 60\u00a0% from here. About as good: you dig deeper.");
  const four = { ...state, table: { seats: [1, 2, 3, 4].map((n) => ({ name: `P${n}` })) } };
  assert.match(hintSentence(hint(0, -1), four, null), /ahead of an opponent in about 50\u00a0%/);
});

test("targets that would cover each other on a plane are moved apart, each by half", () => {
  const cube = (ref, x, y) => ({ ref, piece: { kind: "cube", at: [x, y] } });
  const placesOf = (cubes, targets, zoom) => parted(cubes, targets, zoom).map(({ piece }) => piece.at);
  const [a, b, far, idle] = [cube("a", 10, 5), cube("b", 10.5, 5), cube("far", 10.2, 60), cube("idle", 10.2, 5)];

  const [left, right, other, still] = placesOf([a, b, far, idle], [a, b, far], 20);
  const gap = right[0] - left[0];
  assert.ok(gap * 20 > 15.9, `${gap * 20} pixels apart`);
  assert.equal((left[0] + right[0]) / 2, 10.25);
  assert.deepEqual([left[1], right[1]], [5, 5]);
  assert.deepEqual(other, [10.2, 60]); // above or below there is room
  assert.deepEqual(still, [10.2, 5]); // it cannot be picked
  assert.deepEqual(
    [a.piece.at, b.piece.at],
    [
      [10, 5],
      [10.5, 5],
    ],
  ); // the scene keeps its places

  const close = placesOf([b, a], [b, a], 20);
  assert.ok(close[0][0] > close[1][0], "their order stays");
  assert.deepEqual(placesOf([a, b], [a, b], 400), [
    [10, 5],
    [10.5, 5],
  ]); // zoomed in, they do not touch
  assert.deepEqual(placesOf([a, b], [], 20), [
    [10, 5],
    [10.5, 5],
  ]);
});
