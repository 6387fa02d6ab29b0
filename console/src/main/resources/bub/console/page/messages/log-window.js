/* Window of the log in memory: a few pages around the visible rows, for a log of any length. */
import {get} from '../core/api.js';
import {Fresh} from './fresh.js';
import {LogSize} from './log-size.js';

const PAGE = 200;
const MOST_ROWS = 2000;
// Distance from the edge of the window at which the next page loads.
const MARGIN = 60;
const FAR = 2 * PAGE;
const REST_MS = 90;
const MOST_WAITING = 40;

/**
 * Rows are numbered from the newest, 0. Without a filter the ids yield an estimate of the total, so
 * that the user can jump anywhere; with a filter only the next page is known to exist. Sends
 * `change`, and `moved` when the visible rows get other numbers (by `detail`).
 */
export class LogWindow extends EventTarget {
  /** Rows in memory, newest first; `start` is the number of the first one. */
  rows = [];
  start = 0;
  /** Load in progress: 'older', 'newer' or 'jump'. */
  busy = '';
  error = null;
  /** Time that an unfinished search has reached. */
  searchedBack = null;
  /** Nodes of a cluster that did not answer the last request. */
  missingNodes = [];
  /** True after the user has stopped the search. */
  stopped = false;
  loaded = false;
  #filter;
  #pages = [];
  #ends = {newer: true, older: false};
  #size = new LogSize();
  #fresh = new Fresh();
  #holes = false;
  #waiting = [];
  #asking = null;
  #timer = 0;

  constructor(filter) {
    super();
    this.#filter = filter;
  }

  get filter() {
    return this.#filter;
  }

  /** True when only live rows can be newer than the first row. */
  get isAtNewest() {
    return this.#ends.newer && this.start === 0;
  }

  get isComplete() {
    return this.#ends.older;
  }

  /** Number of new messages that are not among the rows. */
  get fresh() {
    return this.#fresh.count;
  }

  get end() {
    return this.start + this.rows.length;
  }

  /** Number of rows, possibly an estimate. */
  get total() {
    if (this.#ends.older || !this.loaded) return this.end;
    return this.end + Math.max(this.stopped ? 0 : PAGE, this.#size.between(this.#size.oldest, this.rows.at(-1)?.id));
  }

  row(number) {
    return this.rows[number - this.start];
  }

  close() {
    clearTimeout(this.#timer);
    this.#asking?.abort();
  }

  // ---- navigation

  /** Loads the newest rows again, including missed ones. */
  async reload() {
    if (this.#filter.isEmpty && !this.#size.isKnown) this.#size.findOldest().then(() => this.#tell('change'));
    await this.#jump({}, () => 0);
  }

  async toOldest() {
    const total = this.total;
    await this.#jump({after: 0}, ({messages}) => Math.max(total, PAGE) - messages.length);
  }

  /** Jumps to the messages just before `time`; returns the number of the first one. */
  async toTime(time) {
    await this.#jump({until: time}, (page) => this.#guessAbove(page));
    return this.start;
  }

  /** Replaces sampled rows by the complete ones, from this row on. */
  async mend(row) {
    if (!this.#holes) return;
    const byEnd = this.#filter.values.status && this.#filter.values.status !== 'pending';
    await (byEnd ? this.reload() : this.#jump({before: row.id + 1}, (page) => this.#guessAbove(page)));
  }

  /** Makes sure that these rows get loaded. */
  need(first, last) {
    if (!this.loaded || this.stopped || this.error) return;
    clearTimeout(this.#timer);
    if (last < this.start - FAR || first > this.end + FAR) {
      // A dragged scroll bar passes many places: only the one where it rests is loaded.
      this.#timer = setTimeout(() => this.#toNumber(first), REST_MS);
    } else if (!this.busy && last + MARGIN > this.end && !this.#ends.older) {
      this.#extend('older');
    } else if (!this.busy && first - MARGIN < this.start && !this.#ends.newer) {
      this.#extend('newer');
    }
  }

  stop() {
    this.#asking?.abort();
    this.busy = '';
    this.stopped = true;
    this.#tell('change');
  }

  goOn() {
    this.stopped = false;
    this.error = null;
    if (this.loaded) {
      this.#extend(this.#ends.older ? 'newer' : 'older');
    } else {
      this.reload();
    }
  }

  #toNumber(number) {
    if (number >= this.total - FAR) return this.toOldest();
    if (number < PAGE) return this.reload();
    return this.#jump({before: this.#size.idOf(number - PAGE / 2)}, () => number - PAGE / 2);
  }

  // ---- requests

  async #jump(where, number) {
    const page = await this.#ask('jump', where);
    if (!page) return;
    this.#pages = [this.#pageOf(page)];
    this.rows = page.messages;
    this.loaded = true;
    this.stopped = false;
    this.#holes = false;
    const backwards = where.after === undefined;
    this.#ends = {
      older: backwards ? page.complete : page.next === undefined,
      newer: backwards ? where.before === undefined && where.until === undefined : page.complete,
    };
    this.start = this.#ends.newer ? 0 : Math.max(1, Math.round(number(page)));
    if (this.#ends.newer) this.#fresh.clear();
    this.#waiting.splice(0).forEach((news) => this.take(...news));
    this.#tell('change');
  }

  async #extend(direction) {
    const older = direction === 'older';
    const edge = older ? {before: this.#pages.at(-1).older} : {after: this.#pages[0].newer};
    const page = await this.#ask(direction, edge);
    if (!page) return;
    const known = new Set(this.rows.map((row) => row.id));
    const rows = page.messages.filter((row) => !known.has(row.id));
    const entry = {...this.#pageOf(page), count: rows.length};
    this.#ends[direction] = page.complete;
    if (older) {
      this.rows = [...this.rows, ...rows];
      this.#pages.push(entry);
    } else {
      this.rows = [...rows, ...this.rows];
      this.#pages.unshift(entry);
      this.start -= rows.length;
    }
    this.#forget(older);
    this.#renumber();
    this.#tell('change');
  }

  async #ask(what, where) {
    this.#asking?.abort();
    const asking = this.#asking = new AbortController();
    this.busy = what;
    this.error = null;
    this.#tell('change');
    try {
      const page = await get('/api/messages', {...this.#filter.query, ...where, limit: PAGE}, {signal: asking.signal});
      this.busy = '';
      this.searchedBack = page.complete ? null : page.searchedBack ?? this.searchedBack;
      this.missingNodes = page.missingNodes ?? [];
      page.messages = distinct(page.messages);
      this.#size.learn(page.messages);
      return page;
    } catch (failed) {
      if (asking !== this.#asking || failed.name === 'AbortError') return null;
      this.busy = '';
      this.error = failed;
      this.#tell('change');
      return null;
    }
  }

  #pageOf(page) {
    return {count: page.messages.length, older: page.next, newer: page.newer};
  }

  #guessAbove({messages}) {
    return Math.max(PAGE, this.#size.between(messages[0]?.id, this.#size.newest));
  }

  /** Drops pages at the other end to limit the memory. */
  #forget(older) {
    while (this.rows.length > MOST_ROWS) {
      if (older) {
        const {count} = this.#pages.shift();
        this.rows = this.rows.slice(count);
        this.start += count;
        this.#ends.newer = false;
      } else {
        const {count} = this.#pages.pop();
        this.rows = this.rows.slice(0, -count);
        this.#ends.older = false;
      }
    }
  }

  /** Corrects the numbers when an estimate was wrong: only the newest row has number 0. */
  #renumber() {
    const right = this.#ends.newer ? 0 : Math.max(this.start, 1);
    if (right === this.start) return;
    const by = right - this.start;
    this.start = right;
    this.#tell('moved', by);
  }

  // ---- live rows

  /** Takes live rows; adds new ones only while the user follows the newest. */
  take(news, isFollowing) {
    if (!this.loaded || this.busy === 'jump') {
      // The running load may have read the log before this event.
      this.#waiting = [...this.#waiting, [news, isFollowing]].slice(-MOST_WAITING);
      return;
    }
    const places = new Map(this.rows.map((row, place) => [row.id, place]));
    const fitting = news.rows.filter((row) => !places.has(row.id) && this.#filter.matches(row));
    for (const row of news.rows) {
      if (places.has(row.id)) this.rows[places.get(row.id)] = row;
      this.#size.newest = Math.max(this.#size.newest, row.id);
    }
    this.#holes ||= news.skipped > 0 || news.sampled < 1;
    if (isFollowing && this.isAtNewest) {
      this.#insert(fitting);
    } else {
      const newest = this.isAtNewest ? this.rows[0]?.id ?? 0 : 0;
      this.#fresh.add(fitting.filter(({id}) => id > newest));
      if (this.#filter.isEmpty) this.#fresh.addUnseen(news.skipped);
    }
    this.#tell('change');
  }

  /** Inserts rows, mostly on top; an older message may match later than newer ones. */
  #insert(news) {
    const oldest = this.#ends.older ? 0 : this.rows.at(-1)?.id ?? 0;
    const fitting = news.filter(({id}) => id > oldest);
    if (!fitting.length) return;
    this.rows = [...fitting, ...this.rows].sort((one, other) => other.id - one.id);
    this.#pages[0].count += fitting.length;
    this.#tell('moved', fitting.length);
    // Live rows belong to no page that could be dropped, so they are reloaded before they grow too
    // many.
    if (this.rows.length > MOST_ROWS / 2 && !this.busy) this.reload();
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, {detail}));
  }
}

/** Keeps one row per message, because the list identifies rows by id. */
function distinct(rows) {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
