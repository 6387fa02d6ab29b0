import type { Receipt } from "./ack.js";
import { BusClient, type ClientParts, type SendOptions } from "./bus-client.js";
import { ChatAgent, type ChatHandler } from "./chat/chat-agent.js";
import { ChatOwner } from "./chat/chat-owner.js";
import type { ChatHistory } from "./chat/history.js";
import type { ClientState } from "./client-state.js";
import type { Envelope } from "./envelope.js";
import { CallRefused, NoAnswer, NoRecipient, RefuseMessage, RetryLater } from "./errors.js";
import { isObject, textMember, type JsonObject } from "./json.js";
import type { Contract } from "./lobby/contract.js";
import type { JsonSchema } from "./lobby/json-schema.js";
import { LobbyClient, type CallOptions, type Discovery, type Service } from "./lobby/lobby-client.js";
import type { LobbyToken } from "./lobby/lobby-token.js";
import type { CapabilityHandler } from "./lobby/offered-capabilities.js";
import type { AnySchema, InputOf, OutputOf } from "./lobby/schema.js";
import { MessageStream } from "./message-stream.js";
import { Operator } from "./operator.js";
import { patternMatcher } from "./pattern.js";
import { toAckHandler, type MessageHandler } from "./router.js";
import { judgeReceipt } from "./send-attempt.js";
import { ProgressQueue } from "./progress-queue.js";
import { within } from "./timing.js";

const FAREWELL_MS = 1_000;
const DRAIN_MS = 10_000;
const ASK_MS = 120_000;

/** Parts of an agent besides its client. */
export interface AgentParts extends ClientParts {
  lobbyToken: LobbyToken;
  talkto: string | undefined;
  history: () => Promise<ChatHistory>;
}

/** Agent on the bus, without the parts that need a disk. */
export class BaseAgent implements AsyncDisposable {
  readonly clientId: string;
  /** Questions about the bus: status, log, receipts. */
  readonly operator: Operator;
  /** Offers, discovery and the agent's registration. */
  readonly lobby: LobbyClient;
  protected readonly client: BusClient;
  readonly #owner: ChatOwner;
  readonly #history: () => Promise<ChatHistory>;
  readonly #streams = new Set<MessageStream>();
  #isStarted = false;

  constructor(parts: AgentParts) {
    this.client = new BusClient(parts);
    this.clientId = parts.clientId;
    this.operator = new Operator(this.client);
    this.lobby = new LobbyClient(this.client, parts.lobbyToken);
    this.#history = parts.history;
    this.#owner = new ChatOwner(this.client, parts.talkto, parts.history);
  }

  /** The chat that this agent talks to; undefined until one has configured it. */
  get talkto(): string | undefined {
    return this.#owner.talkto;
  }

  // ---- connection

  get state(): ClientState {
    return this.client.connection.state;
  }

  /** Adds a listener for all later states. Returns a function that removes it. */
  onState(listener: (state: ClientState) => void): () => void {
    return this.client.connection.onState(listener);
  }

  /** Starts to connect and keeps trying; does not wait. */
  start(): void {
    if (!this.#isStarted) {
      this.#isStarted = true;
      this.client.connection.start();
    }
  }

  /** Connects and waits for the result. An agent whose first attempt fails is closed. */
  async connect(): Promise<this> {
    this.start();
    try {
      await this.client.connection.awaitFirstAttempt();
      return this;
    } catch (failed) {
      await this.close();
      throw failed;
    }
  }

  async awaitConnected(atMostMs = 10_000): Promise<void> {
    await this.client.connection.awaitConnected(atMostMs);
  }

  /** Takes nothing new, finishes the running handlers, and disconnects. */
  async drain(atMostMs = DRAIN_MS): Promise<void> {
    // Messages that no loop has taken yet go back to their senders.
    this.#streams.forEach((stream) => stream.end());
    await this.client.incoming.drain(atMostMs);
    await this.#disconnect();
  }

  /** Disconnects after a short wait for open answers. */
  async close(): Promise<void> {
    this.#streams.forEach((stream) => stream.end());
    await this.client.incoming.drain(this.state.state === "connected" ? FAREWELL_MS : 0);
    await this.#disconnect();
  }

  async #disconnect(): Promise<void> {
    this.client.turns.stopAll();
    await this.client.connection.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  // ---- receiving

  /** Answers people and agents that write to this agent. The result is sent as the reply. */
  onChat(handler: ChatHandler): this {
    new ChatAgent(this.client, handler, this.#history, (reply) => this.sendReply(reply));
    return this;
  }

  /** Handles messages of one payload type, or all others. The result becomes the ack. */
  onMessage(handler: MessageHandler): this;
  onMessage(type: string, handler: MessageHandler): this;
  onMessage(first: string | MessageHandler, second?: MessageHandler): this {
    if (typeof first === "string") {
      this.client.router.serveType(first, second!);
    } else {
      this.client.router.serveOthers(first);
    }
    return this;
  }

  /** Offers a capability in the lobby, on this connection and every later one. */
  capability<const In extends AnySchema = JsonSchema, const Out extends AnySchema = JsonSchema>(
    contract: Contract<In, Out>,
    handler: CapabilityHandler<OutputOf<In>, InputOf<Out>>,
  ): Promise<void> {
    const untyped = handler as unknown as CapabilityHandler<never, unknown>;
    if (this.state.state === "connected") {
      return this.lobby.offer(contract as Contract, untyped);
    }
    this.lobby.declare(contract as Contract, untyped);
    return Promise.resolve();
  }

  /** Messages to addresses that match, one at a time; or all at once with a handler. */
  subscribe(pattern: string): Promise<MessageStream>;
  subscribe(pattern: string, handler: MessageHandler): Promise<() => Promise<void>>;
  async subscribe(pattern: string, handler?: MessageHandler): Promise<MessageStream | (() => Promise<void>)> {
    const matches = patternMatcher(pattern);
    if (handler !== undefined) {
      const remove = this.client.router.addRoute(matches, toAckHandler(handler));
      await this.#subscribe(pattern, remove);
      return async () => {
        remove();
        await this.client.unsubscribe(pattern);
      };
    }
    const stream: MessageStream = new MessageStream(pattern, async () => {
      remove();
      this.#streams.delete(stream);
      await this.client.unsubscribe(pattern);
    });
    const remove = this.client.router.addRoute(matches, (message) => stream.offer(message));
    this.#streams.add(stream);
    await this.#subscribe(pattern, remove);
    return stream;
  }

  async #subscribe(pattern: string, remove: () => void): Promise<void> {
    try {
      await this.client.subscribe(pattern);
    } catch (refused) {
      remove();
      throw refused;
    }
  }

  /** Ends one subscription to the pattern. The bus refuses a pattern that is not subscribed. */
  async unsubscribe(pattern: string): Promise<void> {
    await this.client.unsubscribe(pattern);
  }

  // ---- sending

  /** Sends a payload, or a text as `agent_message`, and waits for the acks of all recipients. */
  async send(to: string, payload: JsonObject | string, options: SendOptions = {}): Promise<Receipt> {
    return this.client.send(this.client.compose(to, asPayload(payload), options), options.timeoutMs);
  }

  /** Sends without a receipt: a message that nobody takes is lost. */
  notify(to: string, payload: JsonObject | string, options: SendOptions = {}): void {
    this.client.notify(to, asPayload(payload), options);
  }

  /** Asks another agent and returns the text of its answer. */
  async ask(to: string, text: string, options: SendOptions = {}): Promise<string> {
    const question = { type: "tg_message", content: { text } };
    const envelope = this.client.compose(to, question, options);
    let forget = (): void => {};
    const answer = new Promise<string>((resolve) => {
      forget = this.client.router.expectAnswer(envelope.messageId, (message) => resolve(message.text));
    });
    try {
      const attempt = judgeReceipt(await this.client.send(envelope));
      if (attempt.outcome === "no_recipient") {
        throw new NoRecipient(`nobody listens at ${to}`);
      }
      if (attempt.outcome !== "delivered") {
        throw new CallRefused(attempt.why, undefined, attempt.outcome === "retry");
      }
      const inAck = textMember(attempt.ack.payload, "text");
      const atMostMs = options.timeoutMs ?? ASK_MS;
      const given = inAck ?? (await within(atMostMs, answer));
      if (given === undefined) {
        throw new NoAnswer(`${to} did not answer within ${atMostMs} ms`, "timeout");
      }
      return given;
    } finally {
      forget();
    }
  }

  /** Stops the turn of a message: the bus delivers nothing more of it and tells its agents. */
  stopTurn(messageId: string): Promise<Receipt> {
    return this.send("system:trace", { type: "trace_stop", content: { message_id: messageId } });
  }

  // ---- the lobby

  /** Calls a capability of another agent. With a contract, input and output are typed. */
  call<In extends AnySchema, Out extends AnySchema>(
    contract: Contract<In, Out>,
    input: InputOf<In>,
    options?: CallOptions,
  ): Promise<OutputOf<Out>>;
  call<Out = JsonObject>(name: string, input?: object, options?: CallOptions): Promise<Out>;
  call(wanted: string | Contract, input: unknown = {}, options: CallOptions = {}): Promise<unknown> {
    return this.lobby.call(wanted, input, options);
  }

  /** Calls a capability; yields the progress of the provider and returns the output. */
  async *stream<Out = JsonObject>(
    wanted: string | Contract,
    input: object = {},
    options: Omit<CallOptions, "onProgress"> = {},
  ): AsyncGenerator<JsonObject, Out> {
    const parts = new ProgressQueue<JsonObject>();
    const result = this.lobby.call(wanted, input, { ...options, onProgress: (part) => parts.push(part) });
    result.then(
      () => parts.end(),
      () => parts.end(),
    );
    yield* parts;
    return (await result) as Out;
  }

  discover(search: string | Discovery): Promise<Service[]> {
    return this.lobby.discover(search);
  }

  /** The time on the clock of the bus. */
  async ping(): Promise<Date> {
    const result = await this.client.connection.call("ping", {});
    return new Date(isObject(result) ? String(result["timestamp"]) : Number.NaN);
  }

  /** Without an outbox, a reply that cannot be sent makes the chat ask again. */
  protected async sendReply(reply: Envelope): Promise<void> {
    const attempt = judgeReceipt(await this.client.send(reply));
    switch (attempt.outcome) {
      case "delivered":
      case "offline":
        return;
      case "refused":
        throw new RefuseMessage(attempt.why);
      case "retry":
        throw new RetryLater(attempt.atLeastMs / 1000, attempt.why);
      case "no_recipient":
        throw new RetryLater(1, `nobody listens at ${reply.to}`);
    }
  }
}

/** A text is a message from one agent to another. */
export function asPayload(payload: JsonObject | string): JsonObject {
  return typeof payload === "string" ? { type: "agent_message", content: { text: payload } } : payload;
}
