/** Runs the work of one key in order, one at a time; different keys run side by side. */
export class SerialQueues {
  readonly #tails = new Map<string, Promise<unknown>>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.#tails.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#tails.get(key) === mine) {
        this.#tails.delete(key);
      }
    }
  }
}
