// Talking to the server: requests, and one live connection for each seat.

/** @typedef {import("./types").State} State */

/** A refusal with the server's words. */
export class Refused extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/**
 * @param {string} method @param {string} path @param {{ token?: string, body?: unknown }} [more]
 * @returns {Promise<any>}
 */
async function request(method, path, { token, body } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  const text = await answer.text();
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    data = text;
  }
  if (!answer.ok) throw new Refused(answer.status, data?.error ?? `${answer.status} ${answer.statusText}`);
  return data;
}

/** @param {string} path @param {string} [token] */
export const get = (path, token) => request("GET", path, { token });
/** @param {string} path @param {unknown} [body] @param {string} [token] */
export const post = (path, body, token) => request("POST", path, { body: body ?? {}, token });

/** @type {Promise<import("./types").GameInfo[]> | null} */
let gamesAsked = null;

/** All games; asked once. */
export function games() {
  gamesAsked ??= get("/api/games");
  gamesAsked.catch(() => (gamesAsked = null));
  return gamesAsked;
}

/** A player's own contribution to the shuffle. */
export function nonce() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10000;
const HEARTBEAT = 20000;

/**
 * One seat's connection. It comes back by itself after a break; an action that was not answered is sent again with its
 * decision number, which the server takes at most once.
 */
export class Live {
  /**
   * @param {string} table
   * @param {string | undefined} token
   * @param {{ state: (state: State) => void, online: (is: boolean) => void, refused: (why: string) => void }} hear
   */
  constructor(table, token, hear) {
    this.table = table;
    this.token = token;
    this.hear = hear;
    this.wait = FIRST_WAIT;
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
    let beat;
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: "hello", token: this.token, format: "scene" }));
      beat = setInterval(() => socket.send(JSON.stringify({ type: "ping" })), HEARTBEAT);
    };
    socket.onmessage = (message) => this.receive(JSON.parse(message.data));
    socket.onclose = () => {
      clearInterval(beat);
      if (this.closed || this.socket !== socket) return;
      this.hear.online(false);
      setTimeout(() => this.closed || this.connect(), this.wait * (0.7 + 0.6 * Math.random()));
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    };
  }

  /** @param {any} message */
  receive(message) {
    if (message.type === "state") {
      const first = this.wait !== FIRST_WAIT || !this.heard;
      this.heard = true;
      this.wait = FIRST_WAIT;
      this.hear.online(true);
      if (this.pending && message.decision > this.pending.decision) this.pending = null;
      this.hear.state(message);
      if (first && this.pending) this.sendPending();
    } else if (message.type === "accepted") {
      if (this.pending?.decision === message.decision) this.pending = null;
    } else if (message.type === "refused") {
      this.pending = null;
      this.hear.refused(message.error);
    } else if (message.type === "error") {
      this.close();
      this.hear.refused(message.error);
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
