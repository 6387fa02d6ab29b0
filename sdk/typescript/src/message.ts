import { ack, isAck, type Ack } from "./ack.js";
import type { CauseSource } from "./causality.js";
import type { Delivery } from "./envelope.js";
import { objectMember, textMember, isObject, type JsonObject } from "./json.js";
import type { RunningTurns } from "./running-turns.js";

/** A message that this agent received. */
export class Message implements CauseSource {
  readonly from: string;
  readonly to: string;
  readonly messageId: string;
  readonly payload: JsonObject;
  readonly #turns: RunningTurns;

  constructor(delivery: Delivery, turns: RunningTurns) {
    this.from = delivery.from;
    this.to = delivery.to;
    this.messageId = delivery.messageId;
    this.payload = delivery.payload;
    this.#turns = turns;
  }

  /** The payload's `type`, such as `tg_message`; empty when it has none. */
  get type(): string {
    return textMember(this.payload, "type") ?? "";
  }

  /** The payload's `content`; empty when it has none. */
  get content(): JsonObject {
    return objectMember(this.payload, "content");
  }

  /** The text of a chat message or of an agent's message; empty when it has none. */
  get text(): string {
    return textMember(this.content, "text") ?? "";
  }

  /** Aborted when somebody stops the turn of this message, or the agent closes. */
  get signal(): AbortSignal {
    return this.#turns.signalOf(this);
  }
}

/** Result of a handler: nothing, a text or a payload for the ack, or an ack of its own. */
export type HandlerResult = void | undefined | null | string | JsonObject | Ack;

/** Turns the result of a handler into its ack. */
export function toAck(result: unknown): Ack {
  if (isAck(result)) {
    return result;
  }
  if (typeof result === "string") {
    return ack.ok(result);
  }
  return isObject(result) ? ack.ok("ok", result) : ack.ok();
}
