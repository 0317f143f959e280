// The graph of a review: chances from 0 to 100 % by move, with rounds, turning points and a cursor.

import { percent, roundName, roundsOf } from "./chances.js";
import { drawing } from "./dom.js";
import { t } from "./i18n.js";
import { paint } from "./pieces.js";

/** @typedef {import("./types").ReviewAnswer} Review */
/**
 * @typedef {{ review: Review, steps: number, seats: number[], names: string[], colours: string[], cursor: number | null,
 *   pins: import("./chances.js").TurningPoint[], width: number, height: number, above: string, below: string }} Chart
 */

/** Dashes tell the lines apart without colour. */
const DASHES = ["", "7 4", "2 4", "9 4 2 4", "5 3", "1 3", "12 4", "4 2 1 2"];
/** For seats whose pieces have no colour. */
const COLOURS = ["#c9452f", "#2d6ccb", "#26825a", "#b8860b", "#7a55b5", "#565a64", "#e57b2c", "#a54d6d"];
const TOP = 14;
const BOTTOM = 42;
const LEFT = 46;
const MOST_DOTS = 60;
const MOST_LABELS = 12;

/** The colour of a seat's line; light colours are darker on paper. @param {string | undefined} colour @param {number} seat */
export function lineColour(colour, seat) {
  if (!colour) return COLOURS[seat % COLOURS.length];
  return ["white", "yellow", "pink", "orange"].includes(colour) ? paint(colour).deep : paint(colour).fill;
}

/** @param {string} text */
const escape = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** Where a step is drawn, and back. @param {number} width @param {number} steps @param {number} right the room for names */
export const scaleOf = (width, steps, right) => ({
  x: (/** @type {number} */ step) => LEFT + ((width - LEFT - right) * step) / Math.max(steps, 1),
  step: (/** @type {number} */ x) =>
    Math.max(0, Math.min(steps, Math.round(((x - LEFT) / (width - LEFT - right)) * steps))),
});

/** The room for names at the ends of several lines. @param {number} lines */
export const marginOf = (lines) => (lines > 1 ? 76 : 18);

/** @param {Chart} chart */
export function graph(chart) {
  const { review, steps, seats, width, height, pins, cursor } = chart;
  const { x } = scaleOf(width, steps, marginOf(seats.length));
  const end = width - marginOf(seats.length);
  const y = (/** @type {number} */ chance) => TOP + (height - TOP - BOTTOM) * (1 - chance);
  const points = (/** @type {number} */ seat) =>
    review.points.map((one) => ({ x: x(one.step), y: y(one.chances[seat]) }));
  const single = seats.length === 1;
  const parts = [
    levels(y, end),
    axis(chart, x, y(0)),
    single ? areas(points(seats[0]), y(0.5)) : "",
    cursor === null ? "" : `<path class="cursor" d="M${x(cursor).toFixed(1)} ${TOP}V${y(0)}"/>`,
    ...seats.map((seat) =>
      line(
        points(seat),
        single ? "" : lineColour(chart.colours[seat], seat),
        single ? "" : DASHES[seat % DASHES.length],
      ),
    ),
    single && review.points.length <= MOST_DOTS ? points(seats[0]).map(dot).join("") : "",
    single
      ? text(LEFT + 8, y(1) + 18, chart.above, "start") + text(LEFT + 8, y(0) - 9, chart.below, "start")
      : ends(chart, points, end),
    ...apart(
      pins.map((pin) => ({
        pin,
        x: x(pin.step),
        y: y(chanceAt(review, pin.step, single ? seats[0] : pin.choice.seat)),
      })),
    ).map((one) => pinAt(one.pin, one.x, one.y)),
  ];
  return drawing(
    `<svg viewBox="0 0 ${width} ${height}" focusable="false">${CLIPS(y(0.5), width, height)}${parts.join("")}</svg>`,
    "chart",
  );
}

/** The graph in a sentence. @param {Chart} chart */
export function summary({ review, seats, names }) {
  const last = review.points.length - 1;
  return seats
    .map((seat) => {
      const all = review.points.map((one) => one.chances[seat]);
      return t("{name}: from {first} to {last}, lowest {low}, highest {high}.", {
        name: names[seat],
        first: percent(all[0]),
        last: percent(all[last]),
        low: percent(Math.min(...all)),
        high: percent(Math.max(...all)),
      });
    })
    .join(" ");
}

/** The chance at a step, between points on the line. @param {Review} review @param {number} step @param {number} seat */
export function chanceAt(review, step, seat) {
  const after = review.points.findIndex((one) => one.step >= step);
  const next = review.points[after < 0 ? review.points.length - 1 : after];
  const before = review.points[Math.max(0, after - 1)];
  if (next.step === before.step || next.step === step) return next.chances[seat];
  const part = (step - before.step) / (next.step - before.step);
  return before.chances[seat] + part * (next.chances[seat] - before.chances[seat]);
}

/** @param {(chance: number) => number} y @param {number} end */
function levels(y, end) {
  return [0, 0.25, 0.5, 0.75, 1]
    .map((chance) => {
      const named = chance % 0.5 === 0 ? text(LEFT - 8, y(chance) + 4.5, percent(chance), "end") : "";
      return `<path class="level ${chance === 0.5 ? "half" : ""}" d="M${LEFT} ${y(chance)}H${end}"/>${named}`;
    })
    .join("");
}

/** Rounds, or numbers of moves. @param {Chart} chart @param {(step: number) => number} x @param {number} foot */
function axis({ review, steps }, x, foot) {
  const rounds = roundsOf(review);
  const name = (/** @type {string} */ word) => text((x(0) + x(steps)) / 2, foot + 37, word, "middle");
  if (rounds.length > 1) {
    const every = Math.ceil(rounds.length / MOST_LABELS);
    return (
      rounds
        .map((round, i) => {
          const label = i % every ? "" : text((x(round.from) + x(round.to)) / 2, foot + 19, round.label, "middle");
          return `${i ? `<path class="tick" d="M${x(round.from).toFixed(1)} ${foot}v6"/>` : ""}${label}`;
        })
        .join("") + name(roundName(review))
    );
  }
  const every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((one) => steps / one <= 10) ?? 2000;
  const numbers = [...Array(Math.floor(steps / every) + 1).keys()].map((i) => i * every);
  const label = (/** @type {number} */ n) => text(x(n), foot + 19, String(n), "middle");
  return (
    numbers.map((n) => `<path class="tick" d="M${x(n).toFixed(1)} ${foot}v6"/>${label(n)}`).join("") + name(t("Move"))
  );
}

/** @typedef {{ x: number, y: number }} Point */

/** A curve that never leaves the range of its points. @param {Point[]} points */
function curve(points) {
  const at = (/** @type {number} */ n) => n.toFixed(1);
  return points
    .map((one, i) => {
      if (!i) return `M${at(one.x)} ${at(one.y)}`;
      const middle = (points[i - 1].x + one.x) / 2;
      return `C${at(middle)} ${at(points[i - 1].y)} ${at(middle)} ${at(one.y)} ${at(one.x)} ${at(one.y)}`;
    })
    .join("");
}

/** @param {Point[]} points @param {string} colour @param {string} dash */
function line(points, colour, dash) {
  const stroke = colour ? `stroke="${colour}"` : "";
  return `<path class="line ${colour ? "" : "alone"}" ${stroke} stroke-dasharray="${dash}" d="${curve(points)}"/>`;
}

/** @param {Point} point */
const dot = ({ x, y }) => `<circle class="dot" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="3.2"/>`;

/** The parts above and below one half. @param {Point[]} points @param {number} half */
function areas(points, half) {
  const d = `${curve(points)}L${points[points.length - 1].x.toFixed(1)} ${half}L${points[0].x.toFixed(1)} ${half}z`;
  return `<path class="ahead" clip-path="url(#chart-up)" d="${d}"/><path class="behind" clip-path="url(#chart-down)" d="${d}"/>`;
}

/** @param {number} half @param {number} width @param {number} height */
const CLIPS = (half, width, height) =>
  `<defs><clipPath id="chart-up"><rect width="${width}" height="${half}"/></clipPath><clipPath id="chart-down"><rect y="${half}" width="${width}" height="${height}"/></clipPath></defs>`;

/** Names at the ends of the lines, moved apart. @param {Chart} chart @param {(seat: number) => Point[]} points @param {number} end */
function ends({ seats, names, colours, height }, points, end) {
  const labels = seats
    .map((seat) => ({ seat, y: /** @type {Point} */ (points(seat).at(-1)).y }))
    .sort((a, b) => a.y - b.y);
  for (let i = 1; i < labels.length; i++) labels[i].y = Math.max(labels[i].y, labels[i - 1].y + 15);
  const over = labels.length ? labels[labels.length - 1].y - (height - BOTTOM) : 0;
  for (let i = labels.length - 1; over > 0 && i >= 0; i--) {
    labels[i].y = Math.min(labels[i].y, i === labels.length - 1 ? height - BOTTOM : labels[i + 1].y - 15);
  }
  return labels
    .map(({ seat, y }) => {
      const dash = `<path class="line" stroke="${lineColour(colours[seat], seat)}" stroke-dasharray="${DASHES[seat % DASHES.length]}" d="M${end + 4} ${y}h14"/>`;
      return dash + text(end + 21, y + 4, shorten(names[seat]), "start");
    })
    .join("");
}

/** @param {string} name */
const shorten = (name) => ([...name].length > 7 ? `${[...name].slice(0, 6).join("")}…` : name);

/** Pins that would cover each other, one above the other. @template {Point} T @param {T[]} pins */
function apart(pins) {
  const near = (/** @type {Point} */ a, /** @type {Point} */ b) => Math.hypot(a.x - b.x, a.y - b.y) < 25;
  pins.forEach((pin, i) => {
    while (pin.y > TOP + 26 && pins.slice(0, i).some((other) => near(pin, other))) pin.y -= 13;
  });
  return pins;
}

/** @param {import("./chances.js").TurningPoint} pin @param {number} x @param {number} y */
function pinAt({ n, good, step }, x, y) {
  return `<g class="pin ${good ? "good" : ""}" data-step="${step}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"><circle r="13"/><text y="4.8" text-anchor="middle">${n}</text></g>`;
}

/** @param {number} x @param {number} y @param {string} words @param {string} anchor */
const text = (x, y, words, anchor) =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${escape(words)}</text>`;
