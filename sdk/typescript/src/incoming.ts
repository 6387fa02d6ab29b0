import { ack as acks, type Ack } from "./ack.js";
import type { CauseScope } from "./causality.js";
import { MAX_PAYLOAD_BYTES, MAX_PAYLOAD_DEPTH, readDelivery, type Delivery } from "./envelope.js";
import { NoAnswer, RefuseMessage, RetryLater, RpcError, StoreFailed, isPassing } from "./errors.js";
import { isDeeperThan, utf8Length, type JsonObject } from "./json.js";
import type { Logger } from "./log.js";
import { OncePerMessage, type MessageMemory } from "./recent-messages.js";
import { SerialQueues } from "./serial-queues.js";
import { within, type MaybePromise } from "./timing.js";

const BUSY_RETRY_SECONDS = 1;

/** Handles one message and returns its ack. */
export type DeliveryHandler = (message: Delivery) => MaybePromise<Ack>;

/** Settings of the receiving side. */
export interface IncomingSettings {
  clientId: string;
  /** Messages handled at a time; above it, senders are told to retry. */
  maxHandlers: number;
  /** Handles the messages of one sender in order, one at a time. */
  oneAtATimePerSender: boolean;
  memory: MessageMemory;
}

/** Dispatcher of messages, up to a limit. Answers only after the handler has finished. */
export class IncomingMessages {
  readonly #settings: IncomingSettings;
  readonly #scope: CauseScope;
  readonly #log: Logger;
  readonly #once: OncePerMessage;
  readonly #work: DeliveryHandler;
  readonly #handler: DeliveryHandler;
  #running = 0;
  #isStopping = false;
  #idle: (() => void) | undefined;

  constructor(settings: IncomingSettings, scope: CauseScope, log: Logger, handler: DeliveryHandler) {
    this.#settings = settings;
    this.#scope = scope;
    this.#log = log;
    this.#handler = handler;
    this.#once = new OncePerMessage(settings.memory);
    const senders = settings.oneAtATimePerSender ? new SerialQueues() : undefined;
    const work: DeliveryHandler = (message) => this.#handled(message);
    this.#work = senders === undefined ? work : (message) => senders.run(message.from, async () => work(message));
  }

  /** Messages in a handler now. */
  get running(): number {
    return this.#running;
  }

  admit(params: unknown, ready: Promise<void> | undefined, answer: (result: object) => void): void {
    const message = readDelivery(params);
    const { clientId, maxHandlers } = this.#settings;
    if (this.#isStopping) {
      answer(acks.retryIn(BUSY_RETRY_SECONDS, `${clientId} is stopping`));
      return;
    }
    if (this.#running >= maxHandlers) {
      const busy = `${clientId} is busy: it is already handling ${maxHandlers} messages`;
      answer(acks.retryIn(BUSY_RETRY_SECONDS, busy));
      return;
    }
    this.#running++;
    const outcome = ready === undefined ? this.#run(message) : ready.then(() => this.#run(message));
    if (outcome instanceof Promise) {
      outcome.then(
        (ack) => this.#answer(ack, answer),
        (failed: unknown) => this.#answer(this.#broken(message, failed), answer),
      );
    } else {
      this.#answer(outcome, answer);
    }
  }

  #answer(ack: Ack, answer: (result: object) => void): void {
    // Before the answer, because the next message may follow from it at once.
    this.#running--;
    answer(ack);
    if (this.#running === 0) {
      this.#idle?.();
    }
  }

  /** Refuses new messages and waits for the running handlers. False when they need longer. */
  async drain(atMostMs: number): Promise<boolean> {
    this.#isStopping = true;
    if (this.#running > 0) {
      await within(atMostMs, new Promise<void>((resolve) => (this.#idle = resolve)));
    }
    return this.#running === 0;
  }

  #run(message: Delivery): MaybePromise<Ack> {
    try {
      return this.#once.run(message, this.#work);
    } catch (failed) {
      return this.#broken(message, failed);
    }
  }

  /** The memory of handled messages failed. */
  #broken({ messageId }: Delivery, failed: unknown): Ack {
    const { clientId } = this.#settings;
    this.#log.error(`${clientId} could not answer ${messageId}: ${String(failed)}`);
    return acks.retryIn(BUSY_RETRY_SECONDS, `${clientId} cannot write to its disk`);
  }

  /** An ack that the bus would not accept fails the message instead of the connection. */
  #sendable(ack: Ack): Ack {
    const problem = problemOf(ack);
    return problem === undefined ? ack : acks.failed(`the answer of ${this.#settings.clientId} ${problem}`);
  }

  #handled(message: Delivery): MaybePromise<Ack> {
    try {
      const outcome = this.#scope.run(message, () => this.#handler(message));
      return outcome instanceof Promise
        ? outcome.then(
            (ack) => this.#sendable(ack),
            (thrown: unknown) => this.#ackOf(message, thrown),
          )
        : this.#sendable(outcome);
    } catch (thrown) {
      return this.#ackOf(message, thrown);
    }
  }

  /** The texts are safe to send to the sender. */
  #ackOf(message: Delivery, thrown: unknown): Ack {
    const { clientId } = this.#settings;
    if (thrown instanceof RetryLater) {
      return acks.retryIn(thrown.seconds, thrown.message);
    }
    if (thrown instanceof RefuseMessage) {
      return acks.failed(thrown.message);
    }
    if (thrown instanceof NoAnswer || (thrown instanceof RpcError && isPassing(thrown))) {
      const text = `${clientId} could not reach a peer that it needs`;
      return acks.retryIn(BUSY_RETRY_SECONDS, text);
    }
    if (thrown instanceof RpcError) {
      return acks.failed(`${clientId}: ${thrown.message}`);
    }
    if (thrown instanceof StoreFailed) {
      this.#log.error(`${clientId}: ${thrown.message}`);
      return acks.retryIn(BUSY_RETRY_SECONDS, `${clientId} cannot write to its disk`);
    }
    const detail = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    this.#log.error(`${clientId} failed to handle message ${message.messageId}: ${detail}`);
    return acks.failed(`${clientId} failed to handle the message`);
  }
}

/** Why the bus would not accept an ack; undefined when it does. */
function problemOf(ack: Ack): string | undefined {
  const roughly = ack.message.length * 6; // maximum length of one character in JSON
  if (roughly > MAX_PAYLOAD_BYTES) {
    return "is too large";
  }
  for (const _ in ack.payload) {
    return payloadProblem(ack.payload, MAX_PAYLOAD_BYTES - roughly);
  }
  return undefined;
}

function payloadProblem(payload: JsonObject, maxBytes: number): string | undefined {
  let text: string;
  try {
    text = JSON.stringify(payload);
  } catch {
    return "is not JSON";
  }
  if (isDeeperThan(MAX_PAYLOAD_DEPTH, text)) {
    return "is nested too deeply";
  }
  return text.length * 3 > maxBytes && utf8Length(text) > maxBytes ? "is too large" : undefined;
}
