import { ack as acks, type Ack } from "./ack.js";
import type { Delivery } from "./envelope.js";
import { within, type MaybePromise } from "./timing.js";

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
  key: string;
  ack: Ack;
  bytes: number;
  /** True when a newer entry of the same key replaced it in the queue. */
  isStale: boolean;
}

/** Bounded memory that forgets the least recently used ack first. */
export class RecentAcks implements MessageMemory {
  readonly #finished = new Map<string, Remembered>();
  // A queue beside the map, because a map is slow at finding its oldest entry after many deletes.
  #queue: Remembered[] = [];
  #head = 0;
  readonly #maxMessages: number;
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxMessages = MAX_MESSAGES, maxBytes = MAX_BYTES) {
    this.#maxMessages = maxMessages;
    this.#maxBytes = maxBytes;
  }

  find(message: Delivery): Ack | undefined {
    const known = this.#finished.get(messageKey(message));
    if (known === undefined) {
      return undefined;
    }
    known.isStale = true;
    this.#add({ ...known, isStale: false });
    return known.ack;
  }

  remember(message: Delivery, ack: Ack): void {
    const bytes = isEmpty(ack.payload) ? 2 : JSON.stringify(ack.payload).length;
    this.#bytes += bytes;
    this.#add({ key: messageKey(message), ack, bytes, isStale: false });
    while (this.#finished.size > this.#maxMessages || this.#bytes > this.#maxBytes) {
      this.#forgetOldest();
    }
  }

  #add(entry: Remembered): void {
    this.#finished.set(entry.key, entry);
    this.#queue.push(entry);
    if (this.#head > this.#maxMessages) {
      this.#queue = this.#queue.slice(this.#head);
      this.#head = 0;
    }
  }

  #forgetOldest(): void {
    const oldest = this.#queue[this.#head++]!;
    if (!oldest.isStale) {
      this.#bytes -= oldest.bytes;
      this.#finished.delete(oldest.key);
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

  /** Returns no promise when the handler needs none, which is much faster. */
  run(message: Delivery, handler: (message: Delivery) => MaybePromise<Ack>): MaybePromise<Ack> {
    const first = this.#running.size > 0 ? this.#running.get(messageKey(message)) : undefined;
    if (first !== undefined) {
      return this.#await(first);
    }
    const found = this.#memory.find(message);
    if (found === undefined) {
      const outcome = handler(message);
      return outcome instanceof Promise ? this.#track(message, outcome.then((ack) => this.#finish(message, ack))) : this.#finish(message, outcome);
    }
    return found instanceof Promise ? this.#track(message, this.#runAfter(found, message, handler)) : found;
  }

  async #await(first: Promise<Ack>): Promise<Ack> {
    return (await within(this.#waitMs, first)) ?? acks.retryIn(1, "still being processed");
  }

  async #runAfter(
    finding: Promise<Ack | undefined>,
    message: Delivery,
    handler: (message: Delivery) => MaybePromise<Ack>,
  ): Promise<Ack> {
    return (await finding) ?? this.#finish(message, await handler(message));
  }

  async #track(message: Delivery, running: Promise<Ack>): Promise<Ack> {
    const key = messageKey(message);
    this.#running.set(key, running);
    try {
      return await running;
    } finally {
      this.#running.delete(key);
    }
  }

  #finish(message: Delivery, ack: Ack): MaybePromise<Ack> {
    // A retryable ack is not remembered, so that the retry reaches the handler.
    const storing = ack.shouldRetry ? undefined : this.#memory.remember(message, ack);
    return storing instanceof Promise ? storing.then(() => ack) : ack;
  }
}
