import type { Receipt } from "../ack.js";
import { REDELIVER, backoffDelay } from "../backoff.js";
import type { Envelope } from "../envelope.js";
import { StoreFailed } from "../errors.js";
import { OutageLog, type Logger } from "../log.js";
import { judgeFailure, judgeReceipt, type SendAttempt } from "../send-attempt.js";
import type { Timing } from "../timing.js";
import { within } from "../timing.js";
import { buryMessage, headOf, removeMessage, type DeadLetter, type StoredMessage } from "./outbox-tables.js";
import type { Store } from "./store.js";

/** Well below the limit of the connection, which other calls share. */
const MAX_IN_FLIGHT = 256;
const AFTER_DISK_FAILURE_MS = 1_000;
const FAREWELL_MS = 1_000;

/** The connection that an outbox sends through. */
export interface EnvelopeSender {
  send(envelope: Envelope): Promise<Receipt>;
  /** Resolves at the next connection; false when there will be none. */
  awaitConnected(): Promise<boolean>;
  /** Calls the listener at each new connection. */
  onConnected(listener: () => void): void;
}

/** Delivery of the messages for each destination, in order. Destinations do not wait for each other. */
export class OutboxDelivery {
  onDeadLetter: (letter: DeadLetter) => void = () => {};
  readonly #store: Store;
  readonly #sender: EnvelopeSender;
  readonly #timing: Timing;
  readonly #maxDeadLetters: number;
  readonly #log: Logger;
  readonly #outages: OutageLog;
  readonly #workers = new Map<string, { wokenAgain: boolean; done: Promise<void> }>();
  readonly #waiting: (() => void)[] = [];
  #inFlight = 0;
  #stopped = false;
  #rest = new AbortController();

  constructor(store: Store, sender: EnvelopeSender, timing: Timing, maxDeadLetters: number, log: Logger) {
    this.#store = store;
    this.#sender = sender;
    this.#timing = timing;
    this.#maxDeadLetters = maxDeadLetters;
    this.#log = log;
    this.#outages = new OutageLog(log, "The outbox", timing.elapsed);
    sender.onConnected(() => this.#probe());
  }

  /** Starts a worker for the destination unless it has one. */
  wake(destination: string): void {
    const worker = this.#workers.get(destination);
    if (worker !== undefined) {
      worker.wokenAgain = true;
    } else if (!this.#stopped) {
      const fresh = { wokenAgain: false, done: Promise.resolve() };
      this.#workers.set(destination, fresh);
      fresh.done = this.#work(destination, fresh);
    }
  }

  async #work(destination: string, worker: { wokenAgain: boolean }): Promise<void> {
    try {
      do {
        worker.wokenAgain = false;
        await this.#deliverAll(destination);
      } while (worker.wokenAgain && !this.#stopped);
    } catch (bug) {
      this.#log.error(`Delivery to ${destination} failed: ${String(bug)}`);
    } finally {
      this.#workers.delete(destination);
    }
  }

  /** Returns when no message waits or the client has stopped for good. */
  async #deliverAll(destination: string): Promise<void> {
    let failures = 0;
    while (!this.#stopped) {
      const attempt = await this.#deliverFirst(destination);
      switch (attempt?.outcome) {
        case undefined:
          return; // nothing waits
        case "delivered":
        case "refused":
          failures = 0;
          break;
        case "retry":
          failures = await this.#pause(destination, failures, attempt.atLeastMs, attempt.why);
          break;
        case "no_recipient":
          failures = await this.#pause(destination, failures, 0, "no peer is listening");
          break;
        case "offline":
          if (attempt.forGood || !(await this.#sender.awaitConnected())) {
            return;
          }
      }
    }
  }

  /** Returns the number of failures in a row. A new connection ends the wait and counts anew. */
  async #pause(destination: string, failures: number, atLeastMs: number, why: string): Promise<number> {
    this.#log.debug(`Messages to ${destination} are waiting: ${why}`);
    const { signal } = this.#rest;
    await this.#timing.sleep(backoffDelay(REDELIVER, failures, this.#timing, atLeastMs), signal);
    return signal.aborted ? 0 : failures + 1;
  }

  #probe(): void {
    const before = this.#rest;
    this.#rest = new AbortController();
    before.abort();
  }

  /** Undefined when no message waits. */
  async #deliverFirst(destination: string): Promise<SendAttempt | undefined> {
    await this.#acquire();
    try {
      if (this.#stopped) {
        return undefined;
      }
      // Read for each attempt, so that a waiting worker holds no message in memory.
      const message = headOf(this.#store, destination);
      if (message === undefined) {
        return undefined;
      }
      const attempt = await this.#attempt(message.envelope);
      if (attempt.outcome === "delivered") {
        await this.#store.write(() => removeMessage(this.#store, message.number));
      } else if (attempt.outcome === "refused") {
        await this.#bury(message, attempt.why);
      }
      this.#outages.recovered();
      return attempt;
    } catch (failed) {
      if (!(failed instanceof StoreFailed)) {
        throw failed;
      }
      if (this.#stopped) {
        return undefined; // the message stays on disk
      }
      this.#outages.failed(failed.message);
      return { outcome: "retry", atLeastMs: AFTER_DISK_FAILURE_MS, why: "the disk failed" };
    } finally {
      this.#release();
    }
  }

  async #attempt(envelope: Envelope): Promise<SendAttempt> {
    try {
      return judgeReceipt(await this.#sender.send(envelope));
    } catch (failed) {
      return judgeFailure(failed);
    }
  }

  async #bury({ number, envelope }: StoredMessage, reason: string): Promise<void> {
    const now = this.#timing.now();
    const forgotten = await this.#store.write(() =>
      buryMessage(this.#store, number, reason, now, this.#maxDeadLetters),
    );
    this.#log.warn(`Message ${envelope.messageId} became a dead letter: ${reason}`);
    if (forgotten > 0) {
      this.#log.warn(`Deleted ${forgotten} old dead letters: there were too many`);
    }
    const { from, to, messageId, payload } = envelope;
    try {
      this.onDeadLetter({ from, to, messageId, payload: JSON.parse(payload), reason, at: new Date(now) });
    } catch (thrown) {
      this.#log.error(`The dead letter listener failed: ${String(thrown)}`);
    }
  }

  async #acquire(): Promise<void> {
    if (this.#inFlight < MAX_IN_FLIGHT) {
      this.#inFlight++;
    } else {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Passes its place on, so that nobody can take it in between. */
  #release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#inFlight--;
    } else {
      next();
    }
  }

  /** Waits a short time for the attempts in progress. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#probe();
    const all = Promise.all([...this.#workers.values()].map((worker) => worker.done));
    await within(FAREWELL_MS, all);
  }
}
