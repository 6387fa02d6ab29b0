/* Scroll area for more rows than a browser can lay out. */

// Browsers lay out at most some 17 million pixels; a million rows need more.
const MOST_PIXELS = 6_000_000;

/**
 * Small steps move by pixels, large ones (a dragged scroll bar) in proportion. `position` is the
 * real position; `offset` is its distance from the browser's scroll position.
 */
export class ScrollSpace {
  position = 0;
  offset = 0;
  #height = 0;
  #view = 0;
  #top = 0;

  /** Height for the browser's layout. */
  get room() {
    return Math.min(this.#height, MOST_PIXELS);
  }

  /** Sets the height. Returns true when the current position is beyond the end. */
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

  /**
   * Handles a scroll of the browser. Returns true when its scroll position must be corrected, so
   * that it does not reach an end too early.
   */
  scrolledTo(top) {
    if (Math.abs(top - this.#top) > 3 * this.#view) this.offset = top * (this.#proportion - 1);
    this.#top = top;
    const position = top + this.offset;
    this.position = this.#inside(position);
    return Math.abs(this.position - position) > 1
        || (top <= 0 && this.position > 1)
        || (top >= this.#roomEnd - 1 && this.position < this.#end - 1);
  }

  /** Moves to a position; returns the scroll position for the browser. */
  goTo(position) {
    this.position = this.#inside(position);
    this.#top = Math.round(this.position / this.#proportion);
    this.offset = this.position - this.#top;
    return this.#top;
  }
}
