// Games from afar: the printed label of a box, and a game's pieces on its felt.

import { drawing, h } from "./dom.js";
import { t, words } from "./i18n.js";
import { draw, placard, spokenName } from "./pieces.js";
import { weave, weaveArt } from "./weaves.js";

/** @typedef {import("./types").GameInfo} GameInfo */
/** @typedef {import("./types").Piece} Piece */

/** Widths of pieces beside each other. @type {Partial<Record<Piece["kind"], number>>} */
const WIDTHS = { card: 26, tile: 27, chip: 22, cube: 20, die: 24, disc: 28, pawn: 16, hand: 30 };
const LONG = 26; // letters of a name that a label can take

/** A name for narrow places. @param {GameInfo} game */
export const shortName = (game) => words(game.theme.short || game.name);

/** "2–4 players" @param {GameInfo} game */
export function playersText(game) {
  const [least, most] = [Math.min(...game.seats), Math.max(...game.seats)];
  return t("{n} {n|player|players}", { n: least === most ? String(least) : `${least}–${most}` });
}

/** @param {GameInfo} game */
export const minutesText = (game) => t("{n} min", { n: game.minutes.replace("-", "–") });

/** The pieces on the cover of a game, in a row or as they are on the board. @param {Piece[]} cover */
export function coverNode(cover) {
  const what = cover.map(spokenName).filter(Boolean).join(", ") || t("Pieces");
  const said = { role: "img", "aria-label": t("Pictured: {what}", { what }) };
  const placed = cover.filter((piece) => piece.at);
  if (placed.length) return boardCover(placed, said);
  const sum = cover.reduce((total, piece) => total + (WIDTHS[piece.kind] ?? 24), 0);
  const scale = Math.min(1.4, (78 + 5.2 * (cover.length - 1)) / sum);
  return h(
    "span.cover",
    said,
    cover.map((piece, i) =>
      pieceNode(piece, {
        "--w": ((WIDTHS[piece.kind] ?? 24) * scale).toFixed(2),
        "--turn": `${((i - (cover.length - 1) / 2) * 7).toFixed(1)}deg`,
      }),
    ),
  );
}

/** @param {Piece[]} placed @param {Record<string, string>} said */
function boardCover(placed, said) {
  const end = (/** @type {0 | 1} */ axis) =>
    Math.max(...placed.map((piece) => (piece.at?.[axis] ?? 0) + (piece.span?.[axis] ?? 1)));
  const [columns, rows] = [end(0), end(1)];
  const below = new Set();
  return h(
    "span.cover.placed",
    { ...said, style: { "--columns": columns, "--cell": Math.min(70 / columns, 50 / rows).toFixed(2) } },
    placed.map((piece) => {
      const [column, row] = piece.at ?? [0, 0];
      const onTop = below.has(`${piece.at}`);
      below.add(`${piece.at}`);
      return pieceNode(
        piece,
        {
          "grid-column": `${column + 1} / span ${piece.span?.[0] ?? 1}`,
          "grid-row": `${row + 1} / span ${piece.span?.[1] ?? 1}`,
        },
        onTop ? "on-top" : "",
      );
    }),
  );
}

/** @param {Piece} piece @param {Record<string, string>} style */
function pieceNode(piece, style, classes = "") {
  const svg = draw(piece) || (piece.kind === "card" ? placard(piece) : "");
  return svg ? h("span.piece", { class: `${piece.kind} ${classes}`, style }, drawing(svg)) : null;
}

/** A game's cover on felt in its ink. @param {GameInfo} game */
export function feltCover(game) {
  const style = { "--h": game.theme.hue, "--weave": weave(game.theme.weave) };
  return h("div.felt-cover", { style }, coverNode(game.cover));
}

/** A game's cover in front of the large print of its label. @param {GameInfo} game */
export function printedCover(game) {
  return h("div.printed-cover", { style: { "--h": game.theme.hue } }, printed(game), coverNode(game.cover));
}

/** @param {GameInfo} game */
const printed = (game) => drawing(weaveArt(game.theme.weave), "print");

/** The label of a game's box. @param {GameInfo} game @param {"h2" | "h3"} heading */
export function labelNode(game, heading) {
  const name = words(game.name);
  const title = name.length > LONG ? shortName(game) : name;
  return h(
    "span.label",
    { style: { "--h": game.theme.hue } },
    h(
      "span.paper",
      null,
      printed(game),
      h("span.frame"),
      h(heading, { "aria-label": title === name ? null : name }, title),
      coverNode(game.cover),
      h("span.small-print", null, h("span", null, playersText(game)), h("span", null, minutesText(game))),
    ),
    h("span.striker"),
  );
}
