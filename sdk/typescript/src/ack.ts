import { MAX_RETRY_SECONDS } from "./errors.js";
import { isObject, type JsonObject } from "./json.js";

/** Answer of one recipient to one message. */
export interface Ack {
  success: boolean;
  message: string;
  shouldRetry: boolean;
  retrySeconds: number;
  payload: JsonObject;
}

/** Marks acks that a handler returns, so that they are not taken for a payload. */
const made = new WeakSet<object>();

function make(ack: Ack): Ack {
  made.add(ack);
  return ack;
}

/** Acks for handlers that want full control: `return ack.ok("stored", { id: 7 })`. */
export const ack = {
  ok(message = "ok", payload: JsonObject = {}): Ack {
    return make({ success: true, message, shouldRetry: false, retrySeconds: 0, payload });
  },
  /** Failure that a retry cannot fix. */
  failed(message: string, payload: JsonObject = {}): Ack {
    return make({ success: false, message, shouldRetry: false, retrySeconds: 0, payload });
  },
  /** Failure that may be gone after some seconds. */
  retryIn(seconds: number, message: string): Ack {
    const retrySeconds = clampSeconds(seconds);
    return make({ success: false, message, shouldRetry: true, retrySeconds, payload: {} });
  },
};

export function isAck(value: unknown): value is Ack {
  return typeof value === "object" && value !== null && made.has(value);
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
export interface Receipt {
  accepted: boolean;
  messageId: string;
  acks: Ack[];
}

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
