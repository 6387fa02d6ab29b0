/** Values that arrive over time, as an async iterable that ends. */
export class ProgressQueue<T> implements AsyncIterable<T> {
  readonly #items: T[] = [];
  #isEnded = false;
  #wake: () => void = () => {};

  push(item: T): void {
    this.#items.push(item);
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      yield* this.#items.splice(0);
      if (this.#items.length === 0) {
        if (this.#isEnded) {
          return;
        }
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    }
  }
}
