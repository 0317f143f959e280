// The bar at the top of every page, its menu, and the title of the tab.

import { drawing, h } from "./dom.js";
import { LANGUAGES, language, setLanguage, t } from "./i18n.js";
import { setPlain } from "./store.js";

/** @typedef {import("./dom.js").Children} Children */
/** An entry of the menu. @typedef {{ key: string, text: string, icon?: string, href?: string, onclick?: () => void }} MenuItem */
/**
 * `title` and `crumb` (where the game is: "Round 5") are for tables, `tools` are buttons beside the menu, and `menu`
 * comes before the entries that every page has. `hue` is the ink of the whole page.
 * @typedef {{ title?: string, crumb?: Children, tools?: (HTMLElement | null)[], menu?: (MenuItem | null)[], hue?: number }} Bar
 */

/** @type {Record<string, string>} */
const ICONS = {
  hint: '<path d="M9.5 18h5M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.7.5 1.1 1.3 1.1 2.2h5c0-.9.4-1.7 1.1-2.2A6 6 0 0 0 12 3z"/>',
  rules: '<path d="M12 6.5C10 5 7 4.5 4 4.5v13c3 0 6 .5 8 2 2-1.5 5-2 8-2v-13c-3 0-6 .5-8 2zm0 0v13"/>',
  log: '<path d="M5 6h14M5 12h14M5 18h9"/>',
  leave: '<path d="M14 4h5v16h-5M4 12h11M11 8l4 4-4 4"/>',
  light:
    '<circle cx="12" cy="12" r="4.5"/><path d="M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2"/>',
  dark: '<path d="M20 14A8.5 8.5 0 0 1 10 4a8.5 8.5 0 1 0 10 10z"/>',
  sound: '<path d="M4 9.5v5h3.5l4.5 4v-13l-4.5 4zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11"/>',
  muted: '<path d="M4 9.5v5h3.5l4.5 4v-13l-4.5 4zM16 9.5l5 5M21 9.5l-5 5"/>',
  more: '<path d="M5.5 12h.01M12 12h.01M18.5 12h.01" stroke-width="3"/>',
  games: '<rect x="4" y="9" width="16" height="10" rx="2"/><path d="M6 9V5.5h12V9M9 5.5V9M12 5.5V9M15 5.5V9"/>',
  clock: '<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5V12l3 2"/>',
  language:
    '<circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.5c5.5 5 5.5 12 0 17M12 3.5c-5.5 5-5.5 12 0 17"/>',
  search: '<circle cx="11" cy="11" r="6.5"/><path d="m16 16 4.5 4.5"/>',
  link: '<path d="M10 14a4 4 0 0 0 5.7 0l3.5-3.5a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.5 3.5a4 4 0 0 0 5.7 5.7l1.5-1.5"/>',
  share: '<path d="M12 14V4m-4 3.5 4-4 4 4M6 11H5v9h14v-9h-1"/>',
  undo: '<path d="M8 5 4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-4"/>',
  check: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
  right: '<path d="m9.5 6 6 6-6 6"/>',
  people:
    '<circle cx="9" cy="8.5" r="3.5"/><path d="M2.5 20c.6-4 3-6 6.5-6s5.9 2 6.5 6M15.5 5.3a3.5 3.5 0 0 1 0 6.4M18 14.6c2 .8 3.2 2.6 3.5 5.4"/>',
  bot: '<rect x="5" y="8" width="14" height="11" rx="3"/><path d="M12 8V4.5M9.5 13v1M14.5 13v1"/>',
  chair: '<path d="M7 3.5v17M17 13v7.5M7 13h10M7 3.5h3.5c1 0 1.5.5 1.5 1.5v8"/>',
};

/** @param {string} name */
export function icon(name) {
  return drawing(
    `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round">${ICONS[name]}</svg>`,
    "icon",
  );
}

/** A button of the bar. With the class `bare` it shows no text. @param {string} name @param {string} text @param {() => void} onclick @param {Record<string, any>} [more] */
export function iconButton(name, text, onclick, more) {
  return h(
    "button.tool",
    { type: "button", title: text, "aria-label": text, onclick, ...more },
    icon(name),
    h("span.text", { "aria-hidden": "true" }, text),
  );
}

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function switchTheme() {
  const next = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  setPlain("theme", next);
  document.dispatchEvent(new Event("matchbox:redraw"));
}

/** @param {"en" | "ja"} name */
async function switchLanguage(name) {
  await setLanguage(name);
  document.dispatchEvent(new Event("matchbox:redraw"));
}

/** The hue of pages that belong to no game. */
const HUE = 28;

/** Your tables that wait for your move, as far as the lobby knows. */
let turns = 0;

/** @param {number} count */
export const noteTurns = (count) => (turns = count);

/** The title of the tab: "Your turn: Backgammon". @param {string} text @param {boolean} [yourTurn] */
export function setTitle(text, yourTurn = false) {
  const shown = yourTurn ? t("Your turn: {name}", { name: text }) : text;
  document.title = shown ? `${shown} - Matchbox` : "Matchbox";
}

/** @param {(path: string) => void} go @param {Bar} [bar] */
export function header(go, { title = "", crumb, tools = [], menu = [], hue = HUE } = {}) {
  document.documentElement.style.setProperty("--h", String(hue));
  const page = document.body.dataset.page ?? "";
  const atTable = page === "table";
  return h(
    "header.top-bar",
    { key: "bar", class: atTable ? "at-table" : "" },
    link(go, "/", "a.brand", { key: "home", "aria-label": t("Matchbox: all games") }, [
      h("img", { src: "/web/icon.svg", alt: "", width: 36, height: 36 }),
      atTable ? null : h("span", null, "Matchbox"),
    ]),
    atTable ? h("h1.where", null, title || t("Table")) : pages(go, page),
    atTable && crumb ? h("p.crumb", null, crumb) : null,
    h("span.gap"),
    h("div.tools", null, tools),
    atTable ? null : languageButton(),
    h(
      "button.tool.bare",
      { type: "button", key: "menu", popovertarget: "menu", title: t("Menu"), "aria-label": t("Menu") },
      icon("more"),
    ),
    menuNode(go, menu, atTable),
  );
}

/** @param {(path: string) => void} go @param {string} path @param {"a" | `a.${string}`} kind @param {Record<string, any>} props @param {Children} children */
function link(go, path, kind, props, children) {
  const onclick = (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a new tab
    event.preventDefault();
    go(path);
  };
  return h(kind, { href: path, onclick, ...props }, children);
}

/** The main pages: in the bar, or on phones below. @param {(path: string) => void} go @param {string} page */
function pages(go, page) {
  const entries = /** @type {const} */ ([
    ["lobby", "/", "games", t("Games")],
    ["tables", "/tables", "clock", t("Your tables")],
    ["learn", "/learn", "rules", t("Learn")],
  ]);
  return h(
    "nav.pages",
    { "aria-label": t("Pages") },
    entries.map(([name, path, picture, text]) =>
      link(go, path, "a", { key: `page-${name}`, "aria-current": page === name ? "page" : null }, [
        icon(picture),
        h("span", null, text),
        name === "tables" && turns
          ? h("b", { "aria-label": t("{n} {n|waits|wait} for you", { n: turns }), role: "img" }, String(turns))
          : null,
      ]),
    ),
  );
}

/** The other language. */
const other = () => (language() === "ja" ? "en" : "ja");

function languageButton() {
  return h(
    "button.tool.language",
    {
      type: "button",
      key: "language",
      lang: other(),
      "aria-label": LANGUAGES[other()],
      onclick: () => switchLanguage(other()),
    },
    other() === "ja" ? "日本語" : "English",
  );
}

/** @param {(path: string) => void} go @param {(MenuItem | null)[]} special @param {boolean} atTable */
function menuNode(go, special, atTable) {
  /** @type {(MenuItem | null)[]} */
  const items = [
    ...special,
    {
      key: "theme",
      text: isDark() ? t("Light colours") : t("Dark colours"),
      icon: isDark() ? "light" : "dark",
      onclick: switchTheme,
    },
    {
      key: atTable ? "language" : "menu-language",
      text: LANGUAGES[other()],
      icon: "language",
      onclick: () => switchLanguage(other()),
    },
    atTable ? { key: "all-games", text: t("All games"), icon: "games", href: "/" } : null,
  ];
  const close = () => /** @type {HTMLElement | null} */ (document.getElementById("menu"))?.hidePopover();
  return h(
    "div.menu",
    { id: "menu", key: "menu-list", popover: "auto", role: "group", "aria-label": t("Menu") },
    items.map((item) => {
      if (!item) return null;
      const inside = [item.icon ? icon(item.icon) : null, item.text];
      const onclick = () => (close(), item.href ? go(item.href) : item.onclick?.());
      return item.href
        ? link(() => onclick(), item.href, "a.button", { key: item.key }, inside)
        : h("button", { type: "button", key: item.key, onclick }, inside);
    }),
  );
}
