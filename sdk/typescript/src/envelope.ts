import { ErrorCodes, RpcError, TooLarge } from "./errors.js";
import { isDeeperThan, isObject, utf8Length } from "./json.js";
import type { ProcessMessageParams } from "./wire.js";

/** The bus's limit of 1 MiB per message, less room for addresses, id and JSON. */
export const MAX_PAYLOAD_BYTES = 1024 * 1024 - 8 * 1024;

/** A message as the bus carries it. The payload is JSON already. */
export interface Envelope {
  from: string;
  to: string;
  messageId: string;
  payload: string;
}

/** Params of `sendMessage` for an envelope. */
export function envelopeText({ from, to, messageId, payload }: Envelope): string {
  const ids = `"from":${JSON.stringify(from)},"to":${JSON.stringify(to)}`;
  return `{${ids},"messageId":${JSON.stringify(messageId)},"payload":${payload}}`;
}

/** The bus accepts 64 levels in a message, of which the payload is the third. */
export const MAX_PAYLOAD_DEPTH = 62;

/**
 * The bus would close the connection for a payload that is too large, and could not say which call
 * it refuses for one that is too deep. This fails only the call.
 */
export function refuseInvalidPayload(payload: string): void {
  if (isDeeperThan(MAX_PAYLOAD_DEPTH, payload)) {
    const text = `Invalid params: the payload is nested deeper than ${MAX_PAYLOAD_DEPTH} levels`;
    throw new RpcError(ErrorCodes.invalidParams, text, { reason: "too_deep" });
  }
  // A character has at most three bytes, so short texts need no count.
  if (payload.length * 3 > MAX_PAYLOAD_BYTES && utf8Length(payload) > MAX_PAYLOAD_BYTES) {
    throw new TooLarge(MAX_PAYLOAD_BYTES);
  }
}

/** A message on its way to a handler. */
export type Delivery = ProcessMessageParams;

export function readDelivery(params: unknown): Delivery {
  if (
    isObject(params) &&
    typeof params["from"] === "string" &&
    typeof params["to"] === "string" &&
    typeof params["messageId"] === "string" &&
    isObject(params["payload"])
  ) {
    return params as unknown as Delivery;
  }
  throw new RpcError(ErrorCodes.invalidParams, "Invalid params: not a message");
}

const FORBIDDEN = /[\ud800-\udfff\u0000-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/u;

/** Throws for a text that cannot be an address. */
export function checkAddress(address: string): string {
  if (address.length < 1 || address.length > 256 || FORBIDDEN.test(address)) {
    throw new TypeError(
      `not an address: ${JSON.stringify(address)} (1 to 256 characters without white space)`,
    );
  }
  return address;
}
