import { ack, type Ack } from "../ack.js";
import { ErrorCodes, RpcError, type Violation } from "../errors.js";
import { isObject, objectMember, textMember, type JsonObject } from "../json.js";
import { patternMatcher } from "../pattern.js";
import { violationsOf } from "./schema-check.js";

/** Bus of the lobby, as far as the lobby needs it. */
export interface LobbyBus {
  isOnline(agent: string): boolean;
  deliver(from: string, to: string, messageId: string, payload: JsonObject): Promise<Ack>;
}

interface LobbyMessage {
  from: string;
  messageId: string;
  payload: JsonObject;
}

interface Registered {
  capabilities: JsonObject[];
  token: string;
  conversation: string | undefined;
}

/** Lobby of a `LocalBus`: registers, finds and calls capabilities, and enforces their contracts. */
export class LocalLobby {
  readonly #bus: LobbyBus;
  readonly #agents = new Map<string, Registered>();

  constructor(bus: LobbyBus) {
    this.#bus = bus;
  }

  /** Nobody connects under a registered id without its token. */
  checkToken(clientId: string, token: unknown): void {
    const known = this.#agents.get(clientId);
    if (known !== undefined && token !== known.token && token !== known.conversation) {
      const text = `Unauthenticated: ${clientId} is registered in the lobby`;
      throw new RpcError(ErrorCodes.unauthenticated, text, { reason: "registered" });
    }
  }

  async handle(message: LobbyMessage): Promise<Ack> {
    const content = objectMember(message.payload, "content");
    switch (message.payload["type"]) {
      case "lobby_register":
        return this.#register(message.from, content);
      case "lobby_deregister":
        this.#agents.delete(message.from);
        return ack.ok("success_deregistered", { status: "success_deregistered", lobby_id: "global_lobby" });
      case "lobby_discover":
        return this.#discover(message.from, content);
      case "lobby_request":
        return this.#request(message, content);
      case "lobby_progress":
        return this.#progress(message, content);
      default:
        return ack.failed("the local lobby does not know this type");
    }
  }

  #register(agent: string, content: JsonObject): Ack {
    const known = this.#agents.get(agent);
    const capabilities = (content["capabilities"] as JsonObject[] | undefined) ?? [];
    const token = known?.token ?? crypto.randomUUID();
    this.#agents.set(agent, { capabilities, token, conversation: textMember(content, "conversation_id") });
    const status = "success_registered_finalized";
    return ack.ok(status, { status, lobby_id: "global_lobby", ...(known ? {} : { auth_token: token }) });
  }

  #discover(caller: string, content: JsonObject): Ack {
    const name = textMember(content, "capability_name");
    const words = (textMember(content, "query") ?? "").toLowerCase().split(/\s+/);
    const matches = name === undefined ? undefined : patternMatcher(name.split("@")[0]!);
    const fits = (capability: JsonObject): boolean =>
      matches?.(String(capability["name"])) ??
      words.every((word) => JSON.stringify(capability).toLowerCase().includes(word));
    const services_found = [...this.#agents]
      .filter(([agent]) => agent !== caller)
      .map(([agent_id, { capabilities }]) => ({ agent_id, relevant_capabilities: capabilities.filter(fits) }))
      .filter((service) => service.relevant_capabilities.length > 0);
    return ack.ok("found", { services_found, discovered_for_capability: name ?? textMember(content, "query") });
  }

  async #request(message: LobbyMessage, content: JsonObject): Promise<Ack> {
    const { agent_id: wanted, ...rest } = content;
    const { capability_name, ...input } = rest;
    const name = String(capability_name).split("@")[0]!;
    const [agent, capability] = this.#find(String(wanted ?? "any"), name) ?? [];
    if (agent === undefined || capability === undefined) {
      return failed("capability_not_found", `No agent offers '${name}'`);
    }
    if (!this.#bus.isOnline(agent)) {
      return failed("agent_offline", `${agent} is not connected`);
    }
    const callers = capability["authorized_requester_ids"];
    if (Array.isArray(callers) && callers.length > 0 && !callers.includes(message.from)) {
      return failed("unauthorized", `Unauthorized: Agent '${message.from}' may not call '${name}'`);
    }
    const wrong = violationsOf(capability["input_schema"], input);
    if (wrong.length > 0) {
      return failed("invalid_input", `Invalid input for capability '${name}': ${words(wrong)}`, wrong);
    }
    const payload = { ...message.payload, content: { ...input, capability_name: name } };
    return this.#checked(name, capability, await this.#bus.deliver(message.from, agent, message.messageId, payload));
  }

  #find(wanted: string, name: string): [string, JsonObject] | undefined {
    for (const [agent, { capabilities }] of this.#agents) {
      const capability = capabilities.find((one) => one["name"] === name);
      if (capability !== undefined && (wanted === agent || (wanted === "any" && this.#bus.isOnline(agent)))) {
        return [agent, capability];
      }
    }
    return undefined;
  }

  #checked(name: string, capability: JsonObject, answer: Ack): Ack {
    const { status: _, ...output } = answer.payload;
    if (!answer.success) {
      const code = textMember(answer.payload, "error_code");
      const payload = { status: "error", error: answer.message, ...(code ? answer.payload : {}) };
      return { ...answer, payload };
    }
    const wrong = violationsOf(capability["output_schema"], output);
    return wrong.length > 0
      ? failed("invalid_output", `Invalid output of capability '${name}': ${words(wrong)}`, wrong)
      : ack.ok("success", { status: "success", ...output });
  }

  async #progress(message: LobbyMessage, content: JsonObject): Promise<Ack> {
    const { request_id, caller_id, response } = content;
    if (typeof caller_id === "string" && this.#bus.isOnline(caller_id) && isObject(response)) {
      const payload = { type: "lobby_progress", content: { request_id, response } };
      await this.#bus.deliver(message.from, caller_id, `msg_${crypto.randomUUID()}`, payload);
    }
    return ack.ok("forwarded");
  }
}

function failed(error_code: string, error: string, violations?: Violation[]): Ack {
  const payload = { status: "error", error, error_code, ...(violations ? { violations } : {}) };
  return { ...ack.failed(error, payload), shouldRetry: error_code === "agent_offline" };
}

function words([first]: Violation[]): string {
  return first!.path === "" ? first!.problem : `${first!.path}: ${first!.problem}`;
}
