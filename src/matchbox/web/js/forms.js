// Forms for compound choices, such as a bid of several chips. Only the combinations in `rows` are legal.

import { drawing, h } from "./dom.js";
import { t, words } from "./i18n.js";
import { pieceWidth } from "./measure.js";
import { draw, isWordy } from "./pieces.js";
import { firstValues, rowOf } from "./selection.js";

/** @typedef {import("./types").Form} Form */
/** @typedef {import("./types").Part} Part */
/** @typedef {import("./types").Piece} Piece */
/** @typedef {{ submit: (action: number) => void, redraw: () => void }} Handlers */

/** Up to this number, the pieces in a box lie side by side; more are in piles. */
const LOOSE = 3;

/**
 * The values set so far, by decision. They survive updates that leave the decision open.
 * @type {Map<string, number[]>}
 */
const drafts = new Map();

/** Forget the drafts of earlier decisions. @param {string} decision */
export function dropOldDrafts(decision) {
  for (const name of drafts.keys()) if (!name.startsWith(decision)) drafts.delete(name);
}

/** @param {string} decision @param {Form} form @param {number} index */
function values(decision, form, index) {
  const name = `${decision}#${index}`;
  let found = drafts.get(name);
  if (!found || found.length !== form.parts.length) drafts.set(name, (found = firstValues(form)));
  return found;
}

/** The parts that have no pieces on the table. @param {Form} form @param {number} index @param {string} decision @param {Handlers} on */
export function formNode(form, index, decision, on) {
  const now = values(decision, form, index);
  const loose = form.parts.map((part, i) => ({ part, i })).filter(({ part }) => !part.area);
  if (!loose.length) return null;
  return h(
    "div.compound",
    { key: `form${index}`, role: "group", "aria-label": words(form.title) || t("Your choice") },
    loose.map(({ part, i }) => {
      const change = (/** @type {number} */ value) => {
        now[i] = value;
        on.redraw();
      };
      return (part.kind === "choice" ? choicePart : counterPart)(part, now[i], allowedValues(form, now, i), change);
    }),
  );
}

/** The red button of a form. @param {Form} form @param {number} index @param {string} decision @param {Handlers} on */
export function submitButton(form, index, decision, on) {
  const now = values(decision, form, index);
  const found = rowOf(form, now);
  const touched = firstValues(form).some((value, i) => value !== now[i]);
  const text = words(form.submits?.[found]) || words(form.submit) || t("Confirm");
  const note = found >= 0 ? words(form.notes?.[found]) : touched ? missing(form, now) : "";
  return h(
    "button.primary.commit",
    {
      type: "button",
      key: `submit${index}`,
      disabled: found < 0,
      "data-legal": found >= 0 ? form.rows[found][now.length] : null,
      onclick: () => found >= 0 && on.submit(form.rows[found][now.length]),
    },
    h("span", null, text),
    note && note !== text && (found < 0 || !form.submits?.length) ? h("small", null, note) : null,
  );
}

/** Why a combination is not legal. @param {Form} form @param {number[]} now */
function missing(form, now) {
  const total = now.reduce((all, n, i) => all + n * (form.adds?.[i] ?? 0), 0);
  if (form.adds?.length && total !== form.goal) return t("{n} of {goal}", { n: total, goal: form.goal ?? 0 });
  return t("This combination is not legal.");
}

/** The box that shows the counted pieces; a tap takes one back. @param {Form} form @param {number} index @param {string} decision @param {() => void} redraw */
export function boxNode(form, index, decision, redraw) {
  if (!form.box) return null;
  const now = values(decision, form, index);
  const counted = form.parts
    .map((part, i) => ({ part, i }))
    .filter(({ part, i }) => part.piece && part.boxed !== false && now[i] > 0);
  const many = counted.reduce((all, { i }) => all + now[i], 0) > LOOSE;
  return h(
    "div.box-of",
    { key: `box${index}`, role: "group", "aria-label": words(form.box) },
    h("p.lid", null, words(form.box)),
    h(
      "div.drawer",
      null,
      counted.flatMap(({ part, i }) =>
        [...Array(many ? 1 : now[i]).keys()].map((n) =>
          h(
            "button.take",
            {
              type: "button",
              key: `take${i}.${n}`,
              "aria-label": t("fewer: {what}", { what: nameOf(part) }),
              onclick: () => {
                now[i] = part.values[part.values.indexOf(now[i]) - 1] ?? now[i];
                redraw();
              },
            },
            drawing(draw({ .../** @type {Piece} */ (part.piece), count: 1 })),
            many && now[i] > 1 ? h("span.count", { "aria-hidden": "true" }, String(now[i])) : null,
          ),
        ),
      ),
    ),
  );
}

/** The values of a part that go with the choices in earlier parts. @param {Form} form @param {number[]} now @param {number} part */
function allowedValues(form, now, part) {
  const rows = form.rows.filter((row) =>
    form.parts.every((p, i) => i >= part || p.kind !== "choice" || row[i] === now[i]),
  );
  return new Set(rows.map((row) => row[part]));
}

/** @param {Part} part */
const nameOf = (part) => words(part.label) || words(part.name);

/** @param {Part} part @param {number} value @param {Set<number>} allowed @param {(value: number) => void} change */
function counterPart(part, value, allowed, change) {
  return h(
    "div.counter",
    { role: "group", "aria-label": nameOf(part), key: `part:${part.name}` },
    part.piece && draw(part.piece)
      ? drawing(draw({ ...part.piece, count: 1 }), "what")
      : h("span.name", null, nameOf(part)),
    stepper(part, value, allowed, change),
  );
}

/** Minus, the number, plus. @param {Part} part @param {number} value @param {Set<number>} allowed @param {(value: number) => void} change */
function stepper(part, value, allowed, change) {
  const place = part.values.indexOf(value);
  const text = words(part.labels?.[place]) || String(value);
  const step = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ what) => {
    const next = part.values[place + by];
    const most = next === undefined || (by > 0 ? next > Math.max(...allowed) : next < Math.min(...allowed));
    return h(
      "button.step",
      { type: "button", key: `${part.name}${sign}`, disabled: most, "aria-label": what, onclick: () => change(next) },
      sign,
    );
  };
  return h(
    "div.stepper",
    null,
    step(-1, "−", t("fewer: {what}", { what: nameOf(part) })),
    h("output", { "aria-label": `${nameOf(part)}: ${text}` }, text),
    step(1, "+", t("more: {what}", { what: nameOf(part) })),
  );
}

/** @param {Part} part @param {number} value @param {Set<number>} allowed @param {(value: number) => void} change */
function choicePart(part, value, allowed, change) {
  return h(
    "div.options",
    { role: "group", "aria-label": nameOf(part), key: `part:${part.name}` },
    part.values.map((one, i) => {
      const piece = part.pieces?.[i];
      const art = piece && !isWordy(piece) ? draw(piece) : "";
      const text = words(part.labels?.[i]) || words(piece?.text) || String(one);
      return h(
        "button.option",
        {
          type: "button",
          key: `${part.name}=${one}`,
          class: piece?.kind ?? "",
          "aria-pressed": one === value ? "true" : "false",
          "aria-label": text,
          disabled: !allowed.has(one),
          onclick: () => change(one),
        },
        art ? drawing(art) : h("span", null, text),
      );
    }),
  );
}

/**
 * The counter of a piece on the table, or null. A click on the piece adds one.
 * @param {Form[]} forms @param {string} area @param {Piece} piece @param {string} decision @param {() => void} redraw
 */
export function counterOf(forms, area, piece, decision, redraw) {
  for (const [index, form] of forms.entries()) {
    const i = form.parts.findIndex((part) => part.area === area && part.piece && same(part.piece, piece));
    if (i < 0) continue;
    const part = form.parts[i];
    const now = values(decision, form, index);
    const allowed = allowedValues(form, now, i);
    const change = (/** @type {number} */ value) => {
      now[i] = value;
      redraw();
    };
    const next = part.values[part.values.indexOf(now[i]) + 1];
    const pile = piece.count ?? 1;
    const endless = Math.max(...part.values) > pile; // a supply to pick from, not a pile that shrinks
    return {
      left: endless ? pile : pile - now[i],
      add: () => next !== undefined && next <= Math.max(...allowed) && change(next),
      node: () => {
        const node = stepper(part, now[i], allowed, change);
        node.style.setProperty("--w", `${pieceWidth(piece)}px`);
        return node;
      },
    };
  }
  return null;
}

/**
 * The value that a piece on the table stands for in a choice, or null. A click on the piece chooses it.
 * @param {Form[]} forms @param {string} area @param {Piece} piece @param {string} decision @param {() => void} redraw
 */
export function optionOf(forms, area, piece, decision, redraw) {
  for (const [index, form] of forms.entries()) {
    const i = form.parts.findIndex((part) => part.kind === "choice" && part.area === area);
    const which = form.parts[i]?.pieces?.findIndex((one) => same(one, piece)) ?? -1;
    if (which < 0) continue;
    const now = values(decision, form, index);
    const value = form.parts[i].values[which];
    return {
      chosen: now[i] === value,
      choose: () => {
        now[i] = value;
        follow(form, now, i);
        redraw();
      },
    };
  }
  return null;
}

/** After a choice, the other parts take the values nearest to theirs that are legal with it. @param {Form} form @param {number[]} now @param {number} chosen */
function follow(form, now, chosen) {
  if (rowOf(form, now) >= 0) return;
  const rows = form.rows.filter((row) => row[chosen] === now[chosen]);
  const far = (/** @type {readonly number[]} */ row) =>
    now.reduce((sum, value, i) => sum + Math.abs(row[i] - value), 0);
  const best = rows.reduce((a, b) => (far(b) < far(a) ? b : a), rows[0]);
  if (best) now.forEach((_, i) => (now[i] = best[i]));
}

/** @param {Piece} a @param {Piece} b */
function same(a, b) {
  return (
    a.kind === b.kind && (a.colour ?? "") === (b.colour ?? "") && (a.symbol ?? "") === (b.symbol ?? "") && !b.hidden
  );
}
