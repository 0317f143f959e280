// Plans the table of a game: which part every area has, how much room it wants, and the layout that follows. The plan remembers
// the largest contents it has seen, so that nothing jumps when a hand grows or a phase needs no buttons.

import { boards, isBoard, layoutOf, sum } from "./board.js";
import { words } from "./i18n.js";
import { dockWidths, modeOf, solve } from "./layout.js";
import {
  GAP,
  buttonSize,
  captionOf,
  divided,
  forgetSizes,
  isEmpty,
  flowSize,
  linesOf,
  packed,
  pieceWidth,
  wrappedLines,
} from "./measure.js";
import { areaKey, pieceRefs } from "./selection.js";

/** @typedef {import("./types").Area} Area */
/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./types").State} State */
/** @typedef {import("./layout.js").Item} Item */
/** @typedef {import("./layout.js").Solution} Solution */
/** @typedef {import("./measure.js").Size} Size */
/** @typedef {import("./measure.js").TextWidth} TextWidth */
/** An area with its pieces. @typedef {{ area: Area, key: string, pieces: import("./selection.js").PieceRef[] }} Entry */
/** The areas of a scene by their place on the table. @typedef {{ boards: Entry[], market: Entry[], supply: Entry[], tray: Entry[], plates: Map<number, Entry[]>, on: Map<string, Entry[]> }} Parts */
/** The size of a part of a form, or of its box. @typedef {Size & { box?: boolean }} FormSize */
/** What the dock has to show: the question, its second line, buttons, forms, the kinds of pieces in each box. @typedef {{ question: string, why: string, buttons: { text: string, note: string }[], acts: string[], forms: FormSize[], counted: string[], boxes?: number[], spare?: boolean }} Dock */
/** A dock as it was in some phase: what it showed, and your areas. @typedef {{ dock: Dock, entries: Entry[], seen: number }} SeenDock */

/** Your pieces get no smaller than this: they have to be picked, by fingers in windows as narrow as a phone. */
const LEAST_TRAY = { phone: 0.6, zoomed: 0.42, large: 0.64 };
/** The same for cards with names, except in low windows. */
const LEAST_NAMED = { phone: 0.64, large: 0.8 };
/** The largest width of table talk on a plate, in pixels. */
const SAYS = 108;
/** What turns out too large is drawn again at this part of its size. */
const SHRINK = 0.94;
/** After this number of tries in vain, it keeps its size. */
const VAIN = 3;
/** Scenes after which an area that is gone no longer keeps its room. */
const FORGET = 12;
/** The largest things that a part of the table has had. @typedef {{ entry: Entry, seen: number, size: number }} Kept */

/** @param {Entry[]} entries */
const keysOf = (entries) => entries.map(({ key }) => key);

/** Can something be picked here? @param {Entry} entry */
const isActive = ({ area }) => (area.pieces ?? []).some((piece) => piece.actions?.length || piece.ends?.length);

/** The scale at which all pieces that can be picked have this width. @param {Entry} entry @param {number} target in pixels */
function pickable({ area, pieces }, target) {
  const { main, small, part } = divided(area, pieces);
  const scaleOf = (/** @type {import("./selection.js").PieceRef} */ { piece }, /** @type {number} */ scale) =>
    piece.actions?.length || piece.ends?.length ? target / (pieceWidth(piece) * scale || Infinity) : 0;
  return Math.max(0, ...main.map((one) => scaleOf(one, 1)), ...small.map((one) => scaleOf(one, part)));
}

/** The game that the table shows: another one than the table's own inside a match. @param {Scene} scene */
export const gameOf = ({ rules = "" }) => (rules.includes("#") ? rules.split("#")[0] : "");

/** Divide the areas of a scene. @param {Scene} scene @param {number} viewer @returns {Parts} */
export function divide(scene, viewer) {
  /** @type {Parts} */
  const parts = { boards: [], market: [], supply: [], tray: [], plates: new Map(), on: new Map() };
  const all = pieceRefs(scene);
  let from = 0;
  for (const [index, area] of (scene.areas ?? []).entries()) {
    const entry = { area, key: areaKey(area, index), pieces: all.slice(from, (from += area.pieces?.length ?? 0)) };
    const owner = area.seat ?? null;
    if (isEmpty(area)) continue;
    if (area.on) parts.on.set(area.on, [...(parts.on.get(area.on) ?? []), entry]);
    else if (area.role === "board" || (owner === null && isBoard(area) && !area.role)) parts.boards.push(entry);
    else if (area.role === "market") (isBoard(area) ? parts.boards : parts.market).push(entry);
    else if (area.role === "supply") (isBoard(area) ? parts.boards : parts.supply).push(entry);
    else if (owner === viewer && viewer >= 0) parts.tray.push(entry);
    else if (owner !== null) parts.plates.set(owner, [...(parts.plates.get(owner) ?? []), entry]);
    else if (area.role === "tray" || area.role === "purse" || area.role === "secret") parts.tray.push(entry);
    else if (area.look === "felt" || area.look === "cavern") parts.market.push(entry);
    else parts.supply.push(entry);
  }
  parts.boards.sort((a, b) => weightOf(b) - weightOf(a));
  return parts;
}

/** @param {Entry} entry */
function weightOf({ area }) {
  if (area.weight) return area.weight;
  const [board] = boards(area);
  const cells = layoutOf(area) === "free" ? 60 : sum(board.columns) * sum(board.rows);
  return cells >= 40 ? 6 : cells >= 15 ? 4 : 2.5;
}

/** A flat window this narrow is no phone, but a zoomed page. */
const ZOOMED = 640;

/** @param {string} mode @param {number} width @param {boolean} named are there names on your cards? */
function leastTray(mode, width, named) {
  if (mode === "landscape") return width <= ZOOMED ? LEAST_TRAY.zoomed : LEAST_TRAY.phone;
  if (named) return mode === "phone" ? LEAST_NAMED.phone : LEAST_NAMED.large;
  return mode === "phone" ? LEAST_TRAY.phone : LEAST_TRAY.large;
}

/** Smallest and largest cell of a board, in pixels. @param {Area} area @param {number} columns @param {number} rows @returns {[number, number]} */
function cellsOf(area, columns, rows) {
  if (area.cell) return area.cell;
  if (layoutOf(area) === "free") return [260 / Math.max(columns, rows), 1400 / Math.max(columns, rows)];
  if (layoutOf(area) === "hex") return [44, 132];
  if (area.look === "points") return [22, 64];
  return area.pieces?.some((piece) => piece.kind === "card" && !piece.crop) ? [40, 112] : [26, 104];
}

const FRAME = 10; // around a board

/** A cell that can be picked is at least this wide. */
const LEAST_CELL = 26;

/** @param {Entry} entry @param {boolean} active can something be picked on it? @param {TextWidth} textWidth @returns {Item} */
function boardItem({ area, key }, active, textWidth) {
  const ways = boards(area).map(({ columns, rows, ratio }) => ({ across: sum(columns), down: sum(rows), ratio }));
  const [min, max] = cellsOf(area, ways[0].across, ways[0].down);
  const flat = Math.min(1, ways[0].ratio); // cells that are wider than high need more width
  const text = captionOf(area);
  return {
    key,
    weight: weightOf({ area, key, pieces: [] }),
    min,
    max,
    hard: active && layoutOf(area) !== "free" ? Math.min(flat < 1 ? max : min, LEAST_CELL / flat) : 0,
    variants: ways.length,
    need: (cell, width, _height, variant) => {
      const { across, down, ratio } = ways[variant];
      const w = across * cell + 2 * FRAME;
      const lines = text ? linesOf(text, 13, 500, Math.max(w, Math.min(width || w, 260)), textWidth) : 0;
      return { w, h: down * cell * ratio + 2 * FRAME + lines * 18 + (lines ? 4 : 0) };
    },
  };
}

/** Areas that flow side by side or below each other. @param {string} key @param {Entry[]} entries @param {TextWidth} textWidth @param {Pick<Item, "weight" | "min" | "max" | "hard">} more @returns {Item} */
function flowItem(key, entries, textWidth, { weight, min, max, hard }) {
  const gap = 2 * GAP;
  const need = (/** @type {number} */ scale, /** @type {number} */ width) => {
    if (width)
      return packed(
        entries.map(({ area }) => flowSize(area, scale, width, textWidth)),
        width,
        gap,
      );
    const sizes = entries.map(({ area }) => flowSize(area, scale, Math.max(150, 190 * scale), textWidth));
    // Two more pixels: rounded widths must not break a row.
    return { w: Math.max(...sizes.map(({ w }) => w)) + 2, h: sum(sizes.map(({ h }) => h + gap)) - gap };
  };
  /** The solver tries the same sizes in many arrangements. @type {Map<string, Size>} */
  const known = new Map();
  return {
    key,
    variants: 1,
    weight,
    min,
    max,
    hard,
    need: (scale, width) => {
      const name = `${scale} ${width}`;
      const found = known.get(name) ?? need(scale, width);
      known.set(name, found);
      return found;
    },
  };
}

/** Is something smaller than it may be? @param {Solution | null} solution @param {Item} item */
const isSmall = (solution, { key, min }) => (solution?.items[key]?.scale ?? 0) < 0.95 * min;

/** Is something too small to be picked? @param {Solution | null} solution @param {Item} item */
const isUnpickable = (solution, { key, hard = 0 }) => (solution?.items[key]?.scale ?? 0) < 0.99 * hard;

/** Is there too little room for the dock? @param {Solution} solution @param {(width: number, scale: number) => number} dockHeight */
const isCrowded = ({ dock: { w, h, scale } }, dockHeight) => dockHeight(w, scale) > h + 1;

/**
 * What is left of a dock without the second line of the question, or also without the notes on buttons.
 * @template {{ why: string, buttons: { note: string }[], spare?: boolean }} T @param {T} dock @param {number} brief @returns {T}
 */
export const shortened = (dock, brief) => ({
  ...dock,
  why: brief > 0 && dock.spare ? "" : dock.why,
  buttons: brief > 1 ? dock.buttons.map((one) => ({ ...one, note: "" })) : dock.buttons,
});

export class Plan {
  /** @param {TextWidth} textWidth */
  constructor(textWidth) {
    this.textWidth = textWidth;
    /** @type {Map<string, Kept>} */
    this.kept = new Map();
    /** Docks of different phases: the highest one counts, and they need no room together. @type {Map<string, SeenDock>} */
    this.docks = new Map();
    this.scenes = 0;
    this.bare = false;
    /** Widths of the words on each seat's plate, at most: usual and tiny. @type {Map<number, [number, number]>} */
    this.widths = new Map();
    this.names = [0, 0, 0, 0]; // widths of the widest plates without pieces: usual, tiny, with a unit, and only name and score
    /** Areas in which something could be picked once: those at the edge stay larger. @type {Set<string>} */
    this.active = new Set();
    /** Areas that only a sheet shows, for want of room. @type {Set<string>} */
    this.hidden = new Set();
    /** What shrinking has brought so far: what is still too much, the first scale, and tries in vain. @type {WeakMap<object, { over: number, scale: number, vain: number }>} */
    this.shrunk = new WeakMap();
    this.strip = false;
    this.least = 0; // scale of your pieces
    this.leastMarket = 0; // scale of what can be picked from the market
    /** Is there too little room to keep any for what the dock had before? */
    this.tight = false;
    /** What the dock leaves out for want of room: 1, the second line of the question; 2, also the notes on buttons. */
    this.brief = 0;
    this.signature = "";
    /** @type {Solution | null} */
    this.solution = null;
    /** The smallest scales of areas in which small pieces have been picked. @type {Map<string, number>} */
    this.smallest = new Map();
    this.view = "";
    this.game = "";
  }

  /** Forget everything, for another font or language. */
  reset() {
    forgetSizes();
    this.clear();
  }

  /** Forget the contents so far. */
  clear() {
    this.kept.clear();
    this.active.clear();
    this.smallest.clear();
    this.docks.clear();
    this.widths.clear();
    this.names = [0, 0, 0, 0];
    this.signature = "";
    this.solution = null;
  }

  /**
   * The layout for a scene in a window.
   * @param {Scene} scene @param {{ seat: number, seats: number, log: boolean, texts?: import("./seats.js").PlateText[] }} table @param {Dock} dock @param {import("./layout.js").View} view
   * @returns {{ parts: Parts, solution: Solution, hidden: Set<string> }}
   */
  lay(scene, table, dock, view) {
    const game = `${gameOf(scene)}${scene.pause ? "!" : ""}`;
    if (game !== this.game) {
      this.game = game;
      this.clear(); // the next game of a match needs other room, and so does a finished game
    }
    const where = `${view.w}x${view.h}:${table.log}`;
    if (where !== this.view) {
      this.view = where;
      this.solution = null;
      this.widths.clear();
      this.names = [0, 0, 0, 0];
      this.smallest.clear();
      this.docks.clear();
    }
    const mode = modeOf(view.w, view.h, view.bare);
    const parts = divide(scene, table.seat);
    for (const entry of [...parts.supply, ...parts.boards]) if (isActive(entry)) this.active.add(entry.key);
    parts.market.push(...parts.supply.filter(({ key }) => this.active.has(key)));
    parts.supply = parts.supply.filter(({ key }) => !this.active.has(key));
    this.remember(parts);
    this.rememberDock(dock, parts.tray);
    const roomy = this.roomy(parts);
    const small = mode === "phone" || mode === "landscape";
    const plates = this.plates(roomy, mode, table.texts ?? []);
    const seated = table.seat >= 0;
    this.bare = Boolean(view.bare);
    const noDock = this.bare && !parts.tray.length;
    const dockHeight = noDock ? () => 0 : this.dockHeight([...this.docks.values()], mode, seated);
    const nowHeight = () => {
      const now = { dock: shortened(dock, this.brief), entries: parts.tray, seen: 0 };
      return noDock ? () => 0 : this.dockHeight([now], mode, seated);
    };
    for (const entry of parts.market) {
      const scale = pickable(entry, small ? 46 : 26);
      if (scale) this.smallest.set(entry.key, Math.max(scale, this.smallest.get(entry.key) ?? 0));
    }
    const target = Math.max(0, ...roomy.market.map(({ key }) => this.smallest.get(key) ?? 0));
    this.leastMarket = target;
    const least = Math.max(small ? 0.6 : 0.7, target);
    const u = small ? 1 : Math.max(0.86, Math.min(1.4, view.h / 800));
    const items = [
      ...roomy.boards.map((entry) => boardItem(entry, this.active.has(entry.key), this.textWidth)),
      ...(roomy.market.length
        ? [flowItem("market", roomy.market, this.textWidth, { weight: 5, min: least, max: 2 * u, hard: target })]
        : []),
      ...(roomy.supply.length
        ? [flowItem("supply", roomy.supply, this.textWidth, { weight: 1.2, min: small ? 0.5 : 0.55, max: 1.1 * u })]
        : []),
    ];
    items.sort((a, b) => b.weight - a.weight);
    // Names on cards are to be read.
    const named = roomy.tray.some(({ area }) => area.pieces?.some(({ kind, name }) => kind === "card" && words(name)));
    /** @type {[number, number]} */
    const tray = roomy.tray.length ? [leastTray(mode, view.w, named), (small ? 0.95 : 1.15) * u] : [0, 0];
    this.least = tray[0];
    this.strip ||= Boolean(scene.order?.length || (scene.shared && table.seat < 0));
    const signature = () =>
      JSON.stringify([
        where,
        items.map(({ key, weight, min, hard, need }) => [
          key,
          weight,
          min,
          hard,
          need(1, 400, 0, 0),
          need(1, 0, 400, 0),
        ]),
        plates,
        this.strip,
        this.brief,
        roomy.boards.filter(isActive).map(({ key }) => key),
        dockWidths(view, table.log).map((width) =>
          tray.map((scale) => (this.tight ? nowHeight() : dockHeight)(width, scale)),
        ),
      ]);
    if (signature() !== this.signature || !this.solution) {
      const others = !plates.length ? 0 : view.bare ? table.seats : this.others(table, mode);
      const before = this.solution?.seats;
      const forms = [...this.docks.values()].some((one) => one.dock.forms.length > 0);
      const more = { seats: others, plates, dock: dockHeight, tray, log: table.log, strip: this.strip, before, forms };
      this.solution = this.solveAll(view, items, more, roomy);
      this.brief = 0;
      this.tight =
        isCrowded(this.solution, dockHeight) ||
        items.some((item, i) => isUnpickable(this.solution, item) || (i === 0 && isSmall(this.solution, item)));
      for (let again = this.tight; again;) {
        this.solution = this.solveAll(view, items, { ...more, dock: nowHeight() }, roomy);
        again = this.brief < 2 && isCrowded(this.solution, nowHeight());
        if (again) this.brief++;
      }
      this.signature = signature();
    }
    return { parts, solution: this.solution, hidden: this.hidden };
  }

  /**
   * Where there is no room for everything, what is only to be looked at leaves the table, least weight first; a sheet
   * shows it.
   * @param {import("./layout.js").View} view @param {Item[]} items @param {Omit<import("./layout.js").Spec, "items">} more @param {Parts} roomy
   */
  solveAll(view, items, more, roomy) {
    const needed = new Set(roomy.boards.filter(isActive).map(({ key }) => key));
    const spare = items.slice(1).filter(({ key }) => key !== "market" && !needed.has(key));
    let shown = items;
    let supply = roomy.supply;
    let solution = solve(view, { ...more, items });
    const isPoor = () => solution.dock.over || shown.some((item) => isSmall(solution, item));
    while (isPoor() && spare.length) {
      const least = /** @type {Item} */ (spare.pop());
      supply = least.key === "supply" ? supply.slice(0, -1) : supply; // the last area of the scene first
      const smaller =
        least.key === "supply" && supply.length ? [flowItem("supply", supply, this.textWidth, least)] : [];
      spare.push(...smaller);
      shown = shown.flatMap((item) => (item.key === least.key ? smaller : [item]));
      solution = solve(view, { ...more, items: shown });
    }
    const keys = new Set([...shown, ...supply].map(({ key }) => key));
    this.hidden = new Set([...roomy.boards, ...roomy.supply].map(({ key }) => key).filter((key) => !keys.has(key)));
    return solution;
  }

  /** Shrink what turned out larger than planned. Was there anything? @param {Element} root */
  shrink(root) {
    let found = false;
    for (const node of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-place], .tray"))) {
      const over = Math.max(node.scrollHeight - node.clientHeight, node.scrollWidth - node.clientWidth);
      if (over <= 2) continue;
      const { place } = node.dataset;
      const part = place ? this.solution?.items[place] : this.solution?.dock;
      const least = place === "market" ? Math.max(0.2, this.leastMarket) : place ? 0.2 : this.least;
      if (!part?.scale || part.scale <= least) continue;
      const tried = this.shrunk.get(part) ?? { over, scale: part.scale, vain: -1 };
      tried.vain = over < tried.over ? 0 : tried.vain + 1;
      tried.over = over;
      this.shrunk.set(part, tried);
      if (tried.vain === VAIN) part.scale = tried.scale; // the scale does not matter there
      if (tried.vain >= VAIN) {
        found ||= tried.vain === VAIN;
        continue;
      }
      part.scale = Math.max(SHRINK * part.scale, least);
      found = true;
    }
    return found;
  }

  /** Plates in the row of seats: all others, and yours where the dock has no room for it. @param {{ seat: number, seats: number }} table @param {string} mode */
  others(table, mode) {
    return table.seats - (table.seat >= 0 && mode !== "phone" && mode !== "landscape" ? 1 : 0);
  }

  /** Remember the largest contents of every area. @param {Parts} parts */
  remember(parts) {
    this.scenes++;
    const lists = { boards: parts.boards, market: parts.market, supply: parts.supply, tray: parts.tray };
    for (const [list, entries] of Object.entries(lists))
      for (const entry of entries) this.keep(`${list}|${entry.key}`, entry);
    for (const [seat, entries] of parts.plates)
      for (const entry of entries) this.keep(`plate ${seat}|${entry.key}`, entry);
    for (const [name, { entry, seen }] of this.kept)
      if (this.scenes - seen > (entry.area.passing ? 0 : FORGET)) this.kept.delete(name);
  }

  /** Remember the dock as it is now, each part with its largest contents in this phase. @param {Dock} dock @param {Entry[]} tray */
  rememberDock(dock, tray) {
    const { acts, buttons, counted, forms } = dock;
    const name = JSON.stringify([keysOf(tray), counted, acts.length, buttons.length, forms.length]);
    const old = this.docks.get(name) ?? { dock, entries: tray };
    const long = (/** @type {string} */ text) => this.textWidth(text, 15);
    const longer = (/** @type {string} */ a, /** @type {string} */ b) => (long(a) > long(b) ? a : b);
    const large = ({ w, h } = { w: 0, h: 0 }) => w * h;
    const size = (/** @type {Entry} */ { area }) => large(flowSize(area, 1, 2000, this.textWidth));
    this.docks.set(name, {
      dock: {
        ...dock,
        question: longer(dock.question, old.dock.question),
        why: longer(dock.why, old.dock.why),
        acts: acts.map((text, i) => longer(text, old.dock.acts[i])),
        buttons: buttons.map(({ text, note }, i) => ({
          text: longer(text, old.dock.buttons[i].text),
          note: longer(note, old.dock.buttons[i].note),
        })),
        forms: forms.map((form, i) => (large(old.dock.forms[i]) > large(form) ? old.dock.forms[i] : form)),
      },
      entries: tray.map((entry, i) => (size(old.entries[i]) > size(entry) ? old.entries[i] : entry)),
      seen: this.scenes,
    });
    // Docks leave with the areas that they had.
    for (const [one, found] of this.docks) {
      if (keysOf(found.entries).every((key) => keysOf(tray).includes(key))) found.seen = this.scenes;
      if (this.scenes - found.seen > FORGET) this.docks.delete(one);
    }
  }

  /** @param {string} name @param {Entry} entry */
  keep(name, entry) {
    const { w, h } = isBoard(entry.area) ? { w: 0, h: 0 } : flowSize(entry.area, 1, 2000, this.textWidth);
    const size = w * h;
    const old = this.kept.get(name);
    if (!old || size >= old.size || isBoard(entry.area)) this.kept.set(name, { entry, seen: this.scenes, size });
    else old.seen = this.scenes;
  }

  /** The parts with the largest contents so far, also of areas that are gone for a moment. @param {Parts} parts @returns {Parts} */
  roomy(parts) {
    const list = (/** @type {string} */ name) =>
      [...this.kept].filter(([key]) => key.startsWith(`${name}|`)).map(([, { entry }]) => entry);
    const plates = new Map([...parts.plates.keys()].map((seat) => [seat, list(`plate ${seat}`)]));
    const found = { boards: list("boards"), market: list("market"), supply: list("supply"), tray: list("tray") };
    found.boards.sort((a, b) => weightOf(b) - weightOf(a));
    return { ...found, plates, on: parts.on };
  }

  /** The room for your own plate beside your pieces. */
  get own() {
    return Math.max(172, this.names[0]) + 18;
  }

  /** The width of a plate without pieces. @param {import("./seats.js").PlateText} text @param {boolean} small @param {boolean} tiny @param {boolean} [stacked] is the unit below the score? */
  plateWidth({ name, line, says, score, unit, goal, lives }, small, tiny, stacked = false) {
    const face = tiny ? 26 + 22 : small ? 34 + 27 : 44 + 33;
    const title = this.textWidth(name, small ? 14 : 15, 650);
    const second = says ? Math.min(SAYS, this.textWidth(says, 12) + 12) : this.textWidth(line, 13);
    // On phones the lives are below the name.
    if (lives)
      return face + (small ? Math.max(title, (tiny ? 10 : 13) * lives) : Math.max(title, second) + 20 * lives + 10);
    const measured = tiny ? 0 : this.textWidth(unit, 13); // tiny plates leave the unit out
    if (goal && !tiny) return face + Math.max(title + 7 + second, goal * (small ? 12 : 15) + 30 + measured);
    const number = this.textWidth(score, small ? 20 : 26, 800);
    const below = stacked ? this.textWidth(unit, 12.5, 550) : 0;
    const points = score ? Math.max(number + measured, below) + 16 : 0;
    return face + Math.max(title, second) + points + 4;
  }

  /** The sizes that the plates of the seats may have. @param {Parts} parts @param {string} mode @param {import("./seats.js").PlateText[]} texts @returns {import("./layout.js").Plate[]} */
  plates(parts, mode, texts) {
    const small = mode === "phone" || mode === "landscape";
    const names = Math.max(this.names[0], ...texts.map((text) => this.plateWidth(text, small, false)));
    const tight = Math.max(this.names[1], ...texts.map((text) => this.plateWidth(text, small, true)));
    const units = Math.max(this.names[2], ...texts.map((text) => this.plateWidth(text, small, true, true)));
    const bareNames = texts.map(({ name, score, lives }) =>
      Math.max(this.textWidth(name, 14, 650), this.textWidth(score, 17, 800), 13 * lives),
    );
    this.names = [names, tight, units, Math.max(this.names[3], 57 + Math.max(0, ...bareNames))];
    const bare = (/** @type {Entry[]} */ entries, /** @type {number} */ width, /** @type {number} */ scale) =>
      packed(
        entries.map(({ area }) =>
          flowSize(area.pieces?.length ? { ...area, title: "", note: "" } : area, scale, width, this.textWidth),
        ),
        width,
        12,
      );
    const largest = (/** @type {number} */ width, /** @type {string} */ plate) => {
      const scale = plateScale(mode, plate);
      const sizes = [...parts.plates.values()].map((entries) => bare(entries, width, scale));
      return { w: Math.max(0, ...sizes.map(({ w }) => w)), h: Math.max(0, ...sizes.map(({ h }) => h)) };
    };
    const row = largest(2000, "wide");
    const block = largest(small ? 150 : 204, "tall");
    const dense = largest(small ? 150 : 204, "tall dense");
    const denseRow = largest(2000, "wide dense");
    // The width of a row: the words on a plate and the pieces of its seat. Yours has no pieces.
    for (const text of texts) {
      const [old, oldTiny] = this.widths.get(text.seat ?? -1) ?? [0, 0];
      const [now, tiny] = [false, true].map((one) => this.plateWidth(text, small, one));
      this.widths.set(text.seat ?? -1, [Math.max(old, now), Math.max(oldTiny, tiny)]);
    }
    const rowWidth = (/** @type {string} */ plate) =>
      Math.max(
        ...[...this.widths].map(([seat, [usual, tiny]]) => {
          const pieces = bare(parts.plates.get(seat) ?? [], 2000, plateScale(mode, plate)).w;
          return (plate === "wide" ? usual : tiny) + (pieces ? pieces + (plate === "wide" ? 48 : 30) : 0);
        }),
      );
    const tiny = { name: "tiny", w: Math.max(100, tight), h: 46, weight: row.h ? -1.6 : -0.3 };
    const short = {
      name: "short",
      w: Math.max(small ? 120 : 150, names),
      h: small ? 50 : 60,
      weight: row.h ? -1 : 0.1,
    };
    // Small plates with the unit below the score; the smallest leave it out.
    const united = { ...tiny, name: "tiny units", w: Math.max(100, units), weight: tiny.weight + 0.2 };
    const least = small && texts.some(({ unit }) => unit) ? [united, tiny] : [tiny];
    // Only the name and the score.
    const mini = { ...tiny, name: "mini", w: Math.max(84, this.names[3]), weight: tiny.weight - 2 };
    if (mode === "landscape") return [{ ...short, h: 46 }, ...least, mini];
    if (!row.h) return [short, ...least];
    const wide = {
      name: "wide",
      w: texts.length ? rowWidth("wide") : names + row.w + 48,
      h: Math.max(small ? 52 : 64, row.h + 14),
      weight: 0.4,
    };
    const tall = {
      name: "tall",
      w: Math.max(names, block.w + 24),
      h: (small ? 46 : 58) + block.h + 20,
      weight: 0.4,
    };
    // Smaller pieces, rather than none.
    const denseWide = {
      name: "wide dense",
      w: texts.length ? rowWidth("wide dense") : tight + denseRow.w + 30,
      h: Math.max(46, denseRow.h + 10),
      weight: 0,
    };
    const denseTall = { name: "tall dense", w: Math.max(tight, dense.w + 24), h: 40 + dense.h + 14, weight: 0 };
    return [wide, tall, denseWide, denseTall, short, ...least];
  }

  /** The height of the dock by its width and the scale of your pieces: the highest of these. @param {SeenDock[]} docks @param {string} mode @param {boolean} seated @returns {(width: number, scale: number) => number} */
  dockHeight(docks, mode, seated) {
    /** @type {Map<string, number>} */
    const known = new Map();
    return (width, scale) => {
      const name = `${width} ${scale}`;
      const found = known.get(name) ?? Math.max(...docks.map((one) => this.heightOf(one, mode, seated, width, scale)));
      known.set(name, found);
      return found;
    };
  }

  /** @param {SeenDock} one @param {string} mode @param {boolean} seated @param {number} width @param {number} scale */
  heightOf({ dock, entries }, mode, seated, width, scale) {
    const column = mode === "phone" || mode === "landscape";
    // Narrow docks have smaller letters, and the boxes are among their buttons.
    const letters = column ? { ask: 16.5, why: 13.2, tall: [21, 18.5] } : { ask: 17.5, why: 13.5, tall: [22, 19] };
    const inside = insideOf(mode, width);
    // In a column, taking back is beside the question.
    const shown = column ? dock.acts.filter(Boolean) : dock.acts;
    const acts = shown.map((text) => actSize(text, inside, this.textWidth));
    const boxes = column ? (dock.boxes ?? []).map((kinds) => ({ w: boxWidth(kinds), h: BOX_HEIGHT })) : [];
    const act = column ? packed([...boxes, ...acts], inside, 8).h : sum(acts.map(({ w }) => w + 8));
    const room = column
      ? inside - 40 - (shown.length < dock.acts.length ? 54 : 0)
      : inside - Math.min(act, inside * 0.5) - (entries.length ? 50 : 210);
    const ask =
      22 +
      letters.tall[0] * wrappedLines(dock.question, letters.ask, 600, room, this.textWidth) +
      letters.tall[1] * wrappedLines(dock.why, letters.why, 400, room, this.textWidth);
    const beside = inside - (column || !seated ? 0 : this.own); // of your plate
    const buttons = packed(
      dock.buttons.map(({ text, note }) => buttonSize(text, note, beside, this.textWidth)),
      beside,
      8,
    ).h;
    const blocks = entries.map(({ area, key }) => {
      const size = flowSize(area, scale, beside, this.textWidth);
      if (!dock.counted.includes(key) || area.look === "picks") return size;
      const many = area.pieces?.length ?? 0;
      const tight = isTight(mode, many, beside, dock.boxes);
      return { w: Math.max(size.w, many * (tight ? 56 : COUNTER)), h: size.h + (tight ? 26 : 52) };
    });
    const own = packed([...blocks, ...dock.forms], beside, 18).h;
    const body = own + (own && buttons ? 10 : 0) + buttons;
    const head = this.bare ? 0 : Math.max(ask, column ? 52 : 64); // a picture asks nothing
    return head + (body ? body + 24 : 0) + (column && seated && act ? act + 14 : 0);
  }
}

/** The width inside a dock. @param {string} mode @param {number} width */
export const insideOf = (mode, width) => width - (mode === "phone" || mode === "landscape" ? 24 : 36);

/** Width of a counter below a piece. */
const COUNTER = 112;

/**
 * Is there no room for counters side by side? Then a tap on a pile adds one, and a tap in the box takes it back.
 * @param {string} mode @param {number} counters @param {number} width @param {number[]} [boxes]
 */
export const isTight = (mode, counters, width, boxes) =>
  mode === "landscape" || (mode === "phone" && Boolean(boxes?.length) && counters * COUNTER > width);

/** A box among the buttons of a narrow dock: its height, and its width for a number of kinds of pieces. */
const BOX_HEIGHT = 72;
const boxWidth = (/** @type {number} */ kinds) => Math.max(104, 48 * kinds + 12);

/** A button at the fixed place: larger letters than elsewhere. @param {string} text @param {number} width @param {TextWidth} textWidth @returns {Size} */
function actSize(text, width, textWidth) {
  const wide = textWidth(text, 16, 650) + 46;
  return { w: Math.min(wide, width), h: Math.max(50, 14 + 20 * Math.ceil(wide / width)) };
}

/** The scale of pieces on the plates. @param {string} mode @param {string} [plate] */
export const plateScale = (mode, plate = "") =>
  (mode === "phone" || mode === "landscape" ? 0.34 : 0.46) * (plate.endsWith("dense") ? 0.74 : 1);

/** Name or piece, minus, the longest value, plus. @param {import("./types").Part} part @param {TextWidth} textWidth */
function counterWidth(part, textWidth) {
  const name = part.piece ? 44 : textWidth(words(part.label) || words(part.name), 15);
  const value = Math.max(14, ...(part.labels ?? []).map((label) => textWidth(words(label), 17, 700)));
  return name + value + 104;
}

/** Sizes of the parts of a form. @param {import("./types").Form} form @param {number} width @param {TextWidth} textWidth @returns {FormSize[]} */
export function formSizes(form, width, textWidth) {
  const loose = form.parts.filter((part) => !part.area);
  const sizes = loose.map((part) => {
    if (part.kind === "counter") return { w: counterWidth(part, textWidth), h: 66 };
    const options = part.values.map((value, i) => ({
      w: part.pieces?.length ? 52 : Math.max(46, textWidth(words(part.labels?.[i]) || String(value), 15, 600) + 24),
      h: 50,
    }));
    return packed(options, width, 6);
  });
  return [...sizes, ...(form.box && width > 700 ? [{ w: 190, h: 118, box: true }] : [])];
}
