import { AsyncLocalStorage } from "node:async_hooks";
import { join } from "node:path";
import type { SendOptions } from "../bus-client.js";
import { BaseAgent, asPayload } from "../base-agent.js";
import type { CauseSource } from "../causality.js";
import { StatusReporter } from "../chat/status-reporter.js";
import { Inbox } from "../durable/inbox.js";
import type { EnvelopeSender } from "../durable/outbox-delivery.js";
import type { DeadLetter } from "../durable/outbox-tables.js";
import { Outbox } from "../durable/outbox.js";
import type { Envelope } from "../envelope.js";
import { AgentStopped, OutboxFull, RetryLater, StoreFailed } from "../errors.js";
import type { JsonObject } from "../json.js";
import { LobbyTokenInMemory } from "../lobby/lobby-token.js";
import { RecentAcks } from "../recent-messages.js";
import { systemTiming } from "../timing.js";
import { firstToken } from "../token.js";
import {
  DEFAULTS,
  connectorOf,
  directoryOf,
  standardLogger,
  tokenOf,
  type AgentOptions,
} from "./agent-options.js";
import { DurableFiles } from "./durable-files.js";
import { LobbyTokenFile } from "./lobby-token-file.js";
import { readSpawnArguments } from "./spawn-arguments.js";

const FULL_RETRY_SECONDS = 5;

/**
 * Agent on the bus. It reconnects by itself, answers duplicates once, and keeps posted messages on
 * disk until they are delivered.
 */
export class Agent extends BaseAgent {
  readonly #files: DurableFiles;
  readonly #reporter: StatusReporter | undefined;
  #onDeadLetter: (letter: DeadLetter) => void = () => {};

  /** Under `bub up --agent-command`, bub's own arguments replace the id and find the bus. */
  constructor(clientId: string, options: AgentOptions = {}) {
    const env = options.env ?? process.env;
    const spawned = readSpawnArguments(options.argv ?? process.argv.slice(2));
    const id = spawned?.clientId ?? clientId;
    const timing = options.timing ?? systemTiming;
    const log = options.logger ?? standardLogger();
    const directory = directoryOf(id, options, spawned, env);
    const lobbyToken =
      directory === undefined ? new LobbyTokenInMemory() : new LobbyTokenFile(join(directory, "lobby.token"));
    const files: DurableFiles = new DurableFiles(
      directory,
      async (file) => {
        // The next agent of a chat has a new id and the same workspace.
        const adopter = spawned === undefined ? undefined : id;
        const outbox = await Outbox.open(file, this.#sender(), timing, log, options.outboxLimits, adopter);
        outbox.onDeadLetter((letter) => this.#onDeadLetter(letter));
        return outbox;
      },
      (file) => Inbox.open(file, timing),
    );
    super({
      ...DEFAULTS,
      ...given(options),
      clientInfo: {
        ...(options.clientInfo ?? DEFAULTS.clientInfo),
        ...(options.starters === undefined ? {} : { starters: options.starters }),
      },
      clientId: id,
      connector: connectorOf(options, spawned, env),
      token: firstToken(tokenOf(options, spawned, env), lobbyToken),
      scope: new AsyncScope(),
      memory: options.inbox === "disk" ? files.memory() : new RecentAcks(),
      timing,
      log,
      oneAtATimePerSender: options.oneAtATimePerSender ?? false,
      lobbyToken,
      talkto: spawned?.talkto,
      history: () => files.history(),
    });
    this.#files = files;
    this.#reporter = spawned === undefined ? undefined : new StatusReporter(this.client, process.pid);
    this.client.connection.onState((state) => {
      if (state.state === "stopped") {
        void files.close(); // the next process with this id needs them
      }
    });
  }

  override start(): void {
    super.start();
    if (this.#files.hasOutbox()) {
      // An earlier process may have left messages.
      this.#files.outbox().catch((failed: unknown) => this.client.log.error(String(failed)));
    }
  }

  /** Runs until SIGTERM or Ctrl-C, then drains. Throws when the agent can no longer connect. */
  async run(): Promise<void> {
    let draining: Promise<void> | undefined;
    const drain = (): void => {
      draining ??= this.drain();
    };
    process.on("SIGTERM", drain);
    process.on("SIGINT", drain);
    try {
      this.start();
      const reason = await this.client.connection.awaitStopped();
      await draining;
      if (draining === undefined && reason !== "closed") {
        throw new AgentStopped(`${this.clientId} stopped: ${reason}`);
      }
    } finally {
      process.off("SIGTERM", drain);
      process.off("SIGINT", drain);
      await this.#files.close();
    }
  }

  /** Resolves when the message is on disk. It is delivered in the background, also after a crash. */
  async post(to: string, payload: JsonObject | string, options: Omit<SendOptions, "timeoutMs"> = {}): Promise<string> {
    const envelope = this.client.compose(to, asPayload(payload), options);
    await (await this.#files.outbox()).put(envelope);
    return envelope.messageId;
  }

  /** Messages that wait on disk, and those that no retry can deliver. */
  async outbox(): Promise<{ waiting: number; deadLetters: DeadLetter[] }> {
    const outbox = await this.#files.outbox();
    return { waiting: outbox.size(), deadLetters: outbox.deadLetters() };
  }

  /** Called when a posted message cannot be delivered for good. */
  onDeadLetter(listener: (letter: DeadLetter) => void): this {
    this.#onDeadLetter = listener;
    return this;
  }

  override async drain(atMostMs?: number): Promise<void> {
    await super.drain(atMostMs);
    await this.#files.close();
  }

  override async close(): Promise<void> {
    await super.close();
    await this.#files.close();
  }

  /** The reply is on disk before the question is acked. */
  protected override async sendReply(reply: Envelope): Promise<void> {
    this.#reporter?.moved();
    if (!this.#files.isDurable) {
      return super.sendReply(reply);
    }
    try {
      await (await this.#files.outbox()).put(reply);
    } catch (failed) {
      if (failed instanceof OutboxFull) {
        throw new RetryLater(FULL_RETRY_SECONDS, failed.message);
      }
      if (failed instanceof StoreFailed) {
        this.client.log.error(failed.message);
        throw new RetryLater(1, `${this.clientId} cannot write to its disk`);
      }
      throw failed;
    }
  }

  #sender(): EnvelopeSender {
    return {
      send: (envelope) => this.client.send(envelope),
      awaitConnected: () => this.client.connection.connectedOrStopped(),
      onConnected: (listener) => {
        this.onState((state) => {
          if (state.state === "connected") {
            listener();
          }
        });
      },
    };
  }
}

/** The current message, across all awaits of its handler. */
class AsyncScope {
  readonly #storage = new AsyncLocalStorage<CauseSource>();

  run<T>(source: CauseSource, work: () => T): T {
    return this.#storage.run(source, work);
  }

  current(): CauseSource | undefined {
    return this.#storage.getStore();
  }
}

/** Options that are present; an absent one must not replace a default. */
function given(options: AgentOptions): Partial<typeof DEFAULTS> {
  const known = Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[];
  return Object.fromEntries(
    known.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]),
  );
}
