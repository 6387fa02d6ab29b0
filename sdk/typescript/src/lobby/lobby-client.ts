import { ack } from "../ack.js";
import type { BusClient } from "../bus-client.js";
import { CallRefused } from "../errors.js";
import { isObject, objectMember, textMember, type JsonObject } from "../json.js";
import type { Message } from "../message.js";
import { checkMembers, referenceOf, type Contract } from "./contract.js";
import { LobbyRequests } from "./lobby-requests.js";
import type { LobbyToken } from "./lobby-token.js";
import { OfferedCapabilities, type CapabilityHandler } from "./offered-capabilities.js";
import { Registration } from "./registration.js";
import { readWith } from "./schema.js";

/** Longer than the lobby waits, so that its answer comes first. */
const AFTER_THE_LOBBY_MS = 5_000;
const MAX_CALL_MS = 3_600_000;

/** Search for capabilities. Pass a name (`find_price`, `find_price@^2`, `find_*`) or words. */
export interface Discovery {
  name?: string;
  query?: string;
  keywords?: string[];
  onlyCallable?: boolean;
  limit?: number;
}

/** An agent that offers what was searched for. */
export interface Service {
  agentId: string;
  capabilities: JsonObject[];
}

/** Options of a call. */
export interface CallOptions {
  /** Calls this agent instead of the least busy one. */
  agent?: string;
  timeoutMs?: number;
  /** Stops waiting. The provider may still do the work. */
  signal?: AbortSignal;
  /** Called for each `in_progress` of the provider. */
  onProgress?: (part: JsonObject) => void;
}

/** Client of the lobby for one agent: offers, finds and calls capabilities. */
export class LobbyClient {
  readonly #requests: LobbyRequests;
  readonly #offers: OfferedCapabilities;
  readonly #registration: Registration;
  readonly #progress = new Map<string, (part: JsonObject) => void>();

  constructor(client: BusClient, token: LobbyToken) {
    this.#requests = new LobbyRequests(client);
    this.#offers = new OfferedCapabilities((message, part) => this.#report(message, part));
    this.#registration = new Registration(this.#requests, this.#offers, token, client.timing, client.log);
    client.connection.onState((state) => this.#registration.heard(state));
    client.router.serve("lobby_request", (message) => this.#offers.handle(message));
    client.router.serve("lobby_progress", (message) => this.#hear(message));
  }

  /** Adds an offer before the agent connects; the connection registers it. */
  declare(contract: Contract, handler: CapabilityHandler<never, unknown>): void {
    this.#offers.put(contract, handler);
  }

  /** Adds an offer now. Resolves when the lobby has confirmed it, or at once while offline. */
  async offer(contract: Contract, handler: CapabilityHandler<never, unknown>): Promise<void> {
    const undo = this.#offers.put(contract, handler);
    try {
      await this.#registration.syncIfConnected();
    } catch (refused) {
      if (refused instanceof CallRefused) {
        undo();
      }
      throw refused;
    }
  }

  /** Withdraws all versions of a capability; false when there was none. */
  async withdraw(name: string): Promise<boolean> {
    const removed = this.#offers.remove(name);
    if (removed) {
      await this.#registration.syncIfConnected();
    }
    return removed;
  }

  /** Resolves when the lobby has confirmed all offers; throws when it refuses them for good. */
  registered(): Promise<void> {
    return this.#registration.confirmed();
  }

  /** Gives up all offers, the id and its token. */
  deregister(): Promise<void> {
    return this.#registration.deregister();
  }

  async discover(search: string | Discovery): Promise<Service[]> {
    const wanted = typeof search === "string" ? { name: search } : search;
    const answer = await this.#requests.ask("lobby_discover", {
      ...(wanted.name === undefined ? {} : { capability_name: wanted.name }),
      ...(wanted.query === undefined ? {} : { query: wanted.query }),
      ...(wanted.keywords === undefined ? {} : { query_keywords: wanted.keywords }),
      ...(wanted.onlyCallable === undefined ? {} : { only_callable: wanted.onlyCallable }),
      ...(wanted.limit === undefined ? {} : { limit: wanted.limit }),
    });
    const found = answer["services_found"];
    return (Array.isArray(found) ? found : []).filter(isObject).map((service) => ({
      agentId: String(service["agent_id"]),
      capabilities: (service["relevant_capabilities"] as JsonObject[] | undefined) ?? [],
    }));
  }

  /** Registered agents, page by page. */
  async agents(query: { agentId?: string; from?: string; limit?: number } = {}): Promise<JsonObject> {
    const { agentId, ...page } = query;
    return this.#requests.ask("lobby_agents", agentId === undefined ? page : { agent_id: agentId });
  }

  /** Calls a capability and returns its output without `status`. */
  async call(wanted: string | Contract, input: unknown, options: CallOptions): Promise<unknown> {
    const declared: Contract = typeof wanted === "string" ? { name: wanted } : wanted;
    const reference = typeof wanted === "string" ? wanted : referenceOf(wanted);
    const content = {
      ...checkMembers(input ?? {}, "input"),
      agent_id: options.agent ?? "any",
      capability_name: reference,
    };
    const { status: _, ...output } = await this.#ask(content, declared, options);
    return readWith(declared.output, output, "invalid_output", reference);
  }

  async #ask(content: object, declared: Contract, options: CallOptions): Promise<JsonObject> {
    const { signal, onProgress } = options;
    signal?.throwIfAborted();
    const messageId = this.#requests.newId();
    if (onProgress !== undefined) {
      this.#progress.set(messageId, onProgress);
    }
    try {
      const timeoutMs = options.timeoutMs ?? timeoutOf(declared, onProgress !== undefined);
      const answer = this.#requests.ask("lobby_request", content, {
        messageId,
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      });
      return await (signal === undefined ? answer : abortable(answer, signal));
    } finally {
      this.#progress.delete(messageId);
    }
  }

  async #report(message: Message, part: JsonObject): Promise<void> {
    await this.#requests.ask("lobby_progress", {
      request_id: message.messageId,
      caller_id: message.from,
      response: { ...part, status: "in_progress" },
    });
  }

  #hear(message: Message): ReturnType<typeof ack.ok> {
    const listener = this.#progress.get(textMember(message.content, "request_id") ?? "");
    const { status: _, ...part } = objectMember(message.content, "response");
    listener?.(part);
    return ack.ok(listener === undefined ? "no longer expected" : "received");
  }
}

/** A call with progress may take an hour, because each progress restarts the lobby's timeout. */
function timeoutOf({ timeoutSeconds }: Contract, hasProgress: boolean): number | undefined {
  if (hasProgress) {
    return MAX_CALL_MS + AFTER_THE_LOBBY_MS;
  }
  return timeoutSeconds === undefined ? undefined : timeoutSeconds * 1000 + AFTER_THE_LOBBY_MS;
}

function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
