import { ack as acks, type Ack } from "./ack.js";
import type { Delivery } from "./envelope.js";
import { within } from "./timing.js";

const MAX_MESSAGES = 10_000;
const MAX_BYTES = 16 * 1024 * 1024;
const WAIT_FOR_FIRST_MS = 30_000;

/** Memory of handled messages that answers duplicates. */
export interface MessageMemory {
  /** The ack of a handled message. */
  find(message: Delivery): Ack | undefined | Promise<Ack | undefined>;
  /** Called before the ack is sent. */
  remember(message: Delivery, ack: Ack): void | Promise<void>;
}

/** Identifies a message: the sender chose the id, so only both together are unique. */
export function messageKey({ from, messageId }: Delivery): string {
  return `${from}\n${messageId}`;
}

interface Remembered {
  ack: Ack;
  bytes: number;
}

/** Bounded memory that forgets the least recently used ack first. */
export class RecentAcks implements MessageMemory {
  readonly #finished = new Map<string, Remembered>();
  readonly #maxMessages: number;
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxMessages = MAX_MESSAGES, maxBytes = MAX_BYTES) {
    this.#maxMessages = maxMessages;
    this.#maxBytes = maxBytes;
  }

  find(message: Delivery): Ack | undefined {
    const key = messageKey(message);
    const known = this.#finished.get(key);
    if (known !== undefined) {
      this.#finished.delete(key);
      this.#finished.set(key, known);
    }
    return known?.ack;
  }

  remember(message: Delivery, ack: Ack): void {
    const bytes = isEmpty(ack.payload) ? 2 : JSON.stringify(ack.payload).length;
    this.#finished.set(messageKey(message), { ack, bytes });
    this.#bytes += bytes;
    while (this.#finished.size > this.#maxMessages || this.#bytes > this.#maxBytes) {
      const [oldest, forgotten] = this.#finished.entries().next().value!;
      this.#bytes -= forgotten.bytes;
      this.#finished.delete(oldest);
    }
  }
}

function isEmpty(value: object): boolean {
  for (const _ in value) {
    return false;
  }
  return true;
}

/** Runs a handler once per message; a duplicate gets the first ack, also while the first runs. */
export class OncePerMessage {
  readonly #memory: MessageMemory;
  readonly #running = new Map<string, Promise<Ack>>();
  readonly #waitMs: number;

  constructor(memory: MessageMemory, waitMs = WAIT_FOR_FIRST_MS) {
    this.#memory = memory;
    this.#waitMs = waitMs;
  }

  async run(message: Delivery, handler: () => Promise<Ack>): Promise<Ack> {
    const key = messageKey(message);
    const first = this.#running.get(key);
    if (first !== undefined) {
      return (await within(this.#waitMs, first)) ?? acks.retryIn(1, "still being processed");
    }
    const running = this.#runFirst(message, handler);
    this.#running.set(key, running);
    try {
      return await running;
    } finally {
      this.#running.delete(key);
    }
  }

  async #runFirst(message: Delivery, handler: () => Promise<Ack>): Promise<Ack> {
    const found = this.#memory.find(message);
    const known = found instanceof Promise ? await found : found;
    if (known !== undefined) {
      return known;
    }
    const ack = await handler();
    // A retryable ack is not remembered, so that the retry reaches the handler.
    if (!ack.shouldRetry) {
      const stored = this.#memory.remember(message, ack);
      if (stored !== undefined) {
        await stored;
      }
    }
    return ack;
  }
}
