import { ack, type Ack } from "../ack.js";
import type { BusClient } from "../bus-client.js";
import { textMember } from "../json.js";
import type { Message } from "../message.js";
import type { ChatHistory } from "./history.js";

const TRACE = "system:trace";

/** Answers the orders of the chat that an agent belongs to: `configure` and `agent_command`. */
export class ChatOwner {
  readonly #client: BusClient;
  readonly #history: () => Promise<ChatHistory>;
  readonly #spawnedFor: string | undefined;
  #talkto: string | undefined;

  constructor(client: BusClient, spawnedFor: string | undefined, history: () => Promise<ChatHistory>) {
    this.#client = client;
    this.#history = history;
    this.#spawnedFor = spawnedFor;
    this.#talkto = spawnedFor;
    client.router.serve("configure", (message) => this.#configure(message));
    client.router.serve("agent_command", (message) => this.#command(message));
    client.router.serve("trace_stopped", (message) => this.#stop(message));
  }

  /** The chat that this agent talks to; undefined until one has configured it. */
  get talkto(): string | undefined {
    return this.#talkto;
  }

  #configure({ from, content }: Message): Ack {
    const self = this.#client.clientId;
    const wanted = textMember(content, "talkto");
    if (wanted === undefined) {
      return ack.failed("content.talkto: is missing");
    }
    const owner = this.#spawnedFor ?? this.#talkto;
    const isOwner = from === wanted && (owner === undefined || owner === from);
    if (!isOwner && !isOperator(from)) {
      return ack.failed(
        owner === undefined
          ? `${from} may configure ${self} only to talk to ${from}`
          : `${self} belongs to ${owner}; only that chat and operators may configure it`,
      );
    }
    this.#talkto = wanted;
    return ack.ok("configured");
  }

  async #command({ from, content }: Message): Promise<Ack> {
    const self = this.#client.clientId;
    if (from !== this.#talkto) {
      return ack.failed(`${self} accepts commands only from the chat it talks to`);
    }
    switch (content["command"]) {
      case "reset":
        return ack.ok("forgotten", { forgotten_lines: await (await this.#history()).clear(from) });
      case "status":
        return ack.ok("status", { client_id: self, talkto: from, busy: this.#client.incoming.running > 1 });
      case "stop":
        return ack.ok(this.#client.turns.stopFrom(from) > 0 ? "stopped" : "nothing to stop");
      default:
        return ack.failed("unknown command; use reset, status or stop");
    }
  }

  #stop({ from, content }: Message): Ack {
    if (from !== TRACE) {
      return ack.failed(`${this.#client.clientId} accepts this notice only from ${TRACE}`);
    }
    this.#client.turns.stopTrace(textMember(content, "trace") ?? "");
    return ack.ok("stopped");
  }
}

function isOperator(address: string): boolean {
  return address.startsWith("cli:") || address === "agent:console";
}
