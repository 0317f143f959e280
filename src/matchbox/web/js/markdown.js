// Rules pages: as much Markdown as they use - headings, lists, tables, code, bold, emphasis, links - as elements.

import { h } from "./dom.js";

/** The anchor of a heading, as code hosts make them. @param {string} text */
export function anchor(text) {
  return text.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replace(/\s/g, "-");
}

/** @param {string} source @returns {HTMLElement[]} */
export function markdown(source) {
  const lines = source.split("\n");
  /** @type {HTMLElement[]} */
  const blocks = [];
  let i = 0;
  while (i < lines.length) {
    const line = lines[i];
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    if (!line.trim()) i++;
    else if (line.startsWith("```")) {
      const end = lines.findIndex((other, j) => j > i && other.startsWith("```"));
      const last = end < 0 ? lines.length : end;
      blocks.push(h("pre", { tabindex: 0 }, h("code", null, lines.slice(i + 1, last).join("\n"))));
      i = last + 1;
    } else if (heading) {
      const level = /** @type {"h1"} */ (`h${heading[1].length}`);
      blocks.push(h(level, { id: anchor(plainOf(heading[2])) }, inline(heading[2])));
      i++;
    } else if (/^\s*\|/.test(line)) {
      const end = next(lines, i, (other) => !/^\s*\|/.test(other));
      blocks.push(table(lines.slice(i, end)));
      i = end;
    } else if (ITEM.test(line)) {
      const end = next(lines, i, (other, j) => !ITEM.test(other) && !/^\s+\S/.test(other) && !(other === "" && ITEM.test(lines[j + 1] ?? "")));
      blocks.push(list(lines.slice(i, end).filter((other) => other.trim())));
      i = end;
    } else if (/^---+$/.test(line.trim())) {
      blocks.push(h("hr"));
      i++;
    } else if (line.startsWith(">")) {
      const end = next(lines, i, (other) => !other.startsWith(">"));
      blocks.push(h("blockquote", null, markdown(lines.slice(i, end).map((other) => other.replace(/^> ?/, "")).join("\n"))));
      i = end;
    } else {
      const end = next(lines, i, (other) => !other.trim() || /^(#|```|\s*\||>)/.test(other) || ITEM.test(other));
      blocks.push(h("p", null, inline(lines.slice(i, end).join(" "))));
      i = end;
    }
  }
  return blocks;
}

const ITEM = /^(\s*)([-*]|\d+\.)\s+(.*)$/;

/** @param {string[]} lines @param {number} from @param {(line: string, index: number) => boolean} stops */
function next(lines, from, stops) {
  const found = lines.findIndex((line, j) => j > from && stops(line, j));
  return found < 0 ? lines.length : found;
}

/** @param {string[]} lines @returns {HTMLElement} */
function list(lines) {
  const first = ITEM.exec(lines[0]);
  const indent = first?.[1].length ?? 0;
  const ordered = /\d/.test(first?.[2] ?? "");
  /** @type {string[][]} */
  const items = [];
  for (const line of lines) {
    const item = ITEM.exec(line);
    if (item && item[1].length <= indent) items.push([item[3]]);
    else items.at(-1)?.push(line);
  }
  return h(
    ordered ? "ol" : "ul",
    null,
    items.map(([head, ...rest]) => {
      const inner = rest.findIndex((line) => ITEM.test(line));
      const text = [head, ...rest.slice(0, inner < 0 ? rest.length : inner).map((line) => line.trim())].join(" ");
      return h("li", null, inline(text), inner < 0 ? null : list(rest.slice(inner)));
    }),
  );
}

/** @param {string[]} lines */
function table(lines) {
  const rows = lines.map((line) => line.trim().replace(/^\||\|$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|")));
  const [head, , ...body] = rows;
  return h(
    "div.scroller",
    { tabindex: 0, role: "region", "aria-label": head.filter(Boolean).join(", ") || "table" },
    h(
      "table",
      null,
      h("thead", null, h("tr", null, head.map((cell) => (cell ? h("th", { scope: "col" }, inline(cell)) : h("td"))))),
      h("tbody", null, body.map((row) => h("tr", null, row.map((cell) => h("td", null, inline(cell)))))),
    ),
  );
}

const INLINE = /`([^`]+)`|\*\*(.+?)\*\*|(?<![\w*])\*([^*\s](?:[^*]*[^*\s])?)\*(?!\w)|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** @param {string} text @returns {(Node | string)[]} */
function inline(text) {
  /** @type {(Node | string)[]} */
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(INLINE)) {
    parts.push(text.slice(from, match.index));
    const [all, code, bold, emphasis, name, href] = match;
    if (code !== undefined) parts.push(h("code", null, code));
    else if (bold !== undefined) parts.push(h("strong", null, inline(bold)));
    else if (emphasis !== undefined) parts.push(h("em", null, inline(emphasis)));
    else parts.push(link(name, href));
    from = match.index + all.length;
  }
  parts.push(text.slice(from));
  return parts;
}

/** Links between rules pages stay in the app; other schemes than the web's are left as words. @param {string} name @param {string} href */
function link(name, href) {
  const page = /^(?:\.\/)?([a-z0-9_]+)\.md(#.*)?$/.exec(href);
  if (page) return h("a", { href: `/rules/${page[1]}${page[2] ?? ""}` }, inline(name));
  if (/^(https?:\/\/|#)/.test(href)) return h("a", { href }, inline(name));
  return h("span", null, inline(name));
}

/** @param {string} text */
const plainOf = (text) => text.replace(/[`*]/g, "").replace(/\[([^\]]+)\]\([^)]*\)/g, "$1");
