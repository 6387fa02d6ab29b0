import { MAX_RETRY_SECONDS } from "./errors.js";
import { isObject, type JsonObject } from "./json.js";
import type { Ack, SendMessageResult } from "./wire.js";

/** Answer of one recipient to one message. */
export type { Ack };

/** Ack that a handler made itself, so that it is not taken for a payload. */
class HandlerAck implements Ack {
  readonly success: boolean;
  readonly message: string;
  readonly shouldRetry: boolean;
  readonly retrySeconds: number;
  readonly payload: JsonObject;

  constructor(success: boolean, message: string, shouldRetry: boolean, retrySeconds: number, payload: JsonObject) {
    this.success = success;
    this.message = message;
    this.shouldRetry = shouldRetry;
    this.retrySeconds = retrySeconds;
    this.payload = payload;
  }
}

const NO_PAYLOAD: JsonObject = Object.freeze({});

/** Acks for handlers that want full control: `return ack.ok("stored", { id: 7 })`. */
export const ack = {
  ok(message = "ok", payload: JsonObject = NO_PAYLOAD): Ack {
    return new HandlerAck(true, message, false, 0, payload);
  },
  /** Failure that a retry cannot fix. */
  failed(message: string, payload: JsonObject = NO_PAYLOAD): Ack {
    return new HandlerAck(false, message, false, 0, payload);
  },
  /** Failure that may be gone after some seconds. */
  retryIn(seconds: number, message: string): Ack {
    return new HandlerAck(false, message, true, clampSeconds(seconds), NO_PAYLOAD);
  },
};

export function isAck(value: unknown): value is Ack {
  return value instanceof HandlerAck;
}

export function clampSeconds(seconds: number): number {
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 0), MAX_RETRY_SECONDS) : 0;
}

/** Reads an ack of the bus; undefined when it is malformed. */
export function readAck(value: unknown): Ack | undefined {
  if (!isObject(value) || typeof value["success"] !== "boolean") {
    return undefined;
  }
  const { message, shouldRetry, retrySeconds, payload } = value;
  return {
    success: value["success"],
    message: typeof message === "string" ? message : "",
    shouldRetry: shouldRetry === true,
    retrySeconds: typeof retrySeconds === "number" ? clampSeconds(retrySeconds) : 0,
    payload: isObject(payload) ? payload : {},
  };
}

/** Outcome of a message: one ack per recipient. */
export type Receipt = SendMessageResult;

/** Reads the result of `sendMessage`; undefined when it is malformed. */
export function readReceipt(value: unknown): Receipt | undefined {
  if (!isObject(value) || typeof value["messageId"] !== "string" || !Array.isArray(value["acks"])) {
    return undefined;
  }
  const acks: Ack[] = [];
  for (const item of value["acks"]) {
    const read = readAck(item);
    if (read === undefined) {
      return undefined;
    }
    acks.push(read);
  }
  return { accepted: value["accepted"] === true, messageId: value["messageId"], acks };
}
