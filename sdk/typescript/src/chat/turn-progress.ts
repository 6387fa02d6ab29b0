import type { BusClient } from "../bus-client.js";
import { BubError } from "../errors.js";
import type { JsonObject } from "../json.js";
import type { Message } from "../message.js";

const TYPING_AFTER_MS = 300;
const TYPING_EVERY_MS = 4_000;
const PARTIAL_EVERY_MS = 200;
/** Each event carries the whole text, so long texts go less often. */
const CHARS_WORTH_A_PAUSE = 8_000;
const STEPS = "system:steps";

/** One model call, tool call or wait of a turn. */
export interface Step {
  kind: "model" | "tool" | "wait";
  name: string;
  /** Duration in milliseconds. */
  ms: number;
  error?: string;
  tokens_in?: number;
  tokens_out?: number;
  cost_usd?: number;
  finish?: string;
  retries?: number;
  arguments_digest?: string;
  arguments_bytes?: number;
  result_bytes?: number;
}

/** Events that let a chat show how a turn goes. They are sent without waiting, and may get lost. */
export class TurnProgress {
  readonly #client: BusClient;
  readonly #message: Message;
  #typing: ReturnType<typeof setTimeout> | undefined;
  #flush: ReturnType<typeof setTimeout> | undefined;
  #partial: string | undefined;
  #partialDue = 0;
  #seq = 0;
  #step = 0;
  #isClosed = false;

  constructor(client: BusClient, message: Message) {
    this.#client = client;
    this.#message = message;
    this.#typing = setTimeout(() => this.typing(), TYPING_AFTER_MS);
  }

  /** Shows that the agent works; repeated until the turn ends. */
  typing(): void {
    if (this.#isClosed) {
      return;
    }
    clearTimeout(this.#typing);
    this.#say(this.#message.from, "typing", {});
    this.#typing = setTimeout(() => this.typing(), TYPING_EVERY_MS);
  }

  /** Shows the text so far; a newer text replaces one that still waits. */
  partial(text: string): void {
    if (this.#isClosed) {
      return;
    }
    this.#partial = text;
    const now = this.#client.timing.elapsed();
    if (now >= this.#partialDue) {
      this.#sayPartial(now);
    } else {
      this.#flush ??= setTimeout(() => this.#sayPartial(this.#client.timing.elapsed()), this.#partialDue - now);
    }
  }

  #sayPartial(now: number): void {
    clearTimeout(this.#flush);
    this.#flush = undefined;
    const text = this.#partial;
    if (text === undefined) {
      return;
    }
    this.#partial = undefined;
    this.#partialDue = now + PARTIAL_EVERY_MS * (1 + Math.floor(text.length / CHARS_WORTH_A_PAUSE));
    this.#say(this.#message.from, "partial", { message_id: this.#message.messageId, text, seq: ++this.#seq });
  }

  /** Reports a step to the activity log when it has ended. */
  step(step: Step): void {
    this.#say(STEPS, "step", { message_id: this.#message.messageId, step: ++this.#step, ...step });
  }

  event(name: string, data: JsonObject): void {
    this.#say(this.#message.from, name, { message_id: this.#message.messageId, ...data });
  }

  #say(to: string, event: string, data: JsonObject): void {
    try {
      const payload = { type: "agent_event", content: { event, data } };
      this.#client.notify(to, payload, { cause: this.#message });
    } catch (lost) {
      if (!(lost instanceof BubError)) {
        throw lost;
      }
      this.#client.log.debug(`Lost an event: ${lost.message}`);
    }
  }

  /** Call it before the reply is sent, so that no event follows the reply. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#typing);
    clearTimeout(this.#flush);
  }
}
