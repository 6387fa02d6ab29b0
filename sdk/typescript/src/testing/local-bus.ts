import { ack as acks, readAck, type Ack } from "../ack.js";
import { checkAddress, MAX_PAYLOAD_BYTES } from "../envelope.js";
import { ConnectFailed, ErrorCodes, RpcError } from "../errors.js";
import { isObject, utf8Length, type JsonObject } from "../json.js";
import { Agent } from "../node/agent.js";
import type { AgentOptions } from "../node/agent-options.js";
import type { Connector, Socket, SocketListener } from "../socket.js";
import { LocalLobby } from "./local-lobby.js";
import { LocalPeer } from "./local-peer.js";

/** Options of a local bus. */
export interface LocalBusOptions {
  /** Time that a recipient has to answer, in milliseconds. */
  processTimeoutMs?: number;
}

/** A message that went through the bus, with its acks. */
export interface SentMessage {
  from: string;
  to: string;
  messageId: string;
  payload: JsonObject;
  acks: Ack[];
}

const LOBBY_ADDRESSES = new Set(["system:lobby", "global_lobby", "lobby"]);

/**
 * Bus in this process, for unit tests: addresses, patterns, acks, take-over, interceptors and the
 * lobby, without sockets and without a JVM. Use `DevBus` for tests that need the real bus.
 */
export class LocalBus implements Connector {
  readonly url = "local:";
  /** All messages that were sent, in the order in which they were answered. */
  readonly messages: SentMessage[] = [];
  readonly #processTimeoutMs: number;
  readonly #peers = new Map<string, LocalPeer>();
  readonly #agents: Agent[] = [];
  readonly #refusals: RpcError[] = [];
  readonly #lobby: LocalLobby;
  #isRunning = true;

  constructor(options: LocalBusOptions = {}) {
    this.#processTimeoutMs = options.processTimeoutMs ?? 60_000;
    this.#lobby = new LocalLobby({
      isOnline: (agent) => this.#peers.has(agent),
      deliver: (from, to, messageId, payload) => this.#ask(this.#peers.get(to)!, { from, to, messageId, payload }),
    });
  }

  /** Creates an agent of this bus. It has no durable parts unless the options name a directory. */
  agent(clientId: string, options: AgentOptions = {}): Agent {
    const agent = new Agent(clientId, { stateDir: false, argv: [], env: {}, connector: this, ...options });
    this.#agents.push(agent);
    return agent;
  }

  // ---- faults

  /** Breaks the connection of a peer, which then reconnects. */
  disconnect(clientId: string): void {
    this.#peers.get(clientId)?.terminate();
  }

  /** Breaks all connections and refuses new ones, as a bus that died. */
  stop(): void {
    this.#isRunning = false;
    [...this.#peers.values()].forEach((peer) => peer.terminate());
  }

  start(): void {
    this.#isRunning = true;
  }

  /** The bus refuses the next message with this error. */
  refuseNext(code: number, message: string, data?: JsonObject): void {
    this.#refusals.push(new RpcError(code, message, data));
  }

  /** Closes all agents that this bus created. */
  async close(): Promise<void> {
    await Promise.all(this.#agents.map((agent) => agent.close()));
    this.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  // ---- connections

  async connect(path: string, listener: SocketListener): Promise<Socket> {
    if (!this.#isRunning) {
      throw new ConnectFailed("cannot connect to local:: the bus is stopped");
    }
    return new LocalPeer(path, listener, {
      call: (peer, method, params) => this.#call(peer, method, params),
      closed: (peer) => {
        if (peer.clientId !== undefined && this.#peers.get(peer.clientId) === peer) {
          this.#peers.delete(peer.clientId);
        }
      },
    });
  }

  #call(peer: LocalPeer, method: string, params: JsonObject): unknown {
    if (method === "initialize") {
      return this.#initialize(peer, params);
    }
    if (peer.clientId === undefined) {
      throw new RpcError(-32001, "Not initialized");
    }
    switch (method) {
      case "subscribe":
        peer.subscribe(checkAddress(String(params["address"] ?? params["topic"])));
        return { success: true };
      case "unsubscribe":
        return this.#unsubscribe(peer, String(params["address"] ?? params["topic"]));
      case "sendMessage":
      case "notify":
        return this.#send(peer, params);
      case "ping":
        return { timestamp: new Date().toISOString() };
      case "getStatus":
        return this.#status();
      default:
        throw new RpcError(ErrorCodes.methodNotFound, `Method not found: ${method}`);
    }
  }

  #initialize(peer: LocalPeer, params: JsonObject): object {
    const clientId = checkAddress(String(params["clientId"]));
    this.#lobby.checkToken(clientId, params["authToken"]);
    this.#peers.get(clientId)?.close(4001, `${clientId} connected again`);
    peer.clientId = clientId;
    peer.clientInfo = isObject(params["clientInfo"]) ? params["clientInfo"] : {};
    this.#peers.set(clientId, peer);
    if (!peer.isClassic) {
      peer.subscriptions.set(clientId, (address) => address === clientId);
    }
    const capabilities = { subscribe: true, processMessage: true, addresses: [] };
    return { serverId: "local", serverInfo: { name: "bub-local", version: "0.2.0" }, capabilities };
  }

  #unsubscribe(peer: LocalPeer, pattern: string): object {
    if (!peer.subscriptions.delete(pattern)) {
      throw new RpcError(-32003, `Subscription not found: ${pattern}`);
    }
    return { success: true };
  }

  #status(): object {
    const connections = [...this.#peers.values()].map((peer, i) => ({
      clientId: peer.clientId,
      connectionId: `local-${i}`,
      subscriptions: [...peer.subscriptions.keys()],
      clientInfo: peer.clientInfo,
      dialect: peer.isClassic ? "classic" : "address",
      connectedAt: peer.connectedAt.toISOString(),
    }));
    return { serverId: "local", connections };
  }

  // ---- messages

  async #send(peer: LocalPeer, params: JsonObject): Promise<object> {
    const refusal = this.#refusals.shift();
    if (refusal !== undefined) {
      throw refusal;
    }
    const message = {
      from: checkAddress(String(params["from"] ?? peer.clientId)),
      to: checkAddress(String(params["to"] ?? params["topic"])),
      messageId: String(params["messageId"] ?? `msg_${crypto.randomUUID()}`),
      payload: isObject(params["payload"]) ? params["payload"] : {},
    };
    if (utf8Length(JSON.stringify(message.payload)) > MAX_PAYLOAD_BYTES) {
      peer.close(1009, "the message is too large");
    }
    if (message.from !== peer.clientId && this.#peers.has(message.from)) {
      const text = `Invalid params: from: ${message.from} is another connected peer`;
      throw new RpcError(ErrorCodes.invalidParams, text, { reason: "send_as_not_granted" });
    }
    const received = LOBBY_ADDRESSES.has(message.to)
      ? [await this.#lobby.handle(message)]
      : await this.#deliver(message);
    this.messages.push({ ...message, acks: received });
    return peer.isClassic
      ? { success: received.every((ack) => ack.success), stopPropagation: false }
      : { accepted: true, messageId: message.messageId, acks: received };
  }

  async #deliver(message: Omit<SentMessage, "acks">): Promise<Ack[]> {
    const listening = [...this.#peers.values()].filter((peer) => peer.listensTo(message.to));
    const received: Ack[] = [];
    for (const gate of listening.filter((peer) => peer.isClassic)) {
      const { to: topic, payload } = message;
      const answer = await gate.request("sendMessage", { topic, payload }, this.#processTimeoutMs);
      const verdict = "result" in answer && isObject(answer.result) ? answer.result : {};
      if (verdict["stopPropagation"] === true) {
        return [acks.failed(`halted by ${gate.clientId}`)];
      }
      received.push(verdict["success"] === true ? acks.ok() : acks.failed("failed"));
    }
    const recipients = listening.filter((peer) => !peer.isClassic);
    return [...received, ...(await Promise.all(recipients.map((peer) => this.#ask(peer, message))))];
  }

  async #ask(peer: LocalPeer, message: Omit<SentMessage, "acks">): Promise<Ack> {
    const answer = await peer.request("processMessage", message, this.#processTimeoutMs);
    if ("failure" in answer) {
      const words = answer.failure === "timeout" ? "did not answer in time" : "disconnected while processing";
      return acks.retryIn(0, `${peer.clientId} ${words}`);
    }
    if ("error" in answer) {
      return acks.failed(isObject(answer.error) ? String(answer.error["message"]) : "failed");
    }
    return readAck(answer.result) ?? acks.failed(`${peer.clientId} gave a malformed answer`);
  }
}
