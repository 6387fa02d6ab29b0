import type { Ack, Receipt } from "./ack.js";
import { ErrorCodes, NoAnswer, NotConnected, RpcError, isFinalReason } from "./errors.js";

/** Outcome of one attempt to send a message. The functions below are the only retry rules. */
export type SendAttempt =
  /** Every recipient accepted the message; the ack is the first one's. */
  | { outcome: "delivered"; ack: Ack }
  | { outcome: "no_recipient" }
  /** The message can be sent again, but not before `atLeastMs` has passed. */
  | { outcome: "retry"; atLeastMs: number; why: string }
  /** The client is not connected; `forGood`: it will not connect again. */
  | { outcome: "offline"; forGood: boolean; why: string }
  /** No retry can help. */
  | { outcome: "refused"; why: string };

export function judgeReceipt(receipt: Receipt): SendAttempt {
  if (!receipt.accepted) {
    return { outcome: "retry", atLeastMs: 0, why: "the bus did not accept the message" };
  }
  const [first] = receipt.acks;
  if (first === undefined) {
    return { outcome: "no_recipient" };
  }
  let retry: Ack | undefined;
  let failure: Ack | undefined;
  for (const ack of receipt.acks) {
    if (!ack.success && !ack.shouldRetry) {
      failure = ack;
    } else if (!ack.success) {
      // The longest pause counts; the other recipients drop the duplicate.
      retry = retry === undefined || ack.retrySeconds > retry.retrySeconds ? ack : retry;
    }
  }
  if (retry !== undefined) {
    return { outcome: "retry", atLeastMs: retry.retrySeconds * 1000, why: retry.message };
  }
  return failure === undefined
    ? { outcome: "delivered", ack: first }
    : { outcome: "refused", why: failure.message };
}

/** Judges what `send` threw; throws anything that is not an answer of the bus or a lack of one. */
export function judgeFailure(failed: unknown): SendAttempt {
  if (failed instanceof RpcError) {
    return judgeError(failed);
  }
  if (failed instanceof NotConnected) {
    return { outcome: "offline", forGood: failed.state.state === "stopped", why: failed.message };
  }
  if (failed instanceof NoAnswer) {
    return failed.reason === "disconnected"
      ? { outcome: "offline", forGood: false, why: failed.message }
      : { outcome: "retry", atLeastMs: 0, why: failed.message };
  }
  throw failed;
}

function judgeError(error: RpcError): SendAttempt {
  switch (error.code) {
    case ErrorCodes.invalidParams:
    case ErrorCodes.invalidRequest:
      return { outcome: "refused", why: error.message };
    case ErrorCodes.overloaded:
      return isFinalReason(error.reason)
        ? { outcome: "refused", why: error.message }
        : { outcome: "retry", atLeastMs: error.retryAfterMs, why: error.message };
    case ErrorCodes.draining:
      return { outcome: "retry", atLeastMs: error.retryAfterMs, why: error.message };
    default:
      return { outcome: "retry", atLeastMs: 0, why: error.message };
  }
}
