import { existsSync } from "node:fs";
import { join } from "node:path";
import { HistoryInMemory, type ChatHistory } from "../chat/history.js";
import { HistoryFile } from "../durable/history-file.js";
import { Inbox } from "../durable/inbox.js";
import { Outbox } from "../durable/outbox.js";
import { StoreFailed } from "../errors.js";
import type { MessageMemory } from "../recent-messages.js";

/** The durable files of one agent, opened when they are needed. */
export class DurableFiles {
  readonly #directory: string | undefined;
  readonly #openOutbox: (file: string) => Promise<Outbox>;
  readonly #openInbox: (file: string) => Promise<Inbox>;
  #outbox: Promise<Outbox> | undefined;
  #inbox: Promise<Inbox> | undefined;
  #history: Promise<ChatHistory> | undefined;
  #isClosed = false;

  /** Without a directory, there are no durable parts. */
  constructor(
    directory: string | undefined,
    openOutbox: (file: string) => Promise<Outbox>,
    openInbox: (file: string) => Promise<Inbox>,
  ) {
    this.#directory = directory;
    this.#openOutbox = openOutbox;
    this.#openInbox = openInbox;
  }

  get isDurable(): boolean {
    return this.#directory !== undefined;
  }

  hasOutbox(): boolean {
    return this.#directory !== undefined && existsSync(join(this.#directory, "outbox.db"));
  }

  outbox(): Promise<Outbox> {
    this.#outbox ??= this.#open("outbox.db", this.#openOutbox);
    return retryable(this.#outbox, () => (this.#outbox = undefined));
  }

  inbox(): Promise<Inbox> {
    this.#inbox ??= this.#open("inbox.db", this.#openInbox);
    return retryable(this.#inbox, () => (this.#inbox = undefined));
  }

  history(): Promise<ChatHistory> {
    this.#history ??= this.isDurable
      ? this.#open("history.db", (file) => HistoryFile.open(file))
      : Promise.resolve(new HistoryInMemory());
    return retryable(this.#history, () => (this.#history = undefined));
  }

  /** Memory of handled messages on disk. */
  memory(): MessageMemory {
    return {
      find: async (message) => (await this.inbox()).find(message),
      remember: async (message, ack) => (await this.inbox()).remember(message, ack),
    };
  }

  async #open<T>(name: string, open: (file: string) => Promise<T>): Promise<T> {
    if (this.#directory === undefined) {
      throw new StoreFailed("this agent has no state directory; pass stateDir");
    }
    if (this.#isClosed) {
      throw new StoreFailed("the agent is closed");
    }
    return open(join(this.#directory, name));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await (await this.#outbox?.catch(() => undefined))?.close();
    (await this.#inbox?.catch(() => undefined))?.close();
    const history = await this.#history?.catch(() => undefined);
    if (history instanceof HistoryFile) {
      history.close();
    }
  }
}

/** A file that cannot be opened now, as on a full disk, is opened at the next use. */
function retryable<T>(opening: Promise<T>, forget: () => void): Promise<T> {
  return opening.catch((failed: unknown) => {
    forget();
    throw failed;
  });
}
