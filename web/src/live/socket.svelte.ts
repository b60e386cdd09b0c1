// The one socket of this page: it comes back by itself, and no command is lost or given twice.
import { clock } from "$/api/http.ts";
import type { Answer, AnswerFrame, Approval, Command, Incoming, NoticeFrame, TableFrame } from "./frame.ts";

export type Standing = "connecting" | "open" | "lost";

/** Says whether a command is still meant: where it was given for a moment that may be over when the line is back. */
export type Still = () => boolean;

interface Waiting {
  frame: string;
  table: string;
  resolve: (answer: Answer) => void;
  tries: number;
  still: Still | undefined;
  /** The line is back, and where the table stands now is not known yet. */
  held: boolean;
}

interface Watcher {
  after: () => number | undefined;
  take: (frame: TableFrame) => void;
}

const PING = 12_000;
const PATIENCE = 8_000;
const LONGEST = 5_000;
/** Nobody knows whether it was stored, or it was not done yet: the same id is sent again until it is. */
const AGAIN = new Set(["not_stored", "closing", "too_many", "busy"]);
/** Whether it was done before the line broke is for the table itself to show. */
const OVERTAKEN = { code: "overtaken", message: "" };
/** Milliseconds until a table is asked for again when the server was busy. */
const BUSY = 2_000;

/** An id that nobody else makes; WebCrypto's random numbers work on plain HTTP too. */
export function commandId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Socket {
  standing = $state<Standing>("connecting");
  /** Counts the lines that there have been: what came over another one may be old. */
  line = $state(0);
  notice = $state.raw<NoticeFrame | null>(null);
  /** What the server ended the socket with, where it said so. */
  signedOut: (() => void) | undefined;
  #socket: WebSocket | undefined;
  #waiting = new Map<string, Waiting>();
  #watchers = new Map<string, Watcher>();
  #retry = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heart: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  #started = false;

  start(): void {
    if (this.#started) return;
    this.#started = true;
    const wake = () => {
      if (this.standing !== "open") this.#connect();
    };
    addEventListener("online", wake);
    // What the system knows to be broken needs no waiting for a heartbeat.
    addEventListener("offline", () => {
      if (this.standing === "open") this.#lose();
    });
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") wake();
    });
    this.#connect();
  }

  /** Begin anew, as whoever the cookie says now. */
  renew(): void {
    this.#retry = 0;
    if (this.#started) this.#connect();
  }

  watch(table: string, watcher: Watcher): () => void {
    this.start();
    this.#watchers.set(table, watcher);
    if (this.standing === "open") this.#ask(table, watcher);
    return () => {
      if (this.#watchers.get(table) !== watcher) return;
      this.#watchers.delete(table);
      this.#send(JSON.stringify({ unwatch: table }));
    };
  }

  /**
   * Give a command; the answer comes after the commit, however often the line breaks meanwhile. One that is not
   * `still` meant then is not sent a second time.
   */
  command(table: string, command: Command, approval?: Approval, witness?: Approval, still?: Still): Promise<Answer> {
    this.start();
    const id = commandId();
    const frame = JSON.stringify({ id, table, command, ...(approval ? { approval } : {}), ...(witness ? { witness } : {}) });
    return new Promise((resolve) => {
      this.#waiting.set(id, { frame, table, resolve, tries: 0, still, held: false });
      this.#send(frame);
    });
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  #send(frame: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(frame);
  }

  #ask(table: string, watcher: Watcher): void {
    const after = watcher.after();
    this.#send(JSON.stringify(after === undefined ? { watch: table } : { watch: table, after }));
  }

  #connect(): void {
    clearTimeout(this.#timer);
    const old = this.#socket;
    this.#socket = undefined;
    old?.close();
    if (this.standing !== "lost") this.standing = "connecting";
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`);
    this.#socket = socket;
    socket.addEventListener("open", () => this.#opened(socket));
    socket.addEventListener("message", (message) => {
      this.#heard = Date.now();
      if (socket === this.#socket) this.#take(JSON.parse(String(message.data)) as Incoming);
    });
    socket.addEventListener("close", (ended) => {
      if (socket === this.#socket) this.#closed(ended.code);
    });
  }

  #opened(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.standing = "open";
    this.line += 1;
    this.#retry = 0;
    this.#heard = Date.now();
    this.#send(JSON.stringify({ ping: 1 }));
    for (const [table, watcher] of this.#watchers) this.#ask(table, watcher);
    for (const waiting of this.#waiting.values()) {
      waiting.held = waiting.still !== undefined && this.#watchers.has(waiting.table);
      if (!waiting.held) this.#send(waiting.frame);
    }
    clearInterval(this.#heart);
    this.#heart = setInterval(() => {
      if (Date.now() - this.#heard > PING + PATIENCE) this.#lose();
      else this.#send(JSON.stringify({ ping: 1 }));
    }, PING);
  }

  /** A line that is silent is broken, whatever the system says. */
  #lose(): void {
    const socket = this.#socket;
    this.#closed(1006);
    socket?.close();
  }

  #closed(code: number): void {
    clearInterval(this.#heart);
    this.#socket = undefined;
    this.standing = "lost";
    if (code === 4401 || (code === 1006 && this.#retry === 2)) this.signedOut?.();
    const wait = Math.min(LONGEST, 250 * 2 ** this.#retry) * (0.7 + Math.random() * 0.6);
    this.#retry += 1;
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  #take(frame: Incoming): void {
    if ("answer" in frame) this.#answer(frame);
    else if ("notice" in frame) this.#tell(frame);
    else if ("pong" in frame) this.#hear(frame.at);
    else if ("number" in frame) {
      this.#watchers.get(frame.table)?.take(frame);
      if (frame.whole) this.#release(frame.table);
    }
    else if (frame.error.code === "busy" && frame.table !== undefined) this.#askLater(frame.table);
  }

  /** Send what waited until it was known where the table stands, as far as it is still meant. */
  #release(table: string): void {
    for (const [id, waiting] of this.#waiting) {
      if (!waiting.held || waiting.table !== table) continue;
      waiting.held = false;
      this.#again(id, waiting);
    }
  }

  #again(id: string, waiting: Waiting): void {
    if (waiting.still?.() ?? true) return this.#send(waiting.frame);
    this.#waiting.delete(id);
    waiting.resolve({ ok: false, error: OVERTAKEN });
  }

  #askLater(table: string): void {
    const watcher = this.#watchers.get(table);
    if (!watcher) return;
    setTimeout(() => {
      if (this.#watchers.get(table) === watcher) this.#ask(table, watcher);
    }, BUSY * (0.7 + Math.random() * 0.6));
  }

  /** The house's clock, to count down by. */
  #hear(at: string | undefined): void {
    const there = Date.parse(at ?? "");
    if (!Number.isNaN(there)) clock.ahead = there - Date.now();
  }

  #tell(frame: NoticeFrame): void {
    this.notice = frame.notice === "standing_still" ? frame : null;
  }

  #answer(frame: AnswerFrame): void {
    const waiting = this.#waiting.get(frame.answer);
    if (!waiting) return;
    if (!frame.ok && AGAIN.has(frame.error.code) && waiting.tries < 20) {
      waiting.tries += 1;
      setTimeout(() => this.#again(frame.answer, waiting), 400 * waiting.tries);
      return;
    }
    this.#waiting.delete(frame.answer);
    waiting.resolve(frame);
  }
}

export const socket = new Socket();
