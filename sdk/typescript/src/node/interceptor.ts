import { Connection } from "../connection.js";
import type { ClientState } from "../client-state.js";
import { checkAddress } from "../envelope.js";
import { ErrorCodes, RpcError } from "../errors.js";
import { isObject, type JsonObject } from "../json.js";
import type { Logger } from "../log.js";
import { patternMatcher } from "../pattern.js";
import { DesiredSubscriptions } from "../subscriptions.js";
import { systemTiming } from "../timing.js";
import { DEFAULTS, connectorOf, standardLogger, tokenOf, type AgentOptions } from "./agent-options.js";

/** A message that an interceptor sees before its recipients do. It cannot change it. */
export interface InterceptedMessage {
  topic: string;
  payload: JsonObject;
}

/** `halt` stops the message; everything else passes it on. */
export type Verdict = "halt" | "pass" | void;

type VerdictHandler = (message: InterceptedMessage) => Verdict | Promise<Verdict>;

/**
 * Peer on the classic wire that sees every message on its patterns first and may halt it. The bus
 * asks it about one message after the other and waits five seconds for each verdict.
 */
export class Interceptor implements AsyncDisposable {
  readonly #handlers: { pattern: string; matches(topic: string): boolean; handler: VerdictHandler }[] = [];
  readonly #subscriptions: DesiredSubscriptions;
  readonly #connection: Connection;
  readonly #log: Logger;

  constructor(clientId: string, options: AgentOptions = {}) {
    const env = options.env ?? process.env;
    const timing = options.timing ?? systemTiming;
    this.#log = options.logger ?? standardLogger();
    const settings = {
      ...DEFAULTS,
      clientId: checkAddress(clientId),
      path: "/v1",
      callTimeoutMs: options.callTimeoutMs ?? DEFAULTS.callTimeoutMs,
      reconnect: options.reconnect ?? DEFAULTS.reconnect,
    };
    this.#subscriptions = new DesiredSubscriptions("topic", settings.callTimeoutMs, this.#log);
    this.#connection = new Connection(
      settings,
      connectorOf(options, undefined, env),
      tokenOf(options, undefined, env),
      {
        request: (method, params, _ready, answer) => this.#serve(method, params, answer),
        notification: (method, params) => this.#hear(method, params),
      },
      this.#subscriptions,
      timing,
      this.#log,
    );
  }

  get state(): ClientState {
    return this.#connection.state;
  }

  /** Asks the handler about each message to an address that matches. */
  async intercept(pattern: string, handler: VerdictHandler): Promise<this> {
    this.#handlers.push({ pattern, matches: topicMatcher(pattern), handler });
    if (this.#subscriptions.add(pattern)) {
      await this.#connection.tell("subscribe", this.#subscriptions.params(pattern));
    }
    return this;
  }

  /** Connects and waits for the result. */
  async connect(): Promise<this> {
    this.#connection.start();
    try {
      await this.#connection.awaitFirstAttempt();
      return this;
    } catch (failed) {
      await this.close();
      throw failed;
    }
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #serve(method: string, params: unknown, answer: (result: object) => void): void {
    if (method !== "sendMessage") {
      throw new RpcError(ErrorCodes.methodNotFound, `Method not found: ${method}`);
    }
    if (!isObject(params) || typeof params["topic"] !== "string" || !isObject(params["payload"])) {
      throw new RpcError(ErrorCodes.invalidParams, "Invalid params: not a message");
    }
    const message = { topic: params["topic"], payload: params["payload"] };
    void this.#judge(message).then(answer);
  }

  /** A handler that throws gives no verdict; the failure mode of the bus is not ours to choose. */
  async #judge(message: InterceptedMessage): Promise<object> {
    try {
      for (const { matches, handler } of this.#handlers) {
        if (matches(message.topic) && (await handler(message)) === "halt") {
          return { success: true, stopPropagation: true };
        }
      }
      return { success: true, stopPropagation: false };
    } catch (thrown) {
      this.#log.error(`The interceptor failed on a message to ${message.topic}: ${String(thrown)}`);
      return {}; // without `success`, the bus applies --interceptor-failure
    }
  }

  #hear(method: string, params: unknown): void {
    if (method === "interceptorStatus" && isObject(params) && params["suspended"] === true) {
      this.#log.warn("The interceptor is too slow: the bus no longer waits for it");
    }
  }
}

/** On the classic wire, a plain pattern that ends in `-` or `:` is a prefix. */
function topicMatcher(pattern: string): (topic: string) => boolean {
  return /[-:]$/.test(pattern) && !/[*?[]/.test(pattern)
    ? (topic) => topic.startsWith(pattern)
    : patternMatcher(pattern);
}
