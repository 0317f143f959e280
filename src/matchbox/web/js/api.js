// Requests to the server, and a WebSocket connection for each seat.

import { waiting } from "./dom.js";
import { t } from "./i18n.js";

/** @typedef {import("./types").State} State */

// Milliseconds.
const FIRST_DELAY = 400;
const MAX_DELAY = 10000;
const HEARTBEAT = 20000;

/** An error response; the message comes from the server. */
export class RequestError extends Error {
  /** @param {number} status @param {string} message @param {number} [retry] seconds after which to try again */
  constructor(status, message, retry) {
    super(message);
    this.status = status;
    this.retry = retry;
  }
}

/** Spread delays, so that all pages do not come back at the same moment. @param {number} delay */
const spread = (delay) => delay * (0.7 + 0.6 * Math.random());

/** A reason from the server, for a page that tries again by itself. @param {string} why */
const tryingAgain = (why) => t("{why}. Trying again…", { why: why.charAt(0).toUpperCase() + why.slice(1) });

/**
 * @param {string} method @param {string} path @param {{ token?: string, body?: unknown }} [more]
 * @returns {Promise<any>}
 */
async function request(method, path, { token, body } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  const text = await response.text();
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    data = text;
  }
  if (response.ok) return data;
  const retry = Number(response.headers.get("Retry-After")) || undefined;
  throw new RequestError(response.status, data?.error ?? `${response.status} ${response.statusText}`, retry);
}

/** Ask until the server has an answer: while it is starting or busy, say so and try again. @param {string} path @param {string} [token] */
export async function get(path, token) {
  for (let delay = FIRST_DELAY; ; delay = Math.min(delay * 2, MAX_DELAY)) {
    try {
      const found = await request("GET", path, { token });
      waiting(path, "");
      return found;
    } catch (error) {
      const retry = error instanceof RequestError && error.retry;
      waiting(path, retry ? tryingAgain(error.message) : "");
      if (!retry) throw error;
      await new Promise((resolve) => setTimeout(resolve, spread(Math.max(delay, 1000 * retry))));
    }
  }
}
/** @param {string} path @param {unknown} [body] @param {string} [token] */
export const post = (path, body, token) => request("POST", path, { body: body ?? {}, token });

/** @type {Promise<import("./types").GameInfo[]> | null} */
let gamesRequest = null;

/** All games, requested once. */
export function games() {
  gamesRequest ??= get("/api/games");
  gamesRequest.catch(() => (gamesRequest = null));
  return gamesRequest;
}

/** @type {Promise<import("./types").LabInfo> | null} */
let labRequest = null;

/** What the lab of this server offers, requested once. */
export function lab() {
  labRequest ??= get("/api/lab");
  labRequest.catch(() => (labRequest = null));
  return labRequest;
}

/** Can visitors start studies here? */
export const hasLab = () =>
  lab().then(
    ({ places }) => places > 0,
    () => false,
  );

/** The player's random contribution to the shuffle. */
export function nonce() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The WebSocket of one seat. It reconnects by itself and resends an unanswered action with its decision number, which
 * the server accepts only once.
 */
export class Connection {
  /**
   * @param {string} table
   * @param {string | undefined} token
   * @param {{ state: (state: State) => void, lost: (why: string) => void, refused: (why: string, missed?: import("./types").Words) => void }} handlers
   * `lost` gets an empty text when the connection is back
   */
  constructor(table, token, handlers) {
    this.table = table;
    this.token = token;
    this.handlers = handlers;
    this.delay = FIRST_DELAY;
    this.why = ""; // the reason that the server gave for closing
    this.closed = false;
    /** @type {{ decision: number, action: number, relies?: number } | null} */
    this.pending = null;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/live`);
    this.socket = socket;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    let heartbeat;
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: "hello", token: this.token, format: "scene" }));
      heartbeat = setInterval(() => socket.send(JSON.stringify({ type: "ping" })), HEARTBEAT);
    };
    socket.onmessage = (message) => this.receive(JSON.parse(message.data));
    socket.onclose = () => {
      clearInterval(heartbeat);
      if (this.closed || this.socket !== socket) return;
      this.handlers.lost(this.why || t("Connection lost. Reconnecting…"));
      setTimeout(() => this.closed || this.connect(), spread(this.delay));
      this.delay = Math.min(this.delay * 2, MAX_DELAY);
    };
  }

  /** @param {any} message */
  receive(message) {
    if (message.type === "state") {
      const first = this.delay !== FIRST_DELAY || !this.connected;
      this.connected = true;
      this.delay = FIRST_DELAY;
      this.why = "";
      this.handlers.lost("");
      if (this.pending && message.decision > this.pending.decision) this.pending = null;
      this.handlers.state(message);
      if (first && this.pending) this.sendPending();
    } else if (message.type === "accepted") {
      if (this.pending?.decision === message.decision) this.pending = null;
    } else if (message.type === "refused") {
      this.pending = null;
      this.handlers.refused(message.error, message.missed);
    } else if (message.type === "error" && message.retry) {
      this.why = tryingAgain(message.error);
      this.delay = Math.max(this.delay, 1000 * message.retry);
    } else if (message.type === "error") {
      this.close();
      this.handlers.refused(message.error);
    }
  }

  /** @param {number} decision @param {number} action @param {number} [relies] */
  act(decision, action, relies) {
    if (this.pending?.decision === decision) return;
    this.pending = { decision, action, relies };
    this.sendPending();
  }

  sendPending() {
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify({ type: "act", ...this.pending }));
    }
  }

  close() {
    this.closed = true;
    this.socket?.close();
  }
}
