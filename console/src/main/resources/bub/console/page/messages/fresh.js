/* Counts messages that arrive while the list must not move. */

const MOST_KNOWN = 2000;

export class Fresh {
  #known = new Set();
  #more = 0;

  get count() {
    return this.#known.size + this.#more;
  }

  /** Adds rows. A row arrives several times until its message has ended, and counts once. */
  add(rows) {
    if (this.#known.size < MOST_KNOWN) {
      rows.forEach(({id}) => this.#known.add(id));
    } else {
      this.#more += rows.length;
    }
  }

  /** Adds messages that were skipped by the stream. */
  addUnseen(count) {
    this.#more += count;
  }

  clear() {
    this.#known.clear();
    this.#more = 0;
  }
}
