/* Lets one scroll through more rows than a browser can make room for. */

// Browsers lay out at most some 17 million pixels; a million rows need more.
const MOST_PIXELS = 6_000_000;

/**
 * Small steps move by pixels, far ones (a dragged scroll bar) by proportion. `position` is where one really is;
 * `offset` is by how much that differs from where the browser believes one is.
 */
export class ScrollSpace {
  position = 0;
  offset = 0;
  #height = 0;
  #view = 0;
  #top = 0;

  /** The height to give to the browser. */
  get room() {
    return Math.min(this.#height, MOST_PIXELS);
  }

  /** Answers whether where one was is no more. */
  resize(height, view) {
    this.#height = Math.max(height, view);
    this.#view = view;
    return this.position > this.#end;
  }

  get #end() {
    return this.#height - this.#view;
  }

  get #roomEnd() {
    return this.room - this.#view;
  }

  get #proportion() {
    return this.#roomEnd > 0 ? this.#end / this.#roomEnd : 1;
  }

  #inside(position) {
    return Math.min(Math.max(position, 0), this.#end);
  }

  /** The browser has scrolled; answers whether it must be told where it is, not to run into a wall. */
  scrolledTo(top) {
    if (Math.abs(top - this.#top) > 3 * this.#view) this.offset = top * (this.#proportion - 1);
    this.#top = top;
    const position = top + this.offset;
    this.position = this.#inside(position);
    return Math.abs(this.position - position) > 1
        || (top <= 0 && this.position > 1)
        || (top >= this.#roomEnd - 1 && this.position < this.#end - 1);
  }

  /** Goes to a position; answers what the browser must be told. */
  goTo(position) {
    this.position = this.#inside(position);
    this.#top = Math.round(this.position / this.#proportion);
    this.offset = this.position - this.#top;
    return this.#top;
  }
}
