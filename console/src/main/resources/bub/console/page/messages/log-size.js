/* Guesses how long the log is: its rows have numbers that grow, but not by one. */
import {get} from '../core/api.js';

export class LogSize {
  newest = 0;
  oldest = null;
  #perRow = 0;

  /** Whether anything can be guessed. */
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
    // The first page decides: one of another density must not move everything.
    this.#perRow ||= Math.max(1, (rows[0].id - rows.at(-1).id) / Math.max(1, rows.length - 1));
  }

  /** How many rows are between two ids. */
  between(older, newer) {
    return this.isKnown && older && newer ? Math.round((newer - older) / this.#perRow) : 0;
  }

  /** The id that the row of this number has, about. */
  idOf(number) {
    return Math.max(this.newest - Math.round(number * this.#perRow), this.oldest + 1);
  }
}
