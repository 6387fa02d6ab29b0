import { isObject, textMember } from "./json.js";
import type { ClientState } from "./client-state.js";

/** Base of all errors of this library. */
export class BubError extends Error {
  override name = this.constructor.name;
}

/** The reason why a call got no answer. */
export type NoAnswerReason = "timeout" | "disconnected" | "busy" | "garbled";

/** Thrown when a call got no answer; unless {@link NotConnected}, the bus may have executed it. */
export class NoAnswer extends BubError {
  readonly reason: NoAnswerReason;

  constructor(message: string, reason: NoAnswerReason) {
    super(message);
    this.reason = reason;
  }
}

/** Thrown when there is no connection to the bus; nothing was sent. */
export class NotConnected extends NoAnswer {
  readonly state: ClientState;

  constructor(message: string, state: ClientState) {
    super(message, "disconnected");
    this.state = state;
  }
}

/** Thrown when the bus cannot be reached or does not accept the WebSocket. */
export class ConnectFailed extends BubError {
  /** True when the bus wants a token in the upgrade request. */
  readonly unauthorized: boolean;

  constructor(message: string, unauthorized = false) {
    super(message);
    this.unauthorized = unauthorized;
  }
}

/** Codes of errors that the bus returns. */
export const ErrorCodes = {
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  unauthenticated: -32010,
  overloaded: -32012,
  draining: -32013,
} as const;

/** Longest wait that an answer can ask for, in seconds. */
export const MAX_RETRY_SECONDS = 3_600;

/** Thrown when the bus answers a call with an error. */
export class RpcError extends BubError {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }

  /** The machine-readable reason, such as `send_as_not_granted`. */
  get reason(): string | undefined {
    return isObject(this.data) ? textMember(this.data, "reason") : undefined;
  }

  /** Wait that the bus asks for, in milliseconds. */
  get retryAfterMs(): number {
    const wanted = isObject(this.data) ? this.data["retryAfterMs"] : undefined;
    return typeof wanted === "number" ? Math.min(Math.max(wanted, 0), MAX_RETRY_SECONDS * 1000) : 0;
  }

  /** Creates the error for the `error` member of a JSON-RPC answer. */
  static from(error: unknown): RpcError {
    if (!isObject(error)) {
      return new RpcError(ErrorCodes.internal, "the bus returned an unreadable error");
    }
    const code = typeof error["code"] === "number" ? error["code"] : ErrorCodes.internal;
    const message = textMember(error, "message") ?? "the bus returned an error";
    const reason = isObject(error["data"]) ? textMember(error["data"], "reason") : undefined;
    if (code === ErrorCodes.overloaded && isFinalReason(reason)) {
      const kind = reason === "budget_exhausted" ? BudgetExhausted : GuardRefused;
      return new kind(code, message, error["data"]);
    }
    return new RpcError(code, message, error["data"]);
  }
}

/** Thrown when the loop guard refuses a message or somebody stopped the turn. It is final. */
export class GuardRefused extends RpcError {}

/** Thrown when a budget refuses a message. It is final. */
export class BudgetExhausted extends GuardRefused {}

/** Thrown for a payload that is larger than a message may be; nothing was sent. */
export class TooLarge extends RpcError {
  constructor(maxBytes: number) {
    const text = `Invalid params: the payload has more than ${maxBytes} bytes`;
    super(ErrorCodes.invalidParams, text, { reason: "too_large" });
  }
}

const FINAL_REASONS = new Set(["loop_detected", "budget_exhausted", "turn_stopped"]);

/** True for a refusal -32012 that no retry can change. */
export function isFinalReason(reason: string | undefined): boolean {
  return reason !== undefined && FINAL_REASONS.has(reason);
}

/** True for a refusal that a later attempt can succeed after. */
export function isPassing(error: RpcError): boolean {
  return error.code === ErrorCodes.overloaded
    ? !isFinalReason(error.reason)
    : error.code === ErrorCodes.draining;
}

/** Throw it in a handler: the sender should not send the message again. The sender sees the text. */
export class RefuseMessage extends BubError {}

/** Throw it in a handler: the sender should send the message again later. The sender sees the text. */
export class RetryLater extends BubError {
  readonly seconds: number;

  constructor(seconds: number, message = "try again later") {
    super(message);
    this.seconds = seconds;
  }
}

/** One place where an input or output breaks its schema. */
export interface Violation {
  /** JSON pointer of the value; empty for the whole value. */
  path: string;
  problem: string;
}

/** Thrown when the lobby or the provider refuses a call; the text is for the caller. */
export class CallRefused extends BubError {
  /** Such as `invalid_input`; undefined when the provider refused for its own reason. */
  readonly code: string | undefined;
  readonly shouldRetry: boolean;
  readonly violations: Violation[];

  constructor(message: string, code?: string, shouldRetry = false, violations: Violation[] = []) {
    super(message);
    this.code = code;
    this.shouldRetry = shouldRetry;
    this.violations = violations;
  }

  /** Path of the first violation. */
  get path(): string | undefined {
    return this.violations[0]?.path;
  }
}

/** Thrown when nobody listens at an address that must answer. */
export class NoRecipient extends BubError {}

/** Thrown when the outbox has no room for a message. */
export class OutboxFull extends BubError {}

/** Thrown when a durable file cannot be read or written. */
export class StoreFailed extends BubError {}

/** Thrown when another process has a durable file open. */
export class StoreInUse extends StoreFailed {}

/** Thrown by `run` when the agent can no longer connect. */
export class AgentStopped extends BubError {}
