// Search and QR codes. Run by tests/web/test_page.py.

import assert from "node:assert/strict";
import { test } from "node:test";

const web = process.env.WEB;
const { distance, fit, search } = await import(`${web}/js/search.js`);
const { qrCode, qrPath } = await import(`${web}/js/qr.js`);

const GAMES = [
  "Backgammon",
  "Holmes vs Moriarty ホームズ対モリアーティ",
  "15 Pounds of 4 Cheeses",
  "War 2.0",
  "二子玉川花火大会",
];
const found = (typed) => search(GAMES, typed, (name) => ({ names: name, more: "" }));

test("search finds the beginning of words, words in the middle, and misspelt words", () => {
  assert.deepEqual(found("back"), ["Backgammon"]);
  assert.deepEqual(found("gammon"), ["Backgammon"]);
  assert.deepEqual(found("backgamon"), ["Backgammon"]);
  assert.deepEqual(found("bakcgammon"), ["Backgammon"]);
  assert.deepEqual(found("Chese"), ["15 Pounds of 4 Cheeses"]);
  assert.deepEqual(found("moriarti holms"), [GAMES[1]]);
  assert.deepEqual(found(""), GAMES);
  assert.deepEqual(found("chess problem"), []);
});

test("search reads Japanese without spaces, in either syllabary", () => {
  assert.deepEqual(found("花火"), ["二子玉川花火大会"]);
  assert.deepEqual(found("ほーむず"), [GAMES[1]]);
  assert.deepEqual(found("二子多摩川花火"), ["二子玉川花火大会"]);
});

test("short words must be right", () => {
  assert.equal(fit("wax", "War 2.0"), 0);
  assert.equal(fit("war", "War 2.0"), 3);
  assert.equal(distance("othelo", "othellino"), 1);
});

// Made with qrcode-generator 2.0: rows as numbers of base 36, most significant bit on the left.
const KNOWN = [
  {
    text: "https://example.org/table/abc#invite=Q",
    mask: 6,
    rows:
      "8u2z5r 4j4d35 6hek4d 6gij4t 6hetlp 4io6dd 8tz2pr 2874 5jq0ev 3i5512 6d9evo 1ogocp 2vkspt u067z yve45 3x4uvp " +
      "1lriug 8dx72u 81bxix 79wq6k 7f8cfy wvfc 8tz9eg 4iyec0 6hd1x5 6h31nl 6g9ign 4iwqm5 8tziz4",
  },
  {
    text: "x".repeat(150), // several blocks, and a version that is written into the code
    mask: 2,
    rows:
      "5i349dpgn3 2tdzoy751d 41ko8o08kd 41iuqeur19 41m4wqvlgd 2twb2ga7gh 5iicojrr7j fjw7xssg 449ff1a7i4 3r64bpj2ku " +
      "1you5jiniz 54kf6o8gtt 59tea3po4k 3bi8eo01qm 3ii5vsxqxn 2vouyy2m9d u7bdwnlno 2smtz3ydou 3j2kqdkom3 2shjusq6gh " +
      "4u10bnb52c 5b2qt55yvi 1dkb8v8fln 6mzu4lqtt 1mcdd5r9sk 29kubyjdi6 2f3dliw9h7 4uqngmf9u9 1n02tmtpv8 3kionmde26 " +
      "3vov2wgssr 2jnryan0r4 1s9epglrg7 43243d4kmm 13ey48qt3f 3nwjvirfkh 56snl8vzn8 4pi7ot3l2m 1ju2s32lsb 2gm0uwl575 " +
      "4wuuv99kac fbtgpbmm 5i81ok380r 2tywq5rj81 41ikysn94k 41okvv4wn3 41gjneeulk 2thtlifjk1 5iinqu0c5z",
  },
];

for (const { text, mask, rows } of KNOWN)
  test(`the code of ${text.length} letters is that of another program`, () => {
    const made = qrCode(text, mask).map((row) => BigInt(`0b${row.map(Number).join("")}`).toString(36));
    assert.deepEqual(made, rows.split(" "));
  });

test("a code grows with its text, and has a limit", () => {
  assert.equal(qrCode("a").length, 21);
  assert.equal(qrCode("a".repeat(600)).length, 4 * 19 + 17);
  assert.throws(() => qrCode("a".repeat(700)), /too long/);
  assert.match(qrPath(qrCode("a")), /^M0 0h1v1h-1z/);
});
