// Builds elements and updates the page in place, so that focus and scroll positions stay.

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Child | Child[] | (Child | Child[])[]} Children */

const HANDLERS = /** @type {const} */ ([
  "onclick",
  "oninput",
  "onchange",
  "onkeydown",
  "onsubmit",
  "onclose",
  "onpointerdown",
  "onpointerup",
  "onpointercancel",
  "onpointermove",
  "onpointerenter",
  "onpointerleave",
  "onwheel",
  "onfocus",
  "onblur",
]);

/**
 * Make an element: h("button.primary", { onclick }, "Play"). `key` identifies it for `morph`. Handlers are properties, so
 * that morphing can copy them. Styles go through the style object, which the content security policy allows.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K | `${K}.${string}`} selector
 * @param {Record<string, any> | null} [props]
 * @param {...Children} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(selector, props, ...children) {
  const [tag, ...classes] = selector.split(".");
  const node = /** @type {HTMLElementTagNameMap[K]} */ (document.createElement(tag));
  if (classes.length) node.className = classes.join(" ");
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) /** @type {any} */ (node)[name] = value;
    else if (name === "key") node.dataset.key = value;
    else if (name === "class") node.className += ` ${value}`;
    else if (name === "style") for (const [k, v] of Object.entries(value)) node.style.setProperty(k, String(v));
    else if (name === "value" || name === "checked") {
      /** @type {any} */ (node)[name] = value;
      if (name === "value" && node.tagName !== "SELECT") node.setAttribute("value", value);
    } else node.setAttribute(name, value === true ? "" : String(value));
  }
  append(node, children);
  // A select accepts a value only after its options exist.
  if (node instanceof HTMLSelectElement && props?.value !== undefined) node.value = String(props.value);
  return node;
}

/** @param {Node} node @param {Children[]} children */
function append(node, children) {
  for (const child of children.flat(3)) {
    if (child === null || child === undefined || child === false) continue;
    node.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/**
 * Make the children of `live` look like `fresh`. Equal nodes stay, and keyed nodes are reused wherever they move.
 * @param {Element} live
 * @param {Children} fresh
 */
export function update(live, fresh) {
  const wanted = document.createElement("div");
  append(wanted, [fresh]);
  const focused = document.activeElement;
  const key = focused instanceof HTMLElement && live.contains(focused) ? focused.dataset.key : undefined;
  morphChildren(live, wanted);
  if (key && document.activeElement !== focused) {
    const again = live.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }
}

/** @param {Element} live @param {Element} fresh */
function morph(live, fresh) {
  for (const { name } of [...live.attributes]) {
    if (!fresh.hasAttribute(name) && !kept(live, name, fresh)) live.removeAttribute(name);
  }
  for (const { name, value } of [...fresh.attributes]) {
    if (name !== "style" && live.getAttribute(name) !== value && !kept(live, name, fresh))
      live.setAttribute(name, value);
  }
  if (live instanceof HTMLElement && fresh instanceof HTMLElement) {
    if (live.style.cssText !== fresh.style.cssText) live.style.cssText = fresh.style.cssText;
    for (const name of HANDLERS) /** @type {any} */ (live)[name] = fresh[name];
  }
  if (live instanceof HTMLElement && live.dataset.art && live.dataset.art === live.dataset.drawn) return;
  if (live instanceof HTMLElement && live.dataset.art) live.dataset.drawn = live.dataset.art;
  morphChildren(live, fresh);
  const typing = live === document.activeElement && !(live instanceof HTMLSelectElement);
  if (live instanceof HTMLInputElement && fresh instanceof HTMLInputElement && !typing) {
    if (live.value !== fresh.value) live.value = fresh.value;
    live.checked = fresh.checked;
  }
  if (live instanceof HTMLTextAreaElement && fresh instanceof HTMLTextAreaElement && !typing) live.value = fresh.value;
  if (live instanceof HTMLSelectElement && fresh instanceof HTMLSelectElement && live.value !== fresh.value) {
    live.value = fresh.value;
  }
}

/** Keep open details open, and remember which drawing a node shows. @param {Element} node @param {string} name @param {Element} fresh */
function kept(node, name, fresh) {
  return (name === "open" && node.tagName === "DETAILS") || (name === "data-drawn" && fresh.hasAttribute("data-art"));
}

/** @param {Element} live @param {Element} fresh */
function morphChildren(live, fresh) {
  /** @type {Map<string, HTMLElement>} */
  const keyed = new Map();
  for (const child of live.children) {
    if (child instanceof HTMLElement && child.dataset.key) keyed.set(child.dataset.key, child);
  }
  let next = live.firstChild;
  for (const child of [...fresh.childNodes]) {
    const key = child instanceof HTMLElement ? child.dataset.key : undefined;
    const found = key ? keyed.get(key) : sameKind(next, child) ? next : null;
    if (found && found.nodeName === child.nodeName) {
      if (found === next) next = next.nextSibling;
      else live.insertBefore(found, next);
      if (found instanceof Element && child instanceof Element) morph(found, child);
      else if (found.nodeValue !== child.nodeValue) found.nodeValue = child.nodeValue;
      if (key) keyed.delete(key);
    } else {
      if (key) keyed.delete(key);
      if (child instanceof HTMLElement && child.dataset.art) child.dataset.drawn = child.dataset.art;
      live.insertBefore(child, next);
    }
  }
  while (next) {
    const after = next.nextSibling;
    live.removeChild(next);
    next = after;
  }
}

/** @param {ChildNode | null} live @param {ChildNode} fresh */
function sameKind(live, fresh) {
  if (!live || live.nodeName !== fresh.nodeName) return false;
  return !(live instanceof HTMLElement && live.dataset.key);
}

/** Announce a text to screen readers. @param {string} text */
export function announce(text) {
  const node = document.getElementById("announcer");
  if (node && node.textContent !== text) node.textContent = text;
}

/** Why requests wait, by their path. @type {Map<string, string>} */
const reasons = new Map();

/** Show why a request waits; an empty reason ends it. @param {string} path @param {string} why */
export function waiting(path, why) {
  if (!why && !reasons.has(path)) return;
  if (why) reasons.set(path, why);
  else reasons.delete(path);
  const node = document.getElementById("waiting");
  if (!node) return;
  node.textContent = [...reasons.values()].at(-1) ?? "";
  node.hidden = !reasons.size;
}

/** An inline SVG. Only this project's code makes the string, and it escapes all other text. @param {string} svg */
export function drawing(svg, classes = "") {
  const span = h("span.art", { class: classes, "data-art": svg.length + ":" + hash(svg), "aria-hidden": "true" });
  span.innerHTML = svg;
  return span;
}

/** Nodes of HTML that the server rendered with raw HTML disabled. @param {string} html */
export function trusted(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return [...template.content.children];
}

/** @param {string} text */
function hash(text) {
  let code = 0;
  for (let i = 0; i < text.length; i++) code = (Math.imul(code, 31) + text.charCodeAt(i)) | 0;
  return code.toString(36);
}
