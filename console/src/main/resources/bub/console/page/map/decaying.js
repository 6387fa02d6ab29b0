/* A count that forgets: what happened long ago weighs less and less. One number each, however much it counts. */

export class Decaying {
  #seconds;
  #since;
  #value = 0;
  #at = 0;

  /** Forgets about two thirds in so many seconds; began to count at `since`. */
  constructor(seconds, since) {
    this.#seconds = seconds;
    this.#since = since;
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
    // Who looks since a moment ago has not seen more than that moment.
    const seen = Math.max(1, (at - this.#since) / 1000);
    return this.value(at) / (this.#seconds * (1 - Math.exp(-seen / this.#seconds)));
  }
}
