// From clicks to an action: every click on a piece narrows the legal actions down until one is left. Pure functions.

import { english } from "./i18n.js";

/** @typedef {import("./types").Piece} Piece */
/** @typedef {import("./types").Scene} Scene */
/** A piece with a name that lasts from one push to the next. @typedef {{ ref: string, piece: Piece }} Placed */
/** What is selected so far, and the actions that are left. @typedef {{ path: string[], left: number[] }} Selection */

/** Nothing selected. @param {number[]} legal @returns {Selection} */
export function nothing(legal) {
  return { path: [], left: legal };
}

/** All pieces with their references. @param {Scene | undefined} scene @returns {Placed[]} */
export function placed(scene) {
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

/** The name by which events speak of an area. @param {import("./types").Area} area @param {number} index */
export function areaKey(area, index) {
  const title = english(area.title) || String(index);
  return area.key || (area.seat === undefined ? title : `${title}/${area.seat}`);
}

/** @param {Piece} piece */
function pieceName(piece) {
  if (piece.at) return `${piece.at.join(",")}:${piece.kind}`;
  return [piece.kind, piece.colour, piece.symbol, piece.number, piece.hidden && "back"].filter((x) => x ?? false).join(".");
}

/** The actions a click on a piece would leave. @param {Piece} piece @param {Selection} selection */
export function after(piece, selection) {
  const meant = selection.path.length ? [...(piece.actions ?? []), ...(piece.ends ?? [])] : (piece.actions ?? []);
  return selection.left.filter((action) => meant.includes(action));
}

/** Does a click on it lead on? After the first click only pieces that tell actions apart do. @param {Placed} one @param {Selection} selection */
export function isLit({ ref, piece }, selection) {
  if (selection.path.includes(ref)) return true;
  const left = after(piece, selection).length;
  return left > 0 && (selection.path.length === 0 || left < selection.left.length);
}

/**
 * A click: an action to carry out, or a new selection.
 * @param {Placed} one @param {Selection} selection @param {number[]} legal
 * @returns {{ act: number } | { selection: Selection }}
 */
export function click(one, selection, legal) {
  if (selection.path.includes(one.ref)) return { selection: nothing(legal) };
  const left = after(one.piece, selection);
  if (left.length === 1) return { act: left[0] };
  return { selection: { path: [...selection.path, one.ref], left } };
}

/**
 * What no click on a piece can single out has to be listed by name: while something is selected, the remaining actions
 * that no lit piece narrows further; with nothing selected, those that neither piece, button nor form offers.
 * @param {Scene} scene @param {Selection} selection @param {Placed[]} pieces
 */
export function unreachable(scene, selection, pieces) {
  if (selection.path.length) {
    const helped = new Set(
      pieces
        .filter((one) => !selection.path.includes(one.ref) && isLit(one, selection))
        .flatMap((one) => after(one.piece, selection)),
    );
    return selection.left.filter((action) => !helped.has(action));
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

/** Values to begin with: all zero where that is legal, else the first row. @param {import("./types").Form} form */
export function firstValues(form) {
  const zeros = form.parts.map((part) => (part.kind === "counter" && part.values.includes(0) ? 0 : part.values[0]));
  return rowOf(form, zeros) >= 0 || form.parts.every((part) => part.kind === "counter") ? zeros : form.rows[0].slice(0, -1);
}
