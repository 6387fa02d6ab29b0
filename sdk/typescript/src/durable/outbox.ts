import type { Envelope } from "../envelope.js";
import { OutboxFull } from "../errors.js";
import type { Logger } from "../log.js";
import type { Timing } from "../timing.js";
import { OutboxDelivery, type EnvelopeSender } from "./outbox-delivery.js";
import {
  OUTBOX_VERSIONS,
  STANDARD_LIMITS,
  adoptMessages,
  countMessages,
  deadLetters,
  destinations,
  putMessage,
  type DeadLetter,
  type OutboxLimits,
} from "./outbox-tables.js";
import { Store } from "./store.js";

/** Durable outbox, in order per address. */
export class Outbox {
  readonly #store: Store;
  readonly #limits: OutboxLimits;
  readonly #timing: Timing;
  readonly #delivery: OutboxDelivery;

  private constructor(store: Store, limits: OutboxLimits, sender: EnvelopeSender, timing: Timing, log: Logger) {
    this.#store = store;
    this.#limits = limits;
    this.#timing = timing;
    this.#delivery = new OutboxDelivery(store, sender, timing, limits.deadLetters, log);
  }

  /** Opens the file and delivers what an earlier process left in it, as `adopter` if one is named. */
  static async open(
    file: string,
    sender: EnvelopeSender,
    timing: Timing,
    log: Logger,
    limits: OutboxLimits = STANDARD_LIMITS,
    adopter?: string,
  ): Promise<Outbox> {
    const store = await Store.open(file, OUTBOX_VERSIONS);
    if (adopter !== undefined) {
      await store.write(() => adoptMessages(store, adopter));
    }
    const outbox = new Outbox(store, limits, sender, timing, log);
    destinations(store).forEach((destination) => outbox.#delivery.wake(destination));
    return outbox;
  }

  /** Resolves when the message is on disk. After an error, put it again under the same id. */
  async put(envelope: Envelope): Promise<void> {
    const now = this.#timing.now();
    const refusal = await this.#store.write(() => putMessage(this.#store, envelope, this.#limits, now));
    if (refusal !== undefined) {
      throw new OutboxFull(refusal);
    }
    this.#delivery.wake(envelope.to);
  }

  /** Called after a message became a dead letter. */
  onDeadLetter(listener: (letter: DeadLetter) => void): void {
    this.#delivery.onDeadLetter = listener;
  }

  /** Number of messages that are not delivered yet. */
  size(): number {
    return countMessages(this.#store);
  }

  /** Newest first. */
  deadLetters(limit = 100): DeadLetter[] {
    return deadLetters(this.#store, limit);
  }

  /** Waits until no message is being sent; later ones stay on disk. */
  async close(): Promise<void> {
    await this.#delivery.stop();
    this.#store.close();
  }
}
