// QR codes: text as bytes, with error correction level M (ISO/IEC 18004, versions 1 to 20).

/** By version: bytes for error correction in each block, and the number of blocks. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];

/** The eight masks: whether a place changes its colour. @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** @param {number} from @param {number} to */
const range = (from, to) => Array.from({ length: to - from }, (_, i) => from + i);

/**
 * The code of a text as rows of dark (true) and light places.
 * @param {string} text @param {number} [mask] the best one if not given
 * @returns {boolean[][]}
 */
export function qrCode(text, mask) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = range(1, CORRECTION.length + 1).find((one) => bytes.length <= room(one));
  if (!version) throw new Error("the text is too long for a code");
  const code = new Code(version);
  code.place(blocks(data(bytes, version), version));
  const rated = (mask === undefined ? range(0, MASKS.length) : [mask]).map((one) => {
    const grid = code.masked(one);
    return { grid, penalty: penalty(grid) };
  });
  return rated.reduce((best, one) => (one.penalty < best.penalty ? one : best)).grid;
}

/** A path of squares for an SVG with a unit for each place. @param {boolean[][]} grid */
export function qrPath(grid) {
  return grid.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")).join("")).join("");
}

// --- data ---

/** Centres of the small squares. @param {number} version */
function centres(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const last = 4 * version + 10;
  const step = Math.ceil((last - 6) / (count - 1) / 2) * 2;
  return [6, ...range(0, count - 1).map((i) => last - (count - 2 - i) * step)];
}

/** Bytes of a version, for data and correction. @param {number} version */
function capacity(version) {
  const size = 4 * version + 17;
  const aligned = centres(version).length;
  const squares = aligned ? 25 * (aligned * aligned - 3) - 10 * (aligned - 2) : 0;
  const fixed = 3 * 64 + 2 * (size - 16) + squares + 31 + (version >= 7 ? 36 : 0);
  return Math.floor((size * size - fixed) / 8);
}

/** Bytes for data. @param {number} version */
const dataBytes = (version) => capacity(version) - CORRECTION[version - 1] * BLOCKS[version - 1];

/** Bytes of text that fit. @param {number} version */
const room = (version) => dataBytes(version) - (version < 10 ? 2 : 3);

/** Mode, length, text and padding. @param {number[]} bytes @param {number} version */
function data(bytes, version) {
  /** @type {number[]} */
  const bits = [];
  const add = (/** @type {number} */ value, /** @type {number} */ length) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  add(4, 4);
  add(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) add(byte, 8);
  add(0, 4);
  const found = range(0, Math.ceil(bits.length / 8)).map((i) =>
    range(0, 8).reduce((byte, k) => 2 * byte + (bits[8 * i + k] ?? 0), 0),
  );
  for (let pad = 0xec; found.length < dataBytes(version); pad ^= 0xfd) found.push(pad);
  return found.slice(0, dataBytes(version));
}

/** Data in blocks, each with its correction, and then one byte of each in turn. @param {number[]} all @param {number} version */
function blocks(all, version) {
  const count = BLOCKS[version - 1];
  const [short, longer] = [Math.floor(all.length / count), all.length % count];
  let at = 0;
  const parts = range(0, count).map((i) => all.slice(at, (at += short + (i < count - longer ? 0 : 1))));
  const divisor = generator(CORRECTION[version - 1]);
  const corrections = parts.map((part) => remainder(part, divisor));
  const inTurn = (/** @type {number[][]} */ lists) =>
    range(0, Math.max(...lists.map((list) => list.length))).flatMap((i) =>
      lists.filter((list) => i < list.length).map((list) => list[i]),
    );
  return [...inTurn(parts), ...inTurn(corrections)];
}

/** The product in the field of 256 elements. @param {number} x @param {number} y */
function times(x, y) {
  let product = 0;
  for (let i = 7; i >= 0; i--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((y >> i) & 1) * x);
  return product;
}

/** The polynomial for a number of correction bytes. @param {number} degree */
function generator(degree) {
  const found = [...Array(degree - 1).fill(0), 1];
  for (let i = 0, root = 1; i < degree; i++, root = times(root, 2))
    for (let j = 0; j < degree; j++) found[j] = times(found[j], root) ^ (found[j + 1] ?? 0);
  return found;
}

/** @param {number[]} bytes @param {number[]} divisor */
function remainder(bytes, divisor) {
  const found = divisor.map(() => 0);
  for (const byte of bytes) {
    const factor = byte ^ /** @type {number} */ (found.shift());
    found.push(0);
    divisor.forEach((value, i) => (found[i] ^= times(value, factor)));
  }
  return found;
}

// --- the picture ---

class Code {
  /** @param {number} version */
  constructor(version) {
    this.version = version;
    this.size = 4 * version + 17;
    /** @type {boolean[][]} */
    this.dark = range(0, this.size).map(() => Array(this.size).fill(false));
    this.fixed = this.dark.map((row) => [...row]);
    this.frame();
  }

  /** @param {number} x @param {number} y @param {boolean} dark */
  set(x, y, dark) {
    this.dark[y][x] = dark;
    this.fixed[y][x] = true;
  }

  /** The parts that are the same in every code of this version. */
  frame() {
    const { size } = this;
    for (const i of range(0, size)) {
      this.set(6, i, i % 2 === 0);
      this.set(i, 6, i % 2 === 0);
    }
    for (const [x, y] of [
      [3, 3],
      [size - 4, 3],
      [3, size - 4],
    ])
      this.rings(x, y, 4, (far) => far !== 2 && far !== 4);
    const places = centres(this.version);
    const last = places.length - 1;
    places.forEach((x, i) =>
      places.forEach((y, j) => {
        const corner = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0);
        if (!corner) this.rings(x, y, 2, (far) => far !== 1);
      }),
    );
    this.format(this.dark, 0, true);
    if (this.version >= 7) this.versionBits();
  }

  /** @param {number} x @param {number} y @param {number} radius @param {(far: number) => boolean} isDark */
  rings(x, y, radius, isDark) {
    for (const dy of range(-radius, radius + 1))
      for (const dx of range(-radius, radius + 1))
        if (this.dark[y + dy]?.[x + dx] !== undefined)
          this.set(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
  }

  /** Level and mask, twice. @param {boolean[][]} grid @param {number} mask @param {boolean} [reserve] */
  format(grid, mask, reserve = false) {
    let rest = mask; // level M is 0
    for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
    const bits = ((mask << 10) | rest) ^ 0x5412;
    const put = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ dark) => {
      grid[y][x] = dark;
      if (reserve) this.fixed[y][x] = true;
    };
    const bit = (/** @type {number} */ i) => ((bits >> i) & 1) === 1;
    const { size } = this;
    for (const i of range(0, 6)) put(8, i, bit(i));
    put(8, 7, bit(6));
    put(8, 8, bit(7));
    put(7, 8, bit(8));
    for (const i of range(9, 15)) put(14 - i, 8, bit(i));
    for (const i of range(0, 8)) put(size - 1 - i, 8, bit(i));
    for (const i of range(8, 15)) put(8, size - 15 + i, bit(i));
    put(8, size - 8, true);
  }

  versionBits() {
    let rest = this.version;
    for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const bits = (this.version << 12) | rest;
    for (const i of range(0, 18)) {
      const dark = ((bits >> i) & 1) === 1;
      const [a, b] = [this.size - 11 + (i % 3), Math.floor(i / 3)];
      this.set(a, b, dark);
      this.set(b, a, dark);
    }
  }

  /** Put the bits into the free places: up and down in columns of two, from the right. @param {number[]} bytes */
  place(bytes) {
    let i = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      const upward = ((right + 1) & 2) === 0;
      for (const step of range(0, this.size)) {
        const y = upward ? this.size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (this.fixed[y][x] || i >= 8 * bytes.length) continue;
          this.dark[y][x] = ((bytes[i >> 3] >> (7 - (i & 7))) & 1) === 1;
          i++;
        }
      }
    }
  }

  /** @param {number} mask */
  masked(mask) {
    const grid = this.dark.map((row, y) => row.map((dark, x) => dark !== (!this.fixed[y][x] && MASKS[mask](x, y))));
    this.format(grid, mask);
    return grid;
  }
}

/** How hard a picture is to read: long lines, blocks, false finders, and more dark than light. @param {boolean[][]} grid */
function penalty(grid) {
  const size = grid.length;
  const columns = grid.map((_, x) => grid.map((row) => row[x]));
  let found = 0;
  for (const line of [...grid, ...columns]) {
    const text = line.map(Number).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) found += run.length - 2;
    for (let i = 0; i + 11 <= size; i++)
      if (["10111010000", "00001011101"].includes(text.slice(i, i + 11))) found += 40;
  }
  for (let y = 0; y + 1 < size; y++)
    for (let x = 0; x + 1 < size; x++) {
      const sum = Number(grid[y][x]) + Number(grid[y][x + 1]) + Number(grid[y + 1][x]) + Number(grid[y + 1][x + 1]);
      if (sum % 4 === 0) found += 3;
    }
  const dark = grid.flat().filter(Boolean).length;
  return found + 10 * Math.floor(Math.abs((20 * dark) / (size * size) - 10));
}
