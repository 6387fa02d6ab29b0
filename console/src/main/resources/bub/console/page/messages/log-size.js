/* Estimates the length of the log: its row numbers grow, but not by one. */
import {get} from '../core/api.js';

export class LogSize {
  newest = 0;
  oldest = null;
  #perRow = 0;

  /** True when an estimate is possible. */
  get isKnown() {
    return this.oldest !== null && this.#perRow > 0;
  }

  async findOldest() {
    const page = await get('/api/messages', {after: 0, limit: 1}).catch(() => null);
    this.oldest = page?.messages[0]?.id ?? null;
  }

  learn(rows) {
    if (!rows.length) return;
    this.newest = Math.max(this.newest, rows[0].id);
    // The first page decides: a page of another density must not move all rows.
    this.#perRow ||= Math.max(1, (rows[0].id - rows.at(-1).id) / Math.max(1, rows.length - 1));
  }

  /** Returns the estimated number of rows between two ids. */
  between(older, newer) {
    return this.isKnown && older && newer ? Math.round((newer - older) / this.#perRow) : 0;
  }

  /** Returns the estimated id of the row with this number. */
  idOf(number) {
    return Math.max(this.newest - Math.round(number * this.#perRow), this.oldest + 1);
  }
}
