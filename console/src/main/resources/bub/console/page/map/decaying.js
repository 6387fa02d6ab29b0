/* A count that forgets: what happened long ago weighs less and less. One number each, however much it counts. */

export class Decaying {
  #seconds;
  #value = 0;
  #at = 0;

  /** Forgets about two thirds in so many seconds. */
  constructor(seconds) {
    this.#seconds = seconds;
  }

  add(amount, at) {
    this.#value = this.value(at) + amount;
    this.#at = at;
  }

  /** How many lately; `at` is a time in milliseconds. */
  value(at) {
    return this.#value && this.#value * Math.exp((this.#at - at) / 1000 / this.#seconds);
  }

  perSecond(at) {
    return this.value(at) / this.#seconds;
  }
}
