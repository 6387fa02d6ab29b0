import type { BusClient, SendOptions } from "../bus-client.js";
import { CallRefused, ErrorCodes, GuardRefused, RpcError, type Violation } from "../errors.js";
import type { Ack } from "../ack.js";
import { isObject, textMember, type JsonObject } from "../json.js";

export const LOBBY = "system:lobby";

/** Sends requests to the lobby and turns its refusals into errors. */
export class LobbyRequests {
  readonly #client: BusClient;

  constructor(client: BusClient) {
    this.#client = client;
  }

  get agent(): string {
    return this.#client.clientId;
  }

  newId(): string {
    return this.#client.timing.messageId();
  }

  /** Returns the payload of the lobby's ack. */
  async ask(type: string, content: object, options: SendOptions = {}): Promise<JsonObject> {
    const envelope = this.#client.compose(LOBBY, { type, content }, options);
    let acks: Ack[];
    try {
      acks = (await this.#client.send(envelope, options.timeoutMs)).acks;
    } catch (failed) {
      throw failed instanceof RpcError ? refusalOf(failed) : failed;
    }
    const [answer] = acks;
    if (answer === undefined) {
      throw new CallRefused("this bus has no lobby");
    }
    if (!answer.success) {
      throw callRefused(answer);
    }
    return answer.payload;
  }
}

/** Guard refusals stay as they are, because they concern the turn and not the call. */
function refusalOf(error: RpcError): Error {
  if (error instanceof GuardRefused) {
    return error;
  }
  switch (error.code) {
    case ErrorCodes.overloaded:
      return new CallRefused(error.message, "rate_limited", true);
    case ErrorCodes.draining:
      return new CallRefused(error.message, undefined, true);
    default:
      return new CallRefused(error.message, error.reason === "too_large" ? "too_large" : undefined);
  }
}

function callRefused({ message, payload, shouldRetry }: Ack): CallRefused {
  const text = textMember(payload, "error") ?? message;
  return new CallRefused(text, textMember(payload, "error_code"), shouldRetry, violations(payload));
}

function violations(payload: JsonObject): Violation[] {
  const found = payload["violations"];
  return Array.isArray(found)
    ? found.filter(isObject).map((one) => ({ path: String(one["path"] ?? ""), problem: String(one["problem"] ?? "") }))
    : [];
}
