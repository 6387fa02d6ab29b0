import { RpcError } from "./errors.js";
import type { Logger } from "./log.js";
import type { Session } from "./session.js";

/** Subscriptions and activity filter that every new connection restores. */
export class DesiredSubscriptions {
  /** Filter of `watchActivity`, if there is a watcher. */
  watch: object | undefined;
  readonly #patterns = new Map<string, number>();
  readonly #field: string;
  readonly #callTimeoutMs: number;
  readonly #log: Logger;

  /** `field` is the dialect's name of the pattern: `address` or `topic`. */
  constructor(field: string, callTimeoutMs: number, log: Logger) {
    this.#field = field;
    this.#callTimeoutMs = callTimeoutMs;
    this.#log = log;
  }

  params(pattern: string): object {
    return { [this.#field]: pattern };
  }

  /** True for the first user of the pattern. */
  add(pattern: string): boolean {
    const users = this.#patterns.get(pattern) ?? 0;
    this.#patterns.set(pattern, users + 1);
    return users === 0;
  }

  /** True when nobody uses the pattern now. */
  remove(pattern: string): boolean {
    const users = this.#patterns.get(pattern) ?? 0;
    if (users > 1) {
      this.#patterns.set(pattern, users - 1);
      return false;
    }
    this.#patterns.delete(pattern);
    return true;
  }

  /** Calls `enter` in the turn that finds no work left, so that no change is missed. */
  async establish(session: Session, enter: () => void): Promise<void> {
    const subscribed = new Set<string>();
    let watched: object | undefined;
    for (;;) {
      const missing = [...this.#patterns.keys()].find((pattern) => !subscribed.has(pattern));
      const unwanted = [...subscribed].find((pattern) => !this.#patterns.has(pattern));
      if (missing !== undefined) {
        await this.#ask(session, "subscribe", this.params(missing));
        subscribed.add(missing);
      } else if (unwanted !== undefined) {
        await this.#ask(session, "unsubscribe", this.params(unwanted));
        subscribed.delete(unwanted);
      } else if (this.watch !== undefined && this.watch !== watched) {
        watched = this.watch;
        await this.#ask(session, "watchActivity", watched);
      } else {
        enter();
        return;
      }
    }
  }

  async #ask(session: Session, method: string, params: object): Promise<void> {
    try {
      await session.peer.call(method, params, this.#callTimeoutMs);
    } catch (refused) {
      if (!(refused instanceof RpcError)) {
        throw refused;
      }
      // One refusal must not cost the whole connection; the next connection asks again.
      this.#log.warn(`The bus refused ${method} ${JSON.stringify(params)}: ${refused.message}`);
    }
  }
}
