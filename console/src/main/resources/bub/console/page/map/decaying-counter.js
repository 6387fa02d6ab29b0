/* An exponentially decaying count, in constant memory. */

export class DecayingCounter {
  #seconds;
  #since;
  #value = 0;
  #at = 0;

  /** Decays by about two thirds in `seconds`; counting began at `since`. */
  constructor(seconds, since) {
    this.#seconds = seconds;
    this.#since = since;
  }

  add(amount, at) {
    this.#value = this.value(at) + amount;
    this.#at = at;
  }

  /** Returns the decayed count; `at` is a time in milliseconds. */
  value(at) {
    return this.#value && this.#value * Math.exp((this.#at - at) / 1000 / this.#seconds);
  }

  perSecond(at) {
    // Shortly after the start, the rate covers only the time since then.
    const seen = Math.max(1, (at - this.#since) / 1000);
    return this.value(at) / (this.#seconds * (1 - Math.exp(-seen / this.#seconds)));
  }
}
