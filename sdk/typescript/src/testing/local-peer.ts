import { ErrorCodes, RpcError } from "../errors.js";
import { isObject, type JsonObject } from "../json.js";
import { patternMatcher } from "../pattern.js";
import type { Socket, SocketListener } from "../socket.js";

type Answer = { result: unknown } | { error: unknown } | { failure: "timeout" | "disconnected" };

/** Serves the calls of one peer. */
export interface PeerMethods {
  call(peer: LocalPeer, method: string, params: JsonObject): unknown;
  closed(peer: LocalPeer): void;
}

/** One connection to a `LocalBus`, from the side of the bus. */
export class LocalPeer implements Socket {
  readonly mayReceiveToken = true;
  readonly bufferedBytes = 0;
  readonly path: string;
  clientId: string | undefined;
  clientInfo: JsonObject = {};
  connectedAt = new Date();
  readonly subscriptions = new Map<string, (address: string) => boolean>();
  readonly #methods: PeerMethods;
  readonly #listener: SocketListener;
  readonly #pending = new Map<number, (answer: Answer) => void>();
  #nextId = 1;
  #isOpen = true;

  constructor(path: string, listener: SocketListener, methods: PeerMethods) {
    this.path = path;
    this.#listener = listener;
    this.#methods = methods;
  }

  get isClassic(): boolean {
    return this.path === "/v1";
  }

  // ---- the client's end

  send(text: string): void {
    if (!this.#isOpen) {
      throw new Error("the connection is closed");
    }
    queueMicrotask(() => void this.#receive(JSON.parse(text) as JsonObject));
  }

  close(code: number, reason: string): void {
    this.#end(code, reason);
  }

  terminate(): void {
    this.#end(1006, "");
  }

  // ---- the bus's end

  listensTo(address: string): boolean {
    return [...this.subscriptions.values()].some((matches) => matches(address));
  }

  subscribe(pattern: string): void {
    const isPrefix = this.isClassic && /[-:]$/.test(pattern) && !/[*?[]/.test(pattern);
    this.subscriptions.set(pattern, patternMatcher(isPrefix ? `${pattern}*` : pattern));
  }

  request(method: string, params: object, timeoutMs: number): Promise<Answer> {
    const id = this.#nextId++;
    return new Promise((resolve) => {
      const settle = (answer: Answer): void => {
        clearTimeout(timer);
        this.#pending.delete(id);
        resolve(answer);
      };
      const timer = setTimeout(() => settle({ failure: "timeout" }), timeoutMs);
      this.#pending.set(id, settle);
      this.#deliver({ jsonrpc: "2.0", id, method, params });
    });
  }

  notify(method: string, params: object): void {
    this.#deliver({ jsonrpc: "2.0", method, params });
  }

  #deliver(message: object): void {
    const text = JSON.stringify(message); // now, because the sender may change its objects
    queueMicrotask(() => {
      if (this.#isOpen) {
        this.#listener.text(text);
      }
    });
  }

  async #receive(message: JsonObject): Promise<void> {
    const { id, method } = message;
    if (typeof method !== "string") {
      const settle = this.#pending.get(id as number);
      settle?.("error" in message ? { error: message["error"] } : { result: message["result"] });
      return;
    }
    const params = isObject(message["params"]) ? message["params"] : {};
    try {
      const result = await this.#methods.call(this, method, params);
      if (id !== undefined) {
        this.#deliver({ jsonrpc: "2.0", id, result });
      }
    } catch (refused) {
      const error =
        refused instanceof RpcError ? refused : new RpcError(ErrorCodes.internal, `Internal error: ${String(refused)}`);
      if (id !== undefined) {
        const { code, message: text, data } = error;
        this.#deliver({ jsonrpc: "2.0", id, error: { code, message: text, ...(data === undefined ? {} : { data }) } });
      }
    }
  }

  /** The frames that are on their way arrive first. */
  #end(code: number, reason: string): void {
    if (!this.#isOpen) {
      return;
    }
    queueMicrotask(() => {
      if (this.#isOpen) {
        this.#isOpen = false;
        this.#methods.closed(this);
        [...this.#pending.values()].forEach((settle) => settle({ failure: "disconnected" }));
        this.#listener.closed(code, reason);
      }
    });
  }
}
