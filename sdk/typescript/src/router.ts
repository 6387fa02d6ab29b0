import { ack, type Ack } from "./ack.js";
import type { Delivery } from "./envelope.js";
import { objectMember, textMember } from "./json.js";
import { Message, toAck, type HandlerResult } from "./message.js";
import type { RunningTurns } from "./running-turns.js";
import type { MaybePromise } from "./timing.js";

/** Handles a message; the result becomes the ack. */
export type MessageHandler = (message: Message) => HandlerResult | Promise<HandlerResult>;

type AckHandler = (message: Message) => MaybePromise<Ack>;

interface Route {
  matches(address: string): boolean;
  handler: AckHandler;
}

/** Finds the handler of a message: a waiting question, a subscription, its type, or the default. */
export class MessageRouter {
  readonly #clientId: string;
  readonly #turns: RunningTurns;
  readonly #types = new Map<string, AckHandler>();
  readonly #routes = new Set<Route>();
  readonly #questions = new Map<string, (answer: Message) => void>();
  #default: AckHandler | undefined;

  constructor(clientId: string, turns: RunningTurns) {
    this.#clientId = clientId;
    this.#turns = turns;
  }

  /** For one payload type; other handlers do not see its messages. */
  serve(type: string, handler: AckHandler): void {
    this.#types.set(type, handler);
  }

  serveOthers(handler: MessageHandler): void {
    this.#default = toAckHandler(handler);
  }

  serveType(type: string, handler: MessageHandler): void {
    this.serve(type, toAckHandler(handler));
  }

  /** For messages to addresses other than the agent's own. Returns a function that removes it. */
  addRoute(matches: (address: string) => boolean, handler: AckHandler): () => void {
    const route = { matches, handler };
    this.#routes.add(route);
    return () => this.#routes.delete(route);
  }

  /** Takes the message that answers the question. Returns a function that ends the wait. */
  expectAnswer(question: string, listener: (answer: Message) => void): () => void {
    this.#questions.set(question, listener);
    return () => this.#questions.delete(question);
  }

  handle(delivery: Delivery): MaybePromise<Ack> {
    const message = new Message(delivery, this.#turns);
    const outcome = this.#handlerOf(message)(message);
    if (outcome instanceof Promise) {
      return outcome.finally(() => this.#turns.finished(message));
    }
    this.#turns.finished(message);
    return outcome;
  }

  #handlerOf(message: Message): AckHandler {
    if (this.#questions.size > 0 && this.#answers(message)) {
      return () => ack.ok("received");
    }
    if (message.to !== this.#clientId) {
      for (const route of this.#routes) {
        if (route.matches(message.to)) {
          return route.handler;
        }
      }
    }
    const handler = this.#types.size > 0 ? this.#types.get(message.type) : undefined;
    return handler ?? this.#default ?? (() => this.#unhandled(message));
  }

  #answers(message: Message): boolean {
    const question =
      textMember(message.payload, "reply_to_message_id") ?? textMember(message.payload, "cause");
    const listener = question === undefined ? undefined : this.#questions.get(question);
    if (listener === undefined || textMember(objectMember(message.payload, "content"), "text") === undefined) {
      return false;
    }
    listener(message);
    return true;
  }

  /** Events and reports are for information, so nobody must handle them. */
  #unhandled(message: Message): Ack {
    return message.type === "agent_event" || message.type === "delivery_status"
      ? ack.ok("noted")
      : ack.failed(`${this.#clientId} does not accept messages`);
  }
}

/** The result of the handler becomes the ack. */
export function toAckHandler(handler: MessageHandler): AckHandler {
  return (message) => {
    const result = handler(message);
    return result instanceof Promise ? result.then(toAck) : toAck(result);
  };
}
