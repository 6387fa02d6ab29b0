/* Counts the messages that have come while nobody wanted the list to move. */

const MOST_KNOWN = 2000;

export class Fresh {
  #known = new Set();
  #more = 0;

  get count() {
    return this.#known.size + this.#more;
  }

  /** A row comes several times until its message has ended, and counts once. */
  add(rows) {
    if (this.#known.size < MOST_KNOWN) {
      rows.forEach(({id}) => this.#known.add(id));
    } else {
      this.#more += rows.length;
    }
  }

  /** So many that nobody was told about. */
  addUnseen(count) {
    this.#more += count;
  }

  clear() {
    this.#known.clear();
    this.#more = 0;
  }
}
