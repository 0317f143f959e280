// The router: the address decides which page is shown.

import { loadLanguage, t } from "./i18n.js";
import { labPage } from "./lab.js";
import { learn } from "./learn.js";
import { lobby } from "./lobby.js";
import { myTables } from "./mytables.js";
import { newTable } from "./newtable.js";
import { boxPage, rulesPage } from "./rules.js";
import { drawing, h, update } from "./dom.js";
import { header } from "./header.js";
import { defs } from "./pieces.js";

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
/** @type {import("./table.js").Table | null} */
let table = null;
/** @type {(() => void) | null} */
let redraw = null;

/** Most of the code is for tables. Other pages appear sooner without it, and load it while people look at them. */
const loadTable = () => import("./table.js");

/** @param {string} path */
function go(path) {
  history.pushState(null, "", path);
  show();
}

async function show() {
  table?.close();
  table = null;
  redraw = null;
  document.title = "Matchbox";
  const [, page, id] = location.pathname.split("/");
  document.body.dataset.page = page || "lobby";
  window.scrollTo(0, 0);
  if (!page) redraw = await lobby(root, go);
  else if (page === "tables") redraw = (await myTables(root, go)) ?? null;
  else if (page === "learn") redraw = (await learn(root, go)) ?? null;
  else if (page === "lab") redraw = (await labPage(root, go)) ?? null;
  else if (page === "game" && id) redraw = (await newTable(root, id, go)) ?? null;
  else if (page === "rules" && id) await rulesPage(root, id, go);
  else if (page === "box" && id) await boxPage(root, id, go);
  else if (page === "table" && id) {
    const { Table } = await loadTable();
    if (location.pathname !== `/table/${id}`) return;
    table = new Table(root, id, go);
    await table.open();
  } else update(root, [header(go), h("main.narrow", null, h("p.banner", { role: "alert" }, t("Page not found.")))]);
}

document.addEventListener("matchbox:redraw", () => {
  if (table) table.draw();
  else if (redraw) redraw();
  else show();
});
document.addEventListener("click", (event) => {
  const link =
    event.target instanceof Element
      ? event.target.closest("a[href^='/rules/'], a[href^='/box/'], a[href^='/game/'], a[href^='/lab']")
      : null;
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || link.closest("dialog")) return;
  event.preventDefault();
  go(link.getAttribute("href") ?? "/");
});
window.addEventListener("popstate", show);

document.body.append(drawing(defs(), "visually-hidden")); // gradients and patterns of all drawings
await loadLanguage();
await show();
setTimeout(loadTable, 1000);
