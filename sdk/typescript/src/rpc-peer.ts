import { ErrorCodes, NoAnswer, RpcError } from "./errors.js";
import { isObject, toJson } from "./json.js";
import type { Socket } from "./socket.js";

const MAX_PENDING_CALLS = 1_024;
/** Waiting bytes above which no new call is sent. */
const CONGESTED_BYTES = 4 * 1024 * 1024;
/** Waiting bytes above which the link closes, because the other side has stopped reading. */
const HOPELESS_BYTES = 16 * 1024 * 1024;

interface PendingCall {
  resolve(result: unknown): void;
  reject(error: Error): void;
  timer: ReturnType<typeof setTimeout>;
  method: string;
}

/** Receiver of the calls and notifications of the bus. */
export interface RpcHandler {
  /** Call `answer` once, now or later. */
  request(method: string, params: unknown, answer: (result: object) => void): void;
  notification(method: string, params: unknown): void;
}

/**
 * JSON-RPC 2.0 over one socket. Each call ends exactly once: answered, failed to send, timed out,
 * or closed with its socket.
 */
export class RpcPeer {
  readonly #handler: RpcHandler;
  readonly #pending = new Map<number, PendingCall>();
  #socket: Socket | undefined;
  #nextId = 1;
  #isClosed = false;
  #heardSomething = false;

  constructor(handler: RpcHandler) {
    this.#handler = handler;
  }

  open(socket: Socket): void {
    this.#socket = socket;
  }

  /** True when a text has arrived since the last call of this method. */
  takeHeard(): boolean {
    const heard = this.#heardSomething;
    this.#heardSomething = false;
    return heard;
  }

  call(method: string, params: unknown, timeoutMs: number): Promise<unknown> {
    return this.callText(method, toJson(params), timeoutMs);
  }

  /** Like `call`, with params that are JSON already. */
  callText(method: string, params: string, timeoutMs: number): Promise<unknown> {
    const socket = this.#socket;
    if (socket === undefined || this.#isClosed) {
      return Promise.reject(new NoAnswer(`${method}: the connection is closed`, "disconnected"));
    }
    if (this.#pending.size >= MAX_PENDING_CALLS) {
      const busy = `${method}: ${MAX_PENDING_CALLS} calls already wait for an answer`;
      return Promise.reject(new NoAnswer(busy, "busy"));
    }
    if (socket.bufferedBytes > CONGESTED_BYTES) {
      const full = `${method}: the send queue of the connection is full`;
      return Promise.reject(new NoAnswer(full, "busy"));
    }
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#pending.delete(id);
        reject(new NoAnswer(`${method}: no answer within ${timeoutMs} ms`, "timeout"));
      }, timeoutMs);
      this.#pending.set(id, { resolve, reject, timer, method });
      try {
        socket.send(`{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`);
      } catch (failed) {
        clearTimeout(timer);
        this.#pending.delete(id);
        reject(new NoAnswer(`${method}: ${String(failed)}`, "disconnected"));
      }
    });
  }

  /** False when the connection is closed or congested; then nothing is sent. */
  notifyText(method: string, params: string): boolean {
    const socket = this.#socket;
    if (socket === undefined || this.#isClosed || socket.bufferedBytes > CONGESTED_BYTES) {
      return false;
    }
    socket.send(`{"jsonrpc":"2.0","method":"${method}","params":${params}}`);
    return true;
  }

  receive(text: string): void {
    this.#heardSomething = true;
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      return; // the bus never sends such a text
    }
    if (Array.isArray(message)) {
      message.forEach((entry) => this.#take(entry));
    } else {
      this.#take(message);
    }
  }

  #take(message: unknown): void {
    if (!isObject(message)) {
      return;
    }
    const { id, method } = message;
    if (typeof method === "string") {
      if (id === undefined) {
        this.#handler.notification(method, message["params"]);
      } else {
        this.#serve(id, method, message["params"]);
      }
    } else if (typeof id === "number") {
      this.#settle(id, message);
    } else if ("error" in message && this.#pending.size === 1) {
      // The bus could not read the id of a call that it refuses, so it must be the only one.
      this.#settle(this.#pending.keys().next().value!, message);
    }
  }

  #serve(id: unknown, method: string, params: unknown): void {
    try {
      this.#handler.request(method, params, (result) => this.#reply(id, "result", result));
    } catch (refused) {
      const error = refused instanceof RpcError ? refused : new RpcError(ErrorCodes.internal, "Internal error");
      this.#reply(id, "error", { code: error.code, message: error.message });
    }
  }

  #settle(id: number, answer: { [name: string]: unknown }): void {
    const call = this.#pending.get(id);
    if (call === undefined) {
      return; // it timed out
    }
    this.#pending.delete(id);
    clearTimeout(call.timer);
    if ("error" in answer) {
      call.reject(RpcError.from(answer["error"]));
    } else {
      call.resolve(answer["result"]);
    }
  }

  /** An answer after the close is dropped: the bus has told the sender already. */
  #reply(id: unknown, member: "result" | "error", value: object): void {
    const socket = this.#socket;
    if (socket === undefined || this.#isClosed) {
      return;
    }
    const number = typeof id === "number" ? id : JSON.stringify(id);
    socket.send(`{"jsonrpc":"2.0","id":${number},"${member}":${toJson(value)}}`);
    if (socket.bufferedBytes > HOPELESS_BYTES) {
      socket.terminate();
    }
  }

  /** Fails all open calls. */
  closed(reason: string): void {
    this.#isClosed = true;
    for (const call of this.#pending.values()) {
      clearTimeout(call.timer);
      call.reject(new NoAnswer(`${call.method}: ${reason}`, "disconnected"));
    }
    this.#pending.clear();
  }
}
