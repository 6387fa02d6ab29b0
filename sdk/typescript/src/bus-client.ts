import { readReceipt, type Receipt } from "./ack.js";
import type { Backoff } from "./backoff.js";
import { payloadText, type CauseScope, type CauseSource } from "./causality.js";
import { Connection } from "./connection.js";
import { checkAddress, envelopeText, refuseInvalidPayload, type Envelope } from "./envelope.js";
import { NoAnswer, RpcError } from "./errors.js";
import { IncomingMessages } from "./incoming.js";
import type { JsonObject } from "./json.js";
import type { Logger } from "./log.js";
import type { MessageMemory } from "./recent-messages.js";
import { MessageRouter } from "./router.js";
import { RunningTurns } from "./running-turns.js";
import type { Connector } from "./socket.js";
import { DesiredSubscriptions } from "./subscriptions.js";
import type { Timing } from "./timing.js";
import type { TokenSource } from "./token.js";

/** Everything that a client needs from its platform and its user. */
export interface ClientParts {
  clientId: string;
  clientInfo: { name: string; version: string; starters?: readonly string[] };
  connector: Connector;
  token: TokenSource;
  scope: CauseScope;
  memory: MessageMemory;
  timing: Timing;
  log: Logger;
  connectTimeoutMs: number;
  callTimeoutMs: number;
  pingAfterMs: number;
  pongWithinMs: number;
  reconnect: Backoff;
  maxHandlers: number;
  oneAtATimePerSender: boolean;
}

/** Options of one message. */
export interface SendOptions {
  /** Keep it when you send the same message again. */
  messageId?: string;
  /** Another address to send as; it must be granted. */
  from?: string;
  /** The message that this one results from. Default: the message being handled. */
  cause?: CauseSource;
  timeoutMs?: number;
}

/** Peer of the bus: sends, receives, subscribes and reconnects by itself. */
export class BusClient {
  readonly clientId: string;
  readonly connection: Connection;
  readonly router: MessageRouter;
  readonly incoming: IncomingMessages;
  readonly turns = new RunningTurns();
  readonly timing: Timing;
  readonly log: Logger;
  readonly scope: CauseScope;
  readonly #subscriptions: DesiredSubscriptions;
  #activity: ((params: unknown) => void) | undefined;

  constructor(parts: ClientParts) {
    this.clientId = checkAddress(parts.clientId);
    this.timing = parts.timing;
    this.log = parts.log;
    this.scope = parts.scope;
    this.router = new MessageRouter(parts.clientId, this.turns);
    this.incoming = new IncomingMessages(parts, parts.scope, parts.log, (delivery) =>
      this.router.handle(delivery),
    );
    this.#subscriptions = new DesiredSubscriptions("address", parts.callTimeoutMs, parts.log);
    this.connection = new Connection(
      { ...parts, path: "/" },
      parts.connector,
      parts.token,
      {
        request: (method, params, ready, answer) => this.#serve(method, params, ready, answer),
        notification: (method, params) => {
          if (method === "activity") {
            this.#activity?.(params);
          }
        },
      },
      this.#subscriptions,
      parts.timing,
      parts.log,
    );
  }

  #serve(method: string, params: unknown, ready: Promise<void> | undefined, answer: (result: object) => void): void {
    if (method !== "processMessage") {
      throw new RpcError(-32601, `Method not found: ${method}`);
    }
    this.incoming.admit(params, ready, answer);
  }

  /** Creates a message from this client with the cause of the current handler. */
  compose(to: string, payload: JsonObject, options: SendOptions = {}): Envelope {
    const text = payloadText(payload, options.cause ?? this.scope.current());
    refuseInvalidPayload(text);
    return {
      from: options.from === undefined ? this.clientId : checkAddress(options.from),
      to: checkAddress(to),
      messageId: options.messageId ?? this.timing.messageId(),
      payload: text,
    };
  }

  /** Waits for the acks of all recipients. */
  async send(envelope: Envelope, timeoutMs?: number): Promise<Receipt> {
    const result = await this.connection.callText("sendMessage", envelopeText(envelope), timeoutMs);
    const receipt = readReceipt(result);
    if (receipt === undefined) {
      throw new NoAnswer("sendMessage: the bus gave a malformed answer", "garbled");
    }
    return receipt;
  }

  /** Sends without a receipt: a message that nobody takes is lost. */
  notify(to: string, payload: JsonObject, options: SendOptions = {}): void {
    const text = payloadText(payload, options.cause ?? this.scope.current());
    refuseInvalidPayload(text);
    this.connection.notifyText("notify", `{"to":${JSON.stringify(checkAddress(to))},"payload":${text}}`);
  }

  /** Lasts across connections. Resolves when the bus has confirmed it, or at once when offline. */
  async subscribe(pattern: string): Promise<void> {
    checkAddress(pattern);
    if (this.#subscriptions.add(pattern)) {
      try {
        await this.connection.tell("subscribe", this.#subscriptions.params(pattern));
      } catch (refused) {
        this.#subscriptions.remove(pattern);
        throw refused;
      }
    }
  }

  async unsubscribe(pattern: string): Promise<void> {
    if (this.#subscriptions.remove(pattern)) {
      await this.connection.tell("unsubscribe", this.#subscriptions.params(pattern));
    }
  }

  /** Lasts across connections. A new watcher replaces the old one, which hears `undefined` last. */
  async watchActivity(filter: object, watcher: (params: unknown) => void): Promise<void> {
    this.#activity?.(undefined);
    this.#activity = watcher;
    this.#subscriptions.watch = filter;
    try {
      await this.connection.tell("watchActivity", filter);
    } catch (refused) {
      this.endWatch(watcher);
      throw refused;
    }
  }

  endWatch(watcher: (params: unknown) => void): void {
    if (this.#activity === watcher) {
      this.#activity = undefined;
      this.#subscriptions.watch = undefined;
    }
  }
}
