/* The part of the log that is in memory: a few pages around what is looked at, however long the log is. */
import {get} from '../core/api.js';
import {Fresh} from './fresh.js';
import {LogSize} from './log-size.js';

const PAGE = 200;
const MOST_ROWS = 2000;
// So close to the end of what is here the next page is asked for.
const MARGIN = 60;
const FAR = 2 * PAGE;
const REST_MS = 90;
const MOST_WAITING = 40;

/**
 * Rows are numbered from the newest, 0. Without a filter the ids tell how many there are about, so that one can go
 * anywhere; with one only the next page is known to be there. Tells `change`, and `moved` when the rows that are
 * shown got other numbers (by `detail`).
 */
export class LogWindow extends EventTarget {
  /** What is in memory, newest first; `start` is the number of the first of them. */
  rows = [];
  start = 0;
  /** 'older', 'newer', 'jump' while that is being loaded. */
  busy = '';
  error = null;
  /** How far back a search has looked that has not come to its end. */
  searchedBack = null;
  /** Somebody said that it is enough. */
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

  /** Whether there is nothing newer than the first row but what comes live. */
  get isAtNewest() {
    return this.#ends.newer && this.start === 0;
  }

  get isComplete() {
    return this.#ends.older;
  }

  /** How many have come that are not among the rows. */
  get fresh() {
    return this.#fresh.count;
  }

  get end() {
    return this.start + this.rows.length;
  }

  /** How many rows there are, as far as one can tell. */
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

  // ---- going somewhere

  /** The newest, again: what was missed is there, too. */
  async reload() {
    if (this.#filter.isEmpty && !this.#size.isKnown) this.#size.findOldest().then(() => this.#tell('change'));
    await this.#jump({}, () => 0);
  }

  async toOldest() {
    const total = this.total;
    await this.#jump({after: 0}, ({messages}) => Math.max(total, PAGE) - messages.length);
  }

  /** So that the messages just before `time` are in the middle; answers the number of the first of them. */
  async toTime(time) {
    await this.#jump({until: time}, (page) => this.#guessAbove(page));
    return this.start;
  }

  /** What is looked at was sampled: from this row on, what is really there. */
  async mend(row) {
    if (!this.#holes) return;
    const byEnd = this.#filter.values.status && this.#filter.values.status !== 'pending';
    await (byEnd ? this.reload() : this.#jump({before: row.id + 1}, (page) => this.#guessAbove(page)));
  }

  /** Sees to it that these rows will be here. */
  need(first, last) {
    if (!this.loaded || this.stopped || this.error) return;
    clearTimeout(this.#timer);
    if (last < this.start - FAR || first > this.end + FAR) {
      // Whoever drags the scroll bar passes many places: only the one to stay at is loaded.
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

  // ---- asking

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

  /** Memory is for what is looked at: pages at the other end go. */
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

  /** Guesses were wrong when the first row is not number 0, or another one would be. */
  #renumber() {
    const right = this.#ends.newer ? 0 : Math.max(this.start, 1);
    if (right === this.start) return;
    const by = right - this.start;
    this.start = right;
    this.#tell('moved', by);
  }

  // ---- what happens now

  /** Takes live rows; new ones become rows only while somebody follows. */
  take(news, isFollowing) {
    if (!this.loaded || this.busy === 'jump') {
      // What is being loaded may have been read before this came.
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

  /** Mostly on top; what began before others may have come to match after them. */
  #insert(news) {
    const oldest = this.#ends.older ? 0 : this.rows.at(-1)?.id ?? 0;
    const fitting = news.filter(({id}) => id > oldest);
    if (!fitting.length) return;
    this.rows = [...fitting, ...this.rows].sort((one, other) => other.id - one.id);
    this.#pages[0].count += fitting.length;
    this.#tell('moved', fitting.length);
    // What came live is in no page that could be dropped; it is asked for again before it grows.
    if (this.rows.length > MOST_ROWS / 2 && !this.busy) this.reload();
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, {detail}));
  }
}

/** One row per message: the list tells rows apart by id. */
function distinct(rows) {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
