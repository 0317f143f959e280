// The layout of the table, and the order in which states are shown. Run by tests/web/test_page.py.

import assert from "node:assert/strict";
import { test } from "node:test";

const web = process.env.WEB;
globalThis.document = { documentElement: { lang: "en" }, hidden: false };
globalThis.matchMedia = () => ({ matches: false });
const { boards, layoutOf } = await import(`${web}/js/board.js`);
const { place: divideRoom, solve } = await import(`${web}/js/layout.js`);
const { flowSize, forgetSizes, packed, wrappedLines } = await import(`${web}/js/measure.js`);
const { Plan, divide, isTight } = await import(`${web}/js/plan.js`);
const { groups } = await import(`${web}/js/log.js`);
const { Playback } = await import(`${web}/js/playback.js`);
const { Standing, isRepeated } = await import(`${web}/js/standing.js`);

const WINDOWS = [
  { w: 1280, h: 800 },
  { w: 1024, h: 768 },
  { w: 390, h: 844 },
  { w: 844, h: 390 },
  { w: 640, h: 400 },
  { w: 1920, h: 1080 },
];
const width = (text, size) => text.length * size * 0.55;
const square = (at, more) => ({ kind: "square", at, ...more });
const cells = (columns, rows, more) =>
  [...Array(columns * rows).keys()].map((i) => square([i % columns, Math.floor(i / columns)], { text: "x", ...more }));
const cards = (n, more) =>
  [...Array(n).keys()].map((i) => ({ kind: "card", colour: "red", symbol: "drop", number: i + 1, ...more }));
const quiet = { question: "Which card?", why: "", acts: ["Go"], buttons: [], forms: [], counted: [] };

/** A scene with something of everything. */
const full = {
  prompt: "?",
  areas: [
    { title: "Board", layout: "grid", key: "board", pieces: cells(8, 8, { actions: [1] }) },
    {
      title: "Market",
      key: "lot",
      look: "felt",
      pieces: [
        { kind: "tile", number: 3 },
        { kind: "chip", colour: "red" },
      ],
    },
    { title: "Deck", key: "deck", layout: "pile", pieces: [{ kind: "card", hidden: true, count: 9 }] },
    { title: "Hand", key: "hand", seat: 0, layout: "fan", pieces: cards(6, { actions: [2] }) },
    { title: "Hand", key: "theirs", seat: 1, layout: "fan", pieces: cards(4) },
  ],
};

const inside = (box, { w, h }) => box.x >= -1 && box.y >= -1 && box.x + box.w <= w + 1 && box.y + box.h <= h + 1;
const overlap = (a, b) =>
  Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x) > 1 && Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y) > 1;

test("areas go to their part of the table", () => {
  const parts = divide(full, 0);
  const keys = (entries) => entries.map(({ key }) => key);
  assert.deepEqual(keys(parts.boards), ["board"]);
  assert.deepEqual(keys(parts.market), ["lot"]);
  assert.deepEqual(keys(parts.supply), ["deck"]);
  assert.deepEqual(keys(parts.tray), ["hand"]);
  assert.deepEqual(keys(parts.plates.get(1)), ["theirs"]);
  assert.deepEqual(keys(divide(full, 1).tray), ["theirs"]);
  const stolen = { areas: [{ title: "Chips", key: "chips", seat: 1, role: "market", pieces: [{ kind: "chip" }] }] };
  assert.deepEqual(keys(divide(stolen, 0).market), ["chips"]);
});

for (const view of WINDOWS) {
  test(`everything fits into ${view.w} x ${view.h}, and nothing overlaps`, () => {
    const { solution } = new Plan(width).lay(full, { seat: 0, seats: 2, log: true }, quiet, view);
    const places = [solution.dock, solution.seats, ...Object.values(solution.items)].filter(Boolean);
    for (const place of places) assert.ok(inside(place, view), JSON.stringify(place));
    for (const [i, a] of places.entries())
      for (const b of places.slice(i + 1)) assert.ok(!overlap(a, b), JSON.stringify([a, b]));
    assert.ok(solution.items.board.scale >= 24, `cells of ${solution.items.board.scale} px`);
  });
}

/** Four players of a game on a square board, in the middle of a chain of moves. */
const square10 = {
  prompt: "?",
  areas: [{ title: "", layout: "grid", look: "board", key: "board", pieces: cells(10, 10, { actions: [1] }) }],
};
const chain = {
  ...quiet,
  question: "Jump on from c8, or stop there?",
  why: "How many jumps it takes.",
  acts: ["Stop here", ""],
};
const plateTexts = ["Ada", "Theo", "Mika", "You"].map((name) => ({
  name,
  line: "84 steps to go",
  score: "0",
  unit: "of 10",
  goal: 0,
  lives: 0,
}));

for (const view of WINDOWS.filter(({ h }) => h <= 480)) {
  test(`in ${view.w} x ${view.h} a square board has the whole height, with four seats beside it`, () => {
    const table = { seat: 0, seats: 4, log: false, texts: plateTexts };
    const { solution } = new Plan(width).lay(square10, table, chain, view);
    const { dock, seats, items } = solution;
    assert.ok(items.board.scale >= 27, `cells of ${items.board.scale} px`);
    assert.ok(inside(seats, view) && !overlap(seats, dock) && !overlap(seats, items.board));
    assert.equal(seats.x, dock.x);
  });
}

test("small plates have their unit below the score where there is room", () => {
  const plates = (view, texts) => new Plan(width).plates(divide(square10, 0), view, texts).map(({ name }) => name);
  assert.deepEqual(plates("phone", plateTexts), ["short", "tiny units", "tiny"]);
  assert.deepEqual(
    plates(
      "phone",
      plateTexts.map((text) => ({ ...text, unit: "" })),
    ),
    ["short", "tiny"],
  );
  const plan = new Plan(width);
  const [short, units, tiny] = plan.plates(divide(square10, 0), "phone", plateTexts);
  assert.ok(short.w > units.w && units.w > tiny.w);
});

test("points, bar and trays are wide enough for fingers on a phone", () => {
  const area = {
    title: "",
    layout: "grid",
    look: "points",
    key: "board",
    cell: [20, 74],
    pieces: [{ kind: "point", at: [0, 1] }],
  };
  const { solution } = new Plan(width).lay({ prompt: "?", areas: [area] }, { seat: 0, seats: 2, log: false }, quiet, {
    w: 390,
    h: 844,
  });
  const { scale, variant } = solution.items.board;
  const { columns, place } = boards(area)[variant];
  for (let column = 0; column < 14; column++) {
    const [x] = place({ at: [column, 1] });
    assert.ok(columns[x] * scale >= 24, `column ${column} is ${columns[x] * scale} px wide`);
  }
});

test("a plan keeps its places when a hand shrinks or a phase has no buttons", () => {
  const plan = new Plan(width);
  const view = { w: 1280, h: 800 };
  const table = { seat: 0, seats: 2, log: true };
  const lay = (scene, dock) => structuredClone(plan.lay(scene, table, dock, view).solution);
  const asked = { ...quiet, buttons: [{ text: "A long choice with words in it", note: "and a note" }] };
  const first = lay(full, asked);
  const areas = full.areas.map((area) => (area.key === "hand" ? { ...area, pieces: cards(2) } : area));
  assert.deepEqual(lay({ ...full, areas }, quiet), first);
  assert.deepEqual(lay({ ...full, areas: areas.filter(({ key }) => key !== "deck") }, quiet), first);
});

test("phases of a dock need no room together, and the highest one stays", () => {
  const view = { w: 390, h: 844 };
  const table = { seat: 0, seats: 2, log: false };
  const chips = ["blue", "red", "green", "yellow"].map((colour) => ({ kind: "chip", text: colour, colour }));
  const hand = { title: "Hand", key: "hand", seat: 0, pieces: chips };
  const picks = { title: "Picks", key: "picks", seat: 0, look: "picks", pieces: chips };
  const scenes = [[hand], [picks]].map((areas) => ({ prompt: "?", areas: [full.areas[0], ...areas] }));
  const together = { prompt: "?", areas: [full.areas[0], hand, picks] };
  const height = (...all) => {
    const plan = new Plan(width);
    const found = all.map((scene) => plan.lay(scene, table, quiet, view).solution.dock.h);
    return found[found.length - 1];
  };
  assert.equal(height(...scenes), Math.max(...scenes.map((scene) => height(scene))));
  assert.ok(height(together) > height(...scenes));
});

test("a box among the buttons of a phone has room, and a wrapped button makes the dock higher", () => {
  const table = { seat: 0, seats: 2, log: false };
  const high = (dock, view = { w: 390, h: 844 }) =>
    new Plan(width).lay(full, table, { ...quiet, ...dock }, view).solution.dock.h;
  const long = "Name 1 blue, 1 red, 1 green";
  assert.ok(high({ acts: ["Pass", long], boxes: [4] }) > high({ acts: ["Pass", long] }));
  assert.equal(high({ boxes: [4] }, { w: 1280, h: 800 }), high({}, { w: 1280, h: 800 }));
  const plan = new Plan(width);
  const lay = (acts) => plan.lay(full, table, { ...quiet, acts }, { w: 390, h: 844 }).solution.dock.h;
  assert.ok(lay(["Liar!", "Bid"]) < lay(["Liar!", "Bid an even longer number of these symbols"]));
});

test("counters without room give way to taps, where a box takes pieces back", () => {
  assert.ok(isTight("phone", 4, 366, [4]));
  assert.ok(!isTight("phone", 3, 366, [3]));
  assert.ok(!isTight("phone", 4, 366, []));
  assert.ok(!isTight("desktop", 9, 366, [9]));
});

test("a gauge is beside its pile where there is room, and below it elsewhere", () => {
  const deck = { title: "Deck", key: "deck", layout: "pile", look: "gauge", pieces: cards(1) };
  const area = { ...deck, note: "7 of 52 cards", odds: [{ pieces: [], percent: 13 }] };
  const [wide, narrow] = [366, 150].map((most) => flowSize(area, 0.6, most, width));
  assert.ok(wide.w > narrow.w && wide.h < narrow.h);
  assert.ok(narrow.h > flowSize({ ...area, odds: [] }, 0.6, 150, width).h);
});

test("the dock has room for the largest phase, not for all phases together", () => {
  const table = { seat: 0, seats: 2, log: false };
  const view = { w: 390, h: 844 };
  const phase = (key, n) => ({
    prompt: "?",
    areas: [{ title: key, key, seat: 0, pieces: cards(n, { name: "Brick" }) }],
  });
  const alone = new Plan(width).lay(phase("one", 9), table, quiet, view).solution.dock.h;
  const plan = new Plan(width);
  plan.lay(phase("one", 9), table, quiet, view);
  assert.equal(plan.lay(phase("two", 9), table, quiet, view).solution.dock.h, alone);
});

test("an area for one phase gives its room back when it is gone", () => {
  const plan = new Plan(width);
  const lay = (scene) =>
    structuredClone(plan.lay(scene, { seat: 0, seats: 2, log: true }, quiet, { w: 1280, h: 800 }).solution);
  const passing = {
    title: "Display",
    key: "display",
    role: "market",
    passing: true,
    pieces: cards(12, { name: "Brick" }),
  };
  const without = lay(full);
  const during = lay({ ...full, areas: [...full.areas, passing] });
  assert.notDeepEqual(during.items, without.items);
  assert.deepEqual(lay(full).items, without.items);
});

test("what can be picked once stays large enough for a finger, also while others pick", () => {
  const plan = new Plan(width);
  const display = (more) => ({
    title: "Display",
    key: "display",
    role: "market",
    pieces: cards(12, { name: "Brick", ...more }),
  });
  const track = { title: "", layout: "grid", key: "track", weight: 7, cell: [30, 92], fold: 6, pieces: cells(13, 3) };
  const lay = (more) =>
    plan.lay({ prompt: "?", areas: [track, display(more)] }, { seat: 0, seats: 4, log: false }, quiet, {
      w: 844,
      h: 390,
    });
  lay({ actions: [1] });
  assert.ok(84 * lay({}).solution.items.market.scale >= 44);
});

test("a long question makes the dock of a flat window higher or wider", () => {
  const plan = new Plan(width);
  const view = { w: 640, h: 400 };
  const table = { seat: 0, seats: 2, log: false };
  plan.lay(full, table, quiet, view);
  const buttons = ["Shop", "Plant one of a colour", "Exchange"].map((text) => ({ text, note: "" }));
  const dock = {
    ...quiet,
    question: "Plant one of a colour, or go to the shop?",
    why: "It costs a point each. ".repeat(4),
    buttons,
  };
  const places = ({ solution: { dock: low, items, seats } }) => ({ low, items, seats });
  const changed = places(plan.lay(full, table, dock, view));
  assert.deepEqual(changed, places(new Plan(width).lay(full, table, dock, view)));
});

test("where there is no room, what is only to be looked at leaves the table first", () => {
  const many = [...Array(9).keys()].map((i) => ({ title: `Pile ${i}`, key: `pile${i}`, pieces: cards(9) }));
  const plan = new Plan(width);
  const { solution } = plan.lay(
    { ...full, areas: [...full.areas, ...many] },
    { seat: 0, seats: 2, log: false },
    quiet,
    { w: 390, h: 700 },
  );
  assert.ok(plan.hidden.has("pile0"));
  assert.ok(!plan.hidden.has("board") && !plan.hidden.has("lot"));
  assert.ok(solution.items.board.scale >= 24);
});

const numbered = [1, 2, 3].map((number) => ({ kind: "tile", number }));

/** A bidding game: a lot with chips, chips of yours with counters or in a closed hand, and the opponent's pieces. */
const bids = (more = {}) => ({
  prompt: "?",
  areas: [
    {
      title: "",
      key: "lot",
      look: "felt",
      note: "60p on the 2",
      pieces: [
        { kind: "tile", number: 2 },
        { kind: "chip", colour: "red", count: 2, actions: more.taking ? [1] : [] },
      ],
    },
    { title: "", key: "deck", note: "5 tiles to come", pieces: [1, 2, 3].map((number) => ({ kind: "tile", number })) },
    {
      title: "Chips",
      key: "chips",
      seat: 0,
      pieces: ["blue", "red", "green"].map((colour) => ({ kind: "chip", colour })),
    },
    ...(more.closed
      ? [{ title: "Hand", key: "hand", seat: 0, look: "screen", pieces: [{ kind: "chip", colour: "red" }] }]
      : []),
    { title: "Chips", key: "theirs", seat: 1, pieces: [{ kind: "chip", colour: "blue", count: 6 }] },
  ],
  rules: more.rules,
});
const plateOf = (name) => ({ name, line: "12 chips left", score: "0", unit: "/ 15", goal: 0, lives: 0 });
const two = { seat: 0, seats: 2, log: true, texts: [plateOf("Ada"), plateOf("You")] };
const holding = { ...quiet, acts: ["Close hand"], counted: ["chips"] };
const phone = { w: 390, h: 844 };

test("a closed hand takes the place of the counters, so the dock keeps its height", () => {
  const plan = new Plan(width);
  const tall = (more, dock) => plan.lay(bids(more), two, dock, phone).solution.dock.h;
  const first = tall({}, holding);
  assert.equal(tall({ closed: true }, quiet), first);
  assert.equal(tall({}, holding), first);
});

test("a box beside the buttons has room of its own on a phone", () => {
  const long = { ...holding, acts: ["Place 2 blue chips and a red chip"] };
  const tall = (dock) => new Plan(width).lay(bids(), two, dock, phone).solution.dock.h;
  assert.ok(tall({ ...long, boxes: [3] }) >= tall(long) + 64);
});

test("two seats are side by side on a phone", () => {
  const tiles = (seat) => ({ title: "Tiles", key: `tiles/${seat}`, seat, pieces: numbered });
  const field = { title: "Field", key: "field", role: "market", note: "nothing yet" };
  const bag = { title: "", key: "bag", look: "bag", note: "21 chips in the bag", pieces: numbered };
  const scene = { prompt: "?", areas: [field, bag, tiles(0), tiles(1)] };
  const { seats } = new Plan(width).lay(scene, two, quiet, phone).solution;
  assert.equal(seats.columns, 2);
});

test("small chips that can be taken are large enough for a finger", () => {
  const size = ({ items }) => items.market.scale * 74 * 0.42;
  const crowded = (/** @type {boolean} */ taking) => {
    const [lot, ...others] = bids({ taking, closed: true }).areas;
    const strip = { title: "Match", key: "match", note: "two cards win", pieces: numbered };
    return { prompt: "?", areas: [lot, { ...lot, key: "lot 2" }, ...others, strip] };
  };
  const view = { w: 390, h: 700 };
  assert.ok(size(new Plan(width).lay(crowded(false), two, holding, view).solution) < 43);
  const chip = size(new Plan(width).lay(crowded(true), two, holding, view).solution);
  assert.ok(chip >= 43, `chips of ${chip} px`);
});

test("the next game of a match does not keep the room of the last one", () => {
  const view = { w: 1280, h: 800 };
  const lay = (plan, scene) => structuredClone(plan.lay(scene, two, quiet, view).solution);
  const plan = new Plan(width);
  const long = {
    ...quiet,
    buttons: [...Array(12).keys()].map((i) => ({ text: `A long choice, number ${i}`, note: "" })),
  };
  plan.lay(bids({ rules: "one#turn", closed: true }), two, long, view);
  const next = bids({ rules: "two#turn" });
  assert.deepEqual(lay(plan, next), lay(new Plan(width), next));
});

test("places that can be picked are not given up for something that is only large", () => {
  const item = (key, weight, more) => ({ key, weight, min: 46, max: 68, variants: 1, ...more });
  const row = item("numbers", 2, { need: (s) => ({ w: 12 * s, h: s + 40 }) });
  const lot = item("lot", 5, { min: 0.6, max: 2, need: (s) => ({ w: 80 * s, h: 80 * s + 66 }) });
  const folded = {
    ...row,
    variants: 2,
    need: (s, w, h, way) => ({ w: (way ? 6 : 12) * s, h: (way ? 2 : 1) * s + 40 }),
  };
  const numbers = (hard) =>
    divideRoom({ x: 0, y: 0, w: 270, h: 232 }, [lot, { ...folded, hard }], 8).items.numbers.scale;
  assert.ok(numbers(0) < 24, `${numbers(0)} px`);
  assert.ok(numbers(26) >= 24, `${numbers(26)} px`);
});

test("of the areas at the edge, the last ones leave first", () => {
  const many = [...Array(5).keys()].map((i) => ({ title: `Pile ${i}`, key: `pile${i}`, pieces: cards(9) }));
  const plan = new Plan(width);
  const scene = { prompt: "?", areas: [full.areas[0], ...many] };
  const { hidden } = plan.lay(scene, { seat: 0, seats: 2, log: false }, quiet, { w: 390, h: 760 });
  assert.ok(hidden.has("pile4") && !hidden.has("pile0"), [...hidden].join());
});

test("chances are in two columns where there is room", () => {
  const chip = { kind: "chip", colour: "blue" };
  const odds = [40, 30, 20, 10].map((percent) => ({ pieces: [chip, chip], percent }));
  const [wide, narrow] = [366, 190].map((most) => flowSize({ title: "", odds }, 1, most, width));
  assert.equal(narrow.h, 2 * wide.h);
  assert.ok(wide.w <= 366 && narrow.w <= 190);
});

test("a larger item never gets less room than a smaller one of the same weight needs", () => {
  const item = (key, min) => ({
    key,
    weight: 4,
    min,
    max: 4 * min,
    variants: 1,
    need: (s) => ({ w: 8 * s, h: 8 * s }),
  });
  const spec = {
    items: [item("a", 30), item("b", 30)],
    seats: 0,
    plates: [],
    dock: () => 80,
    tray: [0, 0],
    log: false,
  };
  const { items } = solve({ w: 1280, h: 800 }, spec);
  assert.ok(items.a.scale >= 30 && items.b.scale >= 30);
});

test("lines break between words", () => {
  const tens = (text) => 10 * text.length;
  assert.equal(wrappedLines("", 15, 400, 100, tens), 0);
  assert.equal(wrappedLines("one two", 15, 400, 100, tens), 1);
  assert.equal(wrappedLines("hammers hammers hammers", 15, 400, 100, tens), 3);
});

test("in a low window seats go beside the board if it is larger then", () => {
  const board = { key: "board", weight: 8, min: 3, max: 12, variants: 1, need: (s) => ({ w: 96 * s, h: 96 * s }) };
  const plates = [{ name: "tiny", w: 140, h: 46, weight: 0 }];
  const spec = { items: [board], seats: 4, plates, dock: () => 200, tray: [0, 0], log: false };
  const { seats, items } = solve({ w: 844, h: 390 }, spec);
  assert.ok(seats.beside);
  assert.ok(items.board.scale >= 3);
});

test("a dock with too much to say leaves out the second line, then notes on buttons", () => {
  const buttons = [...Array(6).keys()].map((i) => ({ text: `Choice ${i}`, note: "a long note about this choice" }));
  const dock = { ...quiet, question: "Which?", why: "Because of a reason. ".repeat(6), buttons, spare: true };
  const plan = new Plan(width);
  const scene = {
    prompt: "",
    areas: [{ title: "", key: "board", role: "board", layout: "grid", pieces: cells(8, 8, { actions: [1] }) }],
  };
  const table = { seat: 0, seats: 2, log: false };
  plan.lay(scene, table, dock, { w: 1280, h: 800 });
  assert.equal(plan.brief, 0);
  plan.lay(scene, table, dock, { w: 640, h: 400 });
  assert.ok(plan.brief > 0);
});

test("what does not get smaller keeps its size", () => {
  const plan = new Plan(width);
  plan.solution = { items: { field: { scale: 8 } } };
  const node = { dataset: { place: "field" }, scrollHeight: 110, clientHeight: 100, scrollWidth: 50, clientWidth: 50 };
  const root = { querySelectorAll: () => [node] };
  let tries = 0;
  while (plan.shrink(root)) tries++;
  assert.ok(tries < 6);
  assert.equal(plan.solution.items.field.scale, 8);
  const other = { dataset: { place: "row" }, clientHeight: 100, scrollWidth: 50, clientWidth: 50 };
  plan.solution = { items: { row: { scale: 1 } } };
  const shrinking = Object.defineProperty(other, "scrollHeight", { get: () => 120 * plan.solution.items.row.scale });
  while (plan.shrink({ querySelectorAll: () => [shrinking] }));
  assert.ok(other.scrollHeight <= 102);
});

test("boards turn and fold, and every piece keeps a place of its own", () => {
  const pieces = cells(12, 3, { colour: "red" });
  const area = { title: "Track", layout: "grid", pieces, turn: true, fold: 4 };
  const ways = boards(area);
  assert.deepEqual(
    ways.map(({ columns, rows }) => [columns.length, rows.length]),
    [
      [12, 3],
      [3, 12],
      [6, 6],
      [4, 9],
    ],
  );
  for (const { place, columns, rows } of ways) {
    const boxes = new Set(pieces.map((piece) => place(piece).join()));
    assert.equal(boxes.size, pieces.length);
    for (const piece of pieces) {
      const [x, y, w, h] = place(piece);
      assert.ok(x >= 0 && y >= 0 && x + w <= columns.length && y + h <= rows.length);
    }
  }
});

test("a grid of words is a table, and captions take less room than cells", () => {
  assert.equal(
    layoutOf({ title: "", layout: "grid", pieces: [{ kind: "marker", at: [0, 0], text: "Round" }] }),
    "table",
  );
  const [{ columns }] = boards({
    title: "",
    layout: "grid",
    pieces: [{ kind: "edge", at: [0, 0], text: "a" }, square([1, 0], { colour: "red" })],
  });
  assert.ok(columns[0] < 1 && columns[1] === 1);
});

test("cards of a hand overlap by less than half before they need a second row", () => {
  const hand = (n) => ({ title: "", layout: "fan", seat: 0, pieces: cards(n) });
  const one = flowSize(hand(1), 1, 400, width);
  const five = flowSize(hand(5), 1, 400, width);
  assert.ok(five.step < 1 && five.step >= 0.6 && five.h === one.h && five.w <= 404);
  const ten = flowSize(hand(10), 1, 400, width);
  assert.ok(ten.step === 1 && ten.h > 2 * one.h - 1);
});

test("a piece is measured once, until fonts or language change", () => {
  let measured = 0;
  const counting = (/** @type {string} */ text) => {
    measured++;
    return 8 * text.length;
  };
  const area = {
    title: "",
    pieces: [
      { kind: "marker", text: "start" },
      { kind: "marker", text: "finish" },
    ],
  };
  const first = flowSize(area, 1, 400, counting);
  assert.equal(measured, 2);
  assert.deepEqual(flowSize(area, 1, 400, counting), first);
  assert.equal(flowSize(area, 0.5, 400, counting).h, first.h / 2);
  assert.equal(measured, 2);
  forgetSizes();
  flowSize(area, 1, 400, counting);
  assert.equal(measured, 4);
});

test("blocks flow in rows", () => {
  const block = { w: 100, h: 40 };
  assert.deepEqual(packed([block, block, block], 220, 10), { w: 210, h: 90 });
});

// --- playback ---

const state = (step, seat, more) => ({
  seat: 0,
  step,
  log: [{ number: step, step, seat, events: [more ?? { kind: "move" }] }],
});

test("states are shown in turn, and nothing is asked before its cause has been seen", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const shown = [];
  const playback = new Playback(
    ({ step }) => shown.push(step),
    () => {},
  );
  playback.add(state(0, 1));
  assert.deepEqual(shown, [0]); // the first state needs no time
  assert.equal(playback.busy, false);
  playback.add(state(1, 1));
  playback.add(state(2, 1));
  assert.deepEqual(shown, [0, 1]);
  assert.equal(playback.busy, true);
  context.mock.timers.tick(5000);
  assert.deepEqual(shown, [0, 1, 2]);
  context.mock.timers.tick(5000);
  assert.equal(playback.busy, false);
});

test("without beats a page that is behind shows the latest state, with everything that has happened", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const shown = [];
  const playback = new Playback(
    ({ step, log }) => shown.push([step, log.map(({ number }) => number)]),
    () => {},
  );
  Object.defineProperty(playback, "instant", { value: true });
  for (const step of [0, 1, 2, 3]) playback.add(state(step, 1));
  assert.deepEqual(shown, [[0, [0]]]);
  context.mock.timers.tick(1);
  assert.deepEqual(shown.slice(1), [[3, [1, 2, 3]]]);
  assert.equal(playback.busy, false);
});

test("a moment is seen before what follows from it, and a tap goes on", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const shown = [];
  const playback = new Playback(
    ({ step }) => shown.push(step),
    () => {},
  );
  playback.add(state(0, 1));
  playback.add(state(1, 1, { kind: "reveal", moment: { title: "You win the 3" } }));
  assert.equal(playback.moment.title, "You win the 3");
  assert.deepEqual(shown, [0]);
  playback.goOn();
  assert.equal(playback.moment, null);
  assert.deepEqual(shown, [0, 1]);
});

/** A table with a seat that may pass for now, or until the next tile. */
function passingTable(others) {
  const choices = [
    { text: "Pass", action: 7 },
    { text: "Pass until the next tile", action: 7, until: "1/2" },
  ];
  const seats = [{ kind: "person" }, ...others.map((kind) => ({ kind }))];
  const table = {
    state: { seat: 0, decision: 1, scene: { choices }, table: { seats } },
    made: [],
    canAct: () => true,
    draw: () => undefined,
    act: (action, until) => table.made.push([action, until]),
  };
  table.standing = new Standing(table);
  return { table, choices };
}

test("a choice is made again until something else is offered", ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { table, choices } = passingTable(["bot"]);
  assert.deepEqual(
    choices.map((one) => isRepeated(table.state.scene, one)),
    [false, true],
  );
  table.standing.note(table.state.scene, "1/2");
  table.standing.goOn();
  table.standing.goOn(); // drawing again changes nothing
  mock.timers.tick(400);
  assert.deepEqual(table.made, [[7, "1/2"]]);
  table.state = { ...table.state, decision: 2, scene: { choices: [] } }; // a placement
  table.standing.note(table.state.scene, "");
  table.standing.goOn();
  mock.timers.tick(5000);
  assert.equal(table.made.length, 1);
  table.state = { ...table.state, decision: 3, scene: { choices: [{ text: "Pass", action: 7, until: "1/2" }] } };
  table.standing.goOn();
  mock.timers.tick(400);
  assert.equal(table.made.length, 2);
  table.state = { ...table.state, decision: 4, scene: { choices: [{ text: "Pass", action: 7, until: "1/3" }] } };
  table.standing.goOn();
  mock.timers.tick(5000);
  assert.equal(table.made.length, 2);
  assert.equal(table.standing.until, "");
});

test("among people the choice comes after the pause of somebody who clicks", ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { table } = passingTable(["person"]);
  table.standing.note(table.state.scene, "1/2");
  table.standing.goOn();
  mock.timers.tick(850);
  assert.equal(table.made.length, 0);
  mock.timers.tick(1800);
  assert.equal(table.made.length, 1);
});

test("another choice ends it, and so does a stop", ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  for (const end of [(standing, scene) => standing.note(scene, ""), (standing) => standing.stop()]) {
    const { table } = passingTable(["bot"]);
    table.standing.note(table.state.scene, "1/2");
    table.standing.goOn();
    end(table.standing, table.state.scene);
    mock.timers.tick(5000);
    assert.equal(table.made.length, 0);
  }
});

test("the reveal that ends a game of a match waits for the player, and can be seen again", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const shown = [];
  const playback = new Playback(
    ({ step }) => shown.push(step),
    () => {},
  );
  const moment = { title: "You win the 3" };
  playback.add(state(0, 1));
  playback.add({ ...state(1, 1, { kind: "reveal", moment }), your_turn: true, scene: { pause: true } });
  context.mock.timers.tick(60_000);
  assert.equal(playback.moment, moment);
  assert.equal(playback.patient, true);
  playback.goOn();
  assert.deepEqual(shown, [0, 1]);
  context.mock.timers.tick(5000);
  assert.equal(playback.busy, false);
  playback.again([moment]);
  assert.equal(playback.moment, moment);
  assert.equal(playback.busy, true);
  context.mock.timers.tick(10_000);
  assert.equal(playback.busy, false);
  assert.deepEqual(shown, [0, 1]);
});

test("spectators do not wait for the reveal that ends a game of a match", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const shown = [];
  const playback = new Playback(
    ({ step }) => shown.push(step),
    () => {},
  );
  playback.add(state(0, 1));
  playback.add({ ...state(1, 1, { kind: "reveal", moment: { title: "!" } }), scene: { pause: true } });
  context.mock.timers.tick(10_000);
  assert.deepEqual(shown, [0, 1]);
});

// --- log ---

test("what follows the beginning of a round in a line belongs to that round", () => {
  const table = { seat: 0, table: { seats: [{ name: "Ann" }] } };
  const event = (kind, say) => ({ kind, text: { say } });
  const lines = [
    { number: 0, step: 1, seat: 0, events: [event("move", "a"), event("round", "Round 2"), event("move", "b")] },
    { number: 1, step: 2, seat: 0, events: [event("move", "c"), event("round", "Round 3")] },
  ];
  const texts = (group) => group.lines.flatMap(({ events }) => events.map(({ text }) => text.say));
  assert.deepEqual(
    groups(lines, table).map((group) => [group.title, texts(group)]),
    [
      ["", ["a", "Round 2"]],
      ["Round 2", ["b", "c", "Round 3"]],
      ["Round 3", []],
    ],
  );
});
