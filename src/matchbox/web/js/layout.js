// The space solver: where seats, boards, the dock and the log go. Pure: sizes in, rectangles out.
//
// Every arrangement is a chain of cuts: the seats above or beside, then each item is cut off one side of what is left, and the
// last item takes the rest. The best arrangement has the largest things: the sum of weight x log2(scale / smallest scale). A
// scale below its minimum costs much, so the solver gives up details of the seats before a board becomes too small to read.

/** @typedef {import("./measure.js").Size} Size */
/** @typedef {{ x: number, y: number, w: number, h: number }} Rect */
/**
 * Something on the stage that can be drawn at several scales.
 * @typedef {object} Item
 * @property {string} key
 * @property {number} weight how much a large scale matters
 * @property {number} min @property {number} max scales
 * @property {number} [hard] the scale at which its places can just be picked
 * @property {(scale: number, width: number, height: number, variant: number) => Size} need its size if it may take this width or height
 * @property {number} variants ways to lay it out
 */
/** A size of the opponents' plates; its name is its class. @typedef {{ name: string, w: number, h: number, weight: number }} Plate */
/**
 * @typedef {object} Spec
 * @property {Item[]} items the main one first
 * @property {number} seats number of plates
 * @property {Plate[]} plates
 * @property {(width: number, scale: number) => number} dock height of the dock
 * @property {boolean} [forms] are there forms in the dock? In flat windows they need its whole height
 * @property {[number, number]} tray smallest and largest scale of your pieces; both 0 without any
 * @property {boolean} log is the log open?
 * @property {boolean} [strip] is there a line about everybody: the order of play, or a common score?
 * @property {Solution["seats"]} [before] the seats so far: they stay where they are unless another place is clearly better
 */
/** @typedef {Rect & { scale: number, variant: number }} Placed */
/**
 * @typedef {object} Solution
 * @property {"desktop" | "tablet" | "phone" | "landscape"} mode
 * @property {number} score
 * @property {Rect} bar @property {Rect | null} log @property {Rect | null} ticker @property {Rect} stage
 * @property {Rect & { scale: number, over: boolean }} dock over: it needs more height than there is
 * @property {(Rect & { plate: string, columns: number, height: number, beside: boolean }) | null} seats
 * @property {Rect | null} strip
 * @property {Record<string, Placed>} items
 */

/** Height of the line about everybody. */
const STRIP = 34;
/** Width of the log beside the table. */
const LOG = 300;
const STEPS = [1, 0.75, 0.5, 0.25, 0];
const TIGHT = [0.95, 0.92, 0.89];
const BEAM = 60;
/** How much better another place of the seats has to be. */
const STAY = 1;

/** The room of a table; a picture of one is bare: without a bar, and never a phone on its side. @typedef {{ w: number, h: number, bare?: boolean }} View */

/** @param {number} w @param {number} h @param {boolean} [bare] */
export function modeOf(w, h, bare = false) {
  if (h <= 480 && w > h && !bare) return "landscape";
  return w <= 640 ? "phone" : w >= 1100 ? "desktop" : "tablet";
}

/** The widths that the dock may have. @param {View} view @param {boolean} log is the log open? */
export function dockWidths({ w, h, bare }, log) {
  const mode = modeOf(w, h, bare);
  if (mode === "phone") return [w];
  if (mode === "landscape") return [0.25, 0.3, 0.36, 0.45, 0.54].map((part) => Math.max(188, part * w));
  return [w - (mode === "desktop" && log ? LOG : 0) - 40];
}

/** @param {View} view @param {Spec} spec @returns {Solution} */
export function solve({ w, h, bare }, spec) {
  const mode = modeOf(w, h, bare);
  const phone = mode === "phone";
  const flat = mode === "landscape";
  const gap = phone || flat ? 8 : 14;
  const edge = phone ? 8 : flat ? 8 : 20;
  const barHeight = bare ? 0 : flat ? 44 : phone ? 48 : 52;
  const log = mode === "desktop" && spec.log ? rect(w - LOG, barHeight, LOG, h - barHeight) : null;
  const bodyWidth = w - (log ? LOG : 0);
  /** @type {Solution | null} */
  let best = null;
  const scales = spec.tray[1] ? [1, 0.6, 0.25, 0].map((part) => between(spec.tray, part)) : [0];
  const widths = dockWidths({ w, h, bare }, spec.log);
  for (const plate of spec.seats ? spec.plates : [null]) {
    for (const beside of !plate || phone || (flat && spec.forms) || plate.name.startsWith("wide")
      ? [false]
      : [false, true]) {
      for (const [dockWidth, scale] of widths.flatMap((width) => scales.map((one) => [width, one]))) {
        let score = (plate?.weight ?? 0) + (scale ? 1.6 * Math.log2(scale / spec.tray[0]) : 0);
        const wanted = spec.dock(dockWidth, scale);
        // In flat windows the seats may be below the dock, so that the stage has the whole height.
        const below = flat && beside && plate ? rowsOf(spec.seats, plate, dockWidth) : null;
        const most = h - barHeight - (flat ? 4 + edge : 0) - (below ? below.tall + gap : 0);
        if (wanted > most) score -= 10 + (wanted - most) / 8;
        const dockHeight = Math.min(wanted, most);
        const dock = flat
          ? rect(w - dockWidth - edge, barHeight + 4, dockWidth, most)
          : rect(phone ? 0 : edge, h - dockHeight - (phone ? 0 : 14), dockWidth, dockHeight);
        let free = flat
          ? rect(edge, barHeight + 4, w - dockWidth - 3 * edge, h - barHeight - 4 - edge)
          : rect(edge, barHeight + gap * 0.8, bodyWidth - 2 * edge, dock.y - barHeight - gap * 1.6);
        /** @type {Rect | null} */
        let ticker = null;
        if (!log && !flat && !bare) [ticker, free] = cut(free, "above", phone ? 44 : 30, phone ? 0 : 4);
        /** @type {Solution["seats"]} */
        let seats = null;
        if (plate && below) {
          if (plate.w > dockWidth) score -= 4;
          if (spec.before?.plate === plate.name && spec.before.beside === beside) score += STAY;
          const mine = rect(dock.x, dock.y + dock.h + gap, dockWidth, below.tall);
          seats = { ...mine, plate: plate.name, columns: below.columns, height: plate.h, beside };
        } else if (plate) {
          const columns = beside ? 1 : Math.max(1, Math.min(spec.seats, Math.floor((free.w + 8) / (plate.w + 8))));
          const lines = Math.ceil(spec.seats / columns);
          const evenly = Math.ceil(spec.seats / lines);
          const tall = lines * plate.h + (lines - 1) * 8;
          if (columns * (plate.w + 8) - 8 > free.w) score -= 4;
          if (tall > free.h * (beside ? 1 : 0.55)) score -= 6;
          if (phone && lines > 1 && spec.seats === 2) score -= 3; // two seats stay side by side
          if (spec.before?.plate === plate.name && spec.before.beside === beside) score += STAY;
          const [mine, rest] = beside ? cut(free, "left", Math.min(plate.w, 272), gap) : cut(free, "above", tall, gap);
          seats = { ...mine, plate: plate.name, columns: evenly, height: plate.h, beside };
          free = rest;
        }
        /** @type {Rect | null} */
        let strip = null;
        if (spec.strip) [strip, free] = cut(free, "above", STRIP, flat ? 4 : gap * 0.6);
        const laid = place(free, spec.items, gap);
        if (!best || score + laid.score > best.score)
          best = {
            mode,
            score: score + laid.score,
            bar: rect(0, 0, w, barHeight),
            log,
            ticker,
            stage: free,
            dock: { ...dock, scale, over: wanted > most },
            seats,
            strip,
            items: laid.items,
          };
      }
    }
  }
  return /** @type {Solution} */ (best);
}

/** Plates in as few rows as the width allows. @param {number} seats @param {Plate} plate @param {number} width */
function rowsOf(seats, plate, width) {
  const most = Math.max(1, Math.floor((width + 8) / (plate.w + 8)));
  const lines = Math.ceil(seats / most);
  return { columns: Math.ceil(seats / lines), tall: lines * plate.h + (lines - 1) * 8 };
}

/** Cut the items off a rectangle; the main item takes the rest. @param {Rect} free @param {Item[]} items @param {number} gap */
export function place(free, items, gap) {
  if (!items.length) return { score: 0, items: {} };
  const [main, ...others] = items;
  /** @type {{ free: Rect, score: number, items: Record<string, Placed> }[]} */
  let states = [{ free, score: 0, items: {} }];
  for (const item of others) {
    const next = [];
    for (const state of states) next.push(...cuts(state, item, gap));
    // A rough guess of what the main item will get keeps the promising ones.
    states = next
      .map((state) => ({ state, guess: state.score + fitted(main, state.free).score }))
      .sort((a, b) => b.guess - a.guess)
      .slice(0, BEAM)
      .map(({ state }) => state);
  }
  let best = { score: -Infinity, items: /** @type {Record<string, Placed>} */ ({}) };
  for (const state of states) {
    const { score, placed } = fitted(main, state.free);
    if (state.score + score > best.score)
      best = { score: state.score + score, items: { ...state.items, [main.key]: placed } };
  }
  return best;
}

/** @param {{ free: Rect, score: number, items: Record<string, Placed> }} state @param {Item} item @param {number} gap */
function cuts(state, item, gap) {
  const usual = cutsAt(state, item, gap, scalesOf(item));
  if (usual.some(({ items }) => items[item.key].scale >= item.min)) return usual;
  // Little room: slightly smaller pieces may need one row less.
  const smaller = cutsAt(
    state,
    item,
    gap,
    TIGHT.map((part) => part * item.min),
  );
  if (usual.length + smaller.length) return [...usual, ...smaller];
  // No room: a thin strip, which the page shrinks further.
  const [mine, rest] = cut(state.free, "below", state.free.h * 0.2, gap);
  const placed = { ...mine, scale: item.min * 0.6, variant: 0 };
  return [{ free: rest, score: state.score - 12, items: { ...state.items, [item.key]: placed } }];
}

/** @param {{ free: Rect, score: number, items: Record<string, Placed> }} state @param {Item} item @param {number} gap @param {number[]} scales */
function cutsAt({ free, score, items }, item, gap, scales) {
  const found = [];
  for (let variant = 0; variant < item.variants; variant++) {
    for (const side of /** @type {const} */ (["above", "below", "left", "right"])) {
      const across = side === "above" || side === "below";
      const seen = new Set();
      for (const wanted of scales) {
        let scale = wanted;
        let size = item.need(scale, across ? free.w : 0, across ? 0 : free.h, variant);
        const over = Math.max(across ? size.w / free.w : size.h / free.h);
        if (over > 1) {
          scale /= over * 1.01;
          size = item.need(scale, across ? free.w : 0, across ? 0 : free.h, variant);
        }
        const key = scale.toFixed(2);
        if (seen.has(key)) continue;
        seen.add(key);
        const thick = across ? size.h : size.w;
        if (thick > 0.7 * (across ? free.h : free.w)) continue;
        const [mine, rest] = cut(free, side, thick, gap);
        found.push({
          free: rest,
          score: score + worth(item, scale),
          items: { ...items, [item.key]: { ...mine, scale, variant } },
        });
      }
    }
  }
  return found;
}

/** Scales to try. Places that can be picked may become smaller than they should, rather than a row of them too small. @param {Item} item */
function scalesOf({ min, max, hard = 0 }) {
  const usual = STEPS.map((part) => between([min, max], part));
  return hard && hard < min ? [...usual, (min + hard) / 2, hard] : usual;
}

/** The largest scale at which an item fits. @param {Item} item @param {Rect} room */
function fitted(item, room) {
  let best = { score: -Infinity, placed: /** @type {Placed} */ ({ ...room, scale: item.min, variant: 0 }) };
  for (let variant = 0; variant < item.variants; variant++) {
    let [low, high] = [item.min * 0.3, item.max];
    for (let i = 0; i < 9; i++) {
      const middle = (low + high) / 2;
      const { w, h } = item.need(middle, room.w, 0, variant);
      if (w <= room.w && h <= room.h) low = middle;
      else high = middle;
    }
    const score = worth(item, low);
    if (score > best.score) best = { score, placed: { ...room, scale: low, variant } };
  }
  return best;
}

/** @param {Item} item @param {number} scale */
function worth(item, scale) {
  const large = item.weight * Math.log2(Math.min(scale, item.max) / item.min);
  const lost = item.hard && scale < item.hard ? 8 + 30 * (1 - scale / item.hard) : 0;
  return (scale < item.min * 0.98 ? 2 * large - 3 * item.weight * (item.min / scale - 1) : large) - lost;
}

/** @param {[number, number] | number[]} range @param {number} part */
const between = ([low, high], part) => low + (high - low) * part;

/** @param {number} x @param {number} y @param {number} w @param {number} h @returns {Rect} */
const rect = (x, y, w, h) => ({ x, y, w, h });

/** @param {Rect} free @param {"above" | "below" | "left" | "right"} side @param {number} thick @param {number} gap @returns {[Rect, Rect]} */
function cut({ x, y, w, h }, side, thick, gap) {
  const used = thick + gap;
  if (side === "above") return [rect(x, y, w, thick), rect(x, y + used, w, h - used)];
  if (side === "below") return [rect(x, y + h - thick, w, thick), rect(x, y, w, h - used)];
  if (side === "left") return [rect(x, y, thick, h), rect(x + used, y, w - used, h)];
  return [rect(x + w - thick, y, thick, h), rect(x, y, w - used, h)];
}
