import { ack, type Ack } from "./ack.js";
import { toAck, type HandlerResult, type Message } from "./message.js";

const STOPPED_RETRY_SECONDS = 1;

interface Waiting {
  message: Message;
  answer(ack: Ack): void;
}

/**
 * Messages of a subscription as an async iterable. A message is acked when the loop asks for the
 * next one. A loop that ends in the middle of a message tells the sender to send it again.
 */
export class MessageStream implements AsyncIterableIterator<Message>, AsyncDisposable {
  readonly pattern: string;
  readonly #queue: Waiting[] = [];
  readonly #close: () => Promise<void>;
  #current: Waiting | undefined;
  #wake: (() => void) | undefined;
  #isClosed = false;

  constructor(pattern: string, close: () => Promise<void>) {
    this.pattern = pattern;
    this.#close = close;
  }

  /** The promise resolves when the loop has handled the message. The receive limit bounds the queue. */
  offer(message: Message): Promise<Ack> {
    if (this.#isClosed) {
      return Promise.resolve(notFinished());
    }
    return new Promise((answer) => {
      this.#queue.push({ message, answer });
      this.#wake?.();
    });
  }

  /** Acks the current message now, with a text or a payload. Call it before `break`. */
  done(result?: HandlerResult): void {
    this.#current?.answer(toAck(result));
    this.#current = undefined;
  }

  async next(): Promise<IteratorResult<Message, undefined>> {
    this.done();
    while (this.#queue.length === 0 && !this.#isClosed) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    this.#current = this.#isClosed ? undefined : this.#queue.shift();
    return this.#current === undefined
      ? { done: true, value: undefined }
      : { done: false, value: this.#current.message };
  }

  async return(): Promise<IteratorResult<Message, undefined>> {
    await this.close();
    return { done: true, value: undefined };
  }

  /** Unsubscribes. Senders of messages that are not finished send them again. */
  async close(): Promise<void> {
    if (this.#isClosed) {
      return;
    }
    this.end();
    await this.#close();
  }

  /** Ends the loop without telling the bus. */
  end(): void {
    this.#isClosed = true;
    const open = this.#current === undefined ? this.#queue : [this.#current, ...this.#queue];
    open.forEach((waiting) => waiting.answer(notFinished()));
    this.#current = undefined;
    this.#queue.length = 0;
    this.#wake?.();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

function notFinished(): Ack {
  return ack.retryIn(STOPPED_RETRY_SECONDS, "the receiver stopped before it finished the message");
}
