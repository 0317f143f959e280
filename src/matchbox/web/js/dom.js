// Building elements, and bringing a live tree up to date without losing focus or scroll positions.

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Child | Child[] | (Child | Child[])[]} Children */

const HANDLERS = /** @type {const} */ (["onclick", "oninput", "onchange", "onkeydown", "onsubmit", "onclose", "onpointermove", "onpointerenter", "onpointerleave", "onfocus", "onblur"]);

/**
 * An element: h("button.primary", { onclick }, "Play"). A `key` marks it for `morph`; handlers are properties, so that
 * morphing can carry them over; styles go through the style object, which content security policies allow.
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
  // A select takes its value only once it has its options.
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
 * Make the children of `live` look like `fresh`: equal nodes stay, keyed ones are found again wherever they went.
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
    if (name !== "style" && live.getAttribute(name) !== value && !kept(live, name, fresh)) live.setAttribute(name, value);
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

/** What people opened stays open; what has been drawn is remembered while it is a drawing. @param {Element} node @param {string} name @param {Element} fresh */
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
    const found = key ? keyed.get(key) : alike(next, child) ? next : null;
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
function alike(live, fresh) {
  if (!live || live.nodeName !== fresh.nodeName) return false;
  return !(live instanceof HTMLElement && live.dataset.key);
}

/** Say something to screen readers. @param {string} words */
export function speak(words) {
  const place = document.getElementById("spoken");
  if (place && place.textContent !== words) place.textContent = words;
}

/** A drawing: the string is made by this project's own code, with every foreign text escaped. @param {string} svg */
export function drawing(svg, classes = "") {
  const span = h("span.art", { class: classes, "data-art": svg.length + ":" + hash(svg), "aria-hidden": "true" });
  span.innerHTML = svg;
  return span;
}

/** @param {string} text */
function hash(text) {
  let code = 0;
  for (let i = 0; i < text.length; i++) code = (Math.imul(code, 31) + text.charCodeAt(i)) | 0;
  return code.toString(36);
}
