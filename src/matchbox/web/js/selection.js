// Turns clicks into an action: every click on a piece narrows the legal actions until one is left. Pure functions.

import { english } from "./i18n.js";

/** @typedef {import("./types").Piece} Piece */
/** @typedef {import("./types").Scene} Scene */
/** A piece with a reference that stays the same between updates. @typedef {{ ref: string, piece: Piece }} PieceRef */
/** The pieces selected so far, and the actions that are left. @typedef {{ path: string[], left: number[] }} Selection */

/** No piece selected. @param {number[]} legal @returns {Selection} */
export function emptySelection(legal) {
  return { path: [], left: legal };
}

/** All pieces of a scene with their references. @param {Pick<Scene, "areas"> | undefined} scene @returns {PieceRef[]} */
export function pieceRefs(scene) {
  return (scene?.areas ?? []).flatMap((area, a) => {
    const key = areaKey(area, a);
    /** @type {Map<string, number>} */
    const seen = new Map();
    return (area.pieces ?? []).map((piece) => {
      const name = pieceName(piece);
      const nth = seen.get(name) ?? 0;
      seen.set(name, nth + 1);
      return { ref: `${key}|${name}|${nth}`, piece };
    });
  });
}

/** The name of an area, as events use it. @param {import("./types").Area} area @param {number} index */
export function areaKey(area, index) {
  const title = english(area.title) || String(index);
  return area.key || (area.seat === undefined ? title : `${title}/${area.seat}`);
}

/** @param {Piece} piece */
const pieceName = (piece) => (piece.at ? `${piece.at.join(",")}:${piece.kind}` : looks(piece));

/** What a piece looks like, wherever it is. @param {Piece} piece */
export function looks(piece) {
  return [piece.kind, piece.colour, piece.symbol, piece.number, piece.hidden && "back"]
    .filter((x) => x ?? false)
    .join(".");
}

/** The actions that remain after a click on a piece. @param {Piece} piece @param {Selection} selection */
export function actionsAfter(piece, selection) {
  const offered = selection.path.length ? [...(piece.actions ?? []), ...(piece.ends ?? [])] : (piece.actions ?? []);
  return selection.left.filter((action) => offered.includes(action));
}

/** Can a click on it narrow the selection? After the first click only pieces that tell actions apart can. @param {PieceRef} one @param {Selection} selection */
export function isSelectable({ ref, piece }, selection) {
  if (selection.path.includes(ref)) return true;
  const left = actionsAfter(piece, selection).length;
  const only = selection.left.length === 1 && piece.ends?.includes(selection.left[0]);
  return left > 0 && (selection.path.length === 0 || left < selection.left.length || Boolean(only));
}

/**
 * A click gives an action to play, or a new selection.
 * @param {PieceRef} one @param {Selection} selection @param {number[]} legal
 * @returns {{ act: number } | { selection: Selection }}
 */
export function click(one, selection, legal) {
  if (selection.path.includes(one.ref)) return { selection: emptySelection(legal) };
  const left = actionsAfter(one.piece, selection);
  if (left.length === 1) return { act: left[0] };
  return { selection: { path: [...selection.path, one.ref], left } };
}

/**
 * The actions that no click can single out, to be listed by name. While a piece is selected, these are the remaining
 * actions that no selectable piece narrows further. Otherwise no piece, button or form offers them.
 * @param {Scene} scene @param {Selection} selection @param {PieceRef[]} pieces
 */
export function unclickable(scene, selection, pieces) {
  if (selection.path.length) {
    const narrowed = new Set(
      pieces
        .filter((one) => !selection.path.includes(one.ref) && isSelectable(one, selection))
        .flatMap((one) => actionsAfter(one.piece, selection)),
    );
    return selection.left.filter((action) => !narrowed.has(action));
  }
  const offered = new Set(pieces.flatMap((one) => one.piece.actions ?? []));
  for (const choice of scene.choices ?? []) offered.add(choice.action);
  for (const form of scene.forms ?? []) for (const row of form.rows) offered.add(row[row.length - 1]);
  for (const aim of scene.aims ?? []) for (const [, action] of aim.ids) offered.add(action);
  return selection.left.filter((action) => !offered.has(action));
}

/** The row of a form for these values, or -1. @param {import("./types").Form} form @param {number[]} values */
export function rowOf(form, values) {
  return form.rows.findIndex((row) => values.every((value, i) => row[i] === value));
}

/** Initial values: all zero where that is legal, otherwise the first row. @param {import("./types").Form} form */
export function firstValues(form) {
  const zeros = form.parts.map((part) => (part.kind === "counter" && part.values.includes(0) ? 0 : part.values[0]));
  return rowOf(form, zeros) >= 0 || form.parts.every((part) => part.kind === "counter")
    ? zeros
    : form.rows[0].slice(0, -1);
}
