/* One turn: its totals and its spans, loaded in pages and kept up to date while it runs. */
import {get} from '../core/api.js';

const PAGE = 2000;
const MOST_SPANS = 20_000;
const LEAST_PAUSE_MS = 300;
const LOOK_AGAIN_MS = 2000;
const MOST_LOOKS = 10;
// A large turn is loaded less often: at most a fifth of the time.
const REST = 4;

/** Sends `change`. */
export class Turn extends EventTarget {
  /** Answer of GET /api/trace without its spans; null before it arrives. */
  head = null;
  /** Spans in the order of the tree, each with `hasChildren` and the message that its row links to. */
  spans = [];
  error = null;
  #id;
  #known;
  #asking = null;
  #again = false;
  #timer = 0;
  #due = Infinity;
  #loadedAt = 0;
  #lastedMs = 0;
  #looks = 0;

  /** `id` is that of a message or of a trace. */
  constructor(id) {
    super();
    this.#id = id;
    this.#known = new Set([id]);
  }

  /** Milliseconds from the first to the last event; it grows while the turn runs. */
  get elapsedMs() {
    if (!this.head) return 0;
    return this.head.turn.elapsedMs + (this.isRunning ? performance.now() - this.#loadedAt : 0);
  }

  /** Milliseconds until the answer, so far. */
  get durationMs() {
    return this.head?.turn.durationMs ?? this.elapsedMs;
  }

  get isRunning() {
    return Boolean(this.head?.turn.running);
  }

  /** True when the turn has more spans than the page or the console keeps. */
  get isCut() {
    return Boolean(this.head?.cut) || (this.head?.total ?? 0) > MOST_SPANS;
  }

  get isLoading() {
    return this.spans.length < Math.min(this.head?.total ?? 0, MOST_SPANS);
  }

  close() {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#asking = null;
  }

  /** Takes live rows: those of this turn lead to a reload. */
  hear(rows) {
    if (rows.some((row) => this.#has(row))) this.#loadIn(Math.max(LEAST_PAUSE_MS, this.#lastedMs * REST));
  }

  #has({messageId, cause, trace}) {
    return this.#known.has(messageId) || this.#known.has(cause) || (trace && trace === this.head?.turn.traceId);
  }

  #loadIn(ms) {
    const due = performance.now() + ms;
    if (due >= this.#due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => this.load(), ms);
  }

  /** Loads all spans. A request during a load runs once after it. */
  async load() {
    this.#again = Boolean(this.#asking);
    if (this.#asking) return;
    clearTimeout(this.#timer);
    this.#due = Infinity;
    const asking = this.#asking = new AbortController();
    const began = performance.now();
    try {
      await this.#loadAll(asking.signal);
      this.error = null;
    } catch (failed) {
      if (failed.name === 'AbortError') return;
      this.error = failed;
    }
    this.#asking = null;
    this.#lastedMs = performance.now() - began;
    this.#tell();
    this.#plan();
  }

  #plan() {
    if (this.#again) {
      this.#again = false;
      this.#loadIn(Math.max(LEAST_PAUSE_MS, this.#lastedMs * REST));
    } else if (this.isRunning) {
      // On a busy bus some events are skipped.
      this.#loadIn(Math.max(LOOK_AGAIN_MS, this.#lastedMs * REST));
    } else if (this.error?.code === 'not_found' && this.#looks++ < MOST_LOOKS) {
      // The log of a busy bus may lag behind its events.
      this.#loadIn(LOOK_AGAIN_MS);
    }
  }

  async #loadAll(signal) {
    const {spans, ...head} = await get('/api/trace', {id: this.#id, limit: PAGE}, {signal});
    let all = spans;
    if (!this.head) this.#take(head, all);
    while (all.length < Math.min(head.total, MOST_SPANS)) {
      const next = await get('/api/trace', {id: this.#id, after: all.length, version: head.version, limit: PAGE}, {signal});
      if (next.version !== head.version || !next.spans.length) {
        // The turn changed meanwhile: its pages do not fit together.
        this.#again = true;
        break;
      }
      all = all.concat(next.spans);
      if (this.spans.length < all.length) this.#take(head, all);
    }
    this.#take(head, all);
  }

  #take(head, spans) {
    this.head = head;
    this.spans = nested(spans);
    this.#loadedAt = performance.now();
    this.#known = new Set([this.#id, ...spans.map(({messageId}) => messageId)]);
    this.#known.delete(undefined);
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new Event('change'));
  }
}

/** A span that is no message links to the message above it. A parent stands before its children. */
function nested(spans) {
  const links = new Map();
  return spans.map((span, place) => {
    const link = span.messageId ?? links.get(span.parent);
    links.set(span.id, link);
    return {...span, link, hasChildren: spans[place + 1]?.parent === span.id};
  });
}
