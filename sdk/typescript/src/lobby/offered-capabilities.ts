import { ack, type Ack } from "../ack.js";
import { CallRefused } from "../errors.js";
import { isObject, textMember, type JsonObject } from "../json.js";
import type { Message } from "../message.js";
import { checkMembers, toWire, type Contract } from "./contract.js";
import { readWith } from "./schema.js";

const RETRY_SECONDS = 1;

/** A call of a capability, for its handler. */
export interface CapabilityCall {
  readonly caller: string;
  /** The request as a message; its `signal` is aborted when somebody stops the turn. */
  readonly message: Message;
  readonly signal: AbortSignal;
  /** Reports progress to the caller and restarts the timeout. */
  progress(part: JsonObject): Promise<void>;
}

/** Returns the output; a generator yields progress first and returns the output. */
export type CapabilityHandler<In, Out> = (
  input: In,
  call: CapabilityCall,
) => Out | Promise<Out> | AsyncGenerator<JsonObject, Out>;

interface Offer {
  contract: Contract;
  wire: JsonObject;
  handler: CapabilityHandler<never, unknown>;
}

/** All offers of an agent; answers the calls that the lobby passes on. */
export class OfferedCapabilities {
  readonly #offers = new Map<string, Offer>();
  readonly #report: (message: Message, part: JsonObject) => Promise<void>;

  constructor(report: (message: Message, part: JsonObject) => Promise<void>) {
    this.#report = report;
  }

  /** Returns a function that restores the earlier offer of the same name and version. */
  put(contract: Contract, handler: CapabilityHandler<never, unknown>): () => void {
    const key = `${contract.name}@${contract.version ?? ""}`;
    const before = this.#offers.get(key);
    this.#offers.set(key, { contract, wire: toWire(contract), handler });
    return () => (before === undefined ? this.#offers.delete(key) : this.#offers.set(key, before));
  }

  remove(name: string): boolean {
    const keys = [...this.#offers].filter(([, offer]) => offer.contract.name === name);
    keys.forEach(([key]) => this.#offers.delete(key));
    return keys.length > 0;
  }

  clear(): void {
    this.#offers.clear();
  }

  wire(): JsonObject[] {
    return [...this.#offers.values()].map((offer) => offer.wire);
  }

  async handle(message: Message): Promise<Ack> {
    const wanted = textMember(message.content, "capability_name") ?? "";
    const offer = this.#find(wanted);
    if (offer === undefined) {
      return ack.failed(`${message.to} does not offer ${wanted}`);
    }
    try {
      return ack.ok("done", { ...(await this.#perform(offer, message)), status: "success" });
    } catch (refused) {
      if (refused instanceof CallRefused) {
        return refusal(refused);
      }
      throw refused;
    }
  }

  /** The lobby passes the exact version on when an agent offers several. */
  #find(wanted: string): Offer | undefined {
    const [name = "", version] = wanted.split("@");
    const named = [...this.#offers.values()].filter((offer) => offer.contract.name === name);
    return version === undefined
      ? named[named.length - 1]
      : named.find((offer) => offer.contract.version === version);
  }

  async #perform({ contract, handler }: Offer, message: Message): Promise<JsonObject> {
    const { capability_name: _, ...given } = message.content;
    const input = await readWith(contract.input, given, "invalid_input", contract.name);
    const call: CapabilityCall = {
      caller: message.from,
      message,
      get signal() {
        return message.signal;
      },
      progress: (part) => this.#report(message, part),
    };
    const result: unknown = await handler(input as never, call);
    const output = isGenerator(result) ? await this.#stream(result, call) : result;
    if (output === undefined || output === null) {
      throw new TypeError(`capability ${contract.name} returned no output`);
    }
    return checkMembers(output, "output");
  }

  async #stream(parts: AsyncGenerator<JsonObject, unknown>, call: CapabilityCall): Promise<unknown> {
    for (;;) {
      const next = await parts.next();
      if (next.done === true) {
        return next.value;
      }
      await call.progress(next.value);
    }
  }
}

function isGenerator(value: unknown): value is AsyncGenerator<JsonObject, unknown> {
  return isObject(value) && Symbol.asyncIterator in value;
}

function refusal(refused: CallRefused): Ack {
  if (refused.code === "invalid_input") {
    const { message: error, code: error_code, violations } = refused;
    return ack.failed(error, { status: "error", error, error_code, violations });
  }
  // Only the text: details of a problem with another agent do not concern the caller.
  return refused.shouldRetry ? ack.retryIn(RETRY_SECONDS, refused.message) : ack.failed(refused.message);
}
