import { traceIdOf, type CauseSource } from "./causality.js";

/** Abort signals of the messages being handled. A stopped turn aborts those of its trace. */
export class RunningTurns {
  readonly #controllers = new Map<string, { source: CauseSource; controller: AbortController }>();

  /** Created on demand, because most handlers need no signal. */
  signalOf(source: CauseSource): AbortSignal {
    const key = keyOf(source);
    let running = this.#controllers.get(key);
    if (running === undefined) {
      running = { source, controller: new AbortController() };
      this.#controllers.set(key, running);
    }
    return running.controller.signal;
  }

  finished(source: CauseSource): void {
    if (this.#controllers.size > 0) {
      this.#controllers.delete(keyOf(source));
    }
  }

  /** Returns the number of stopped messages. */
  stopTrace(trace: string): number {
    return this.#stop((source) => traceIdOf(source) === trace);
  }

  stopFrom(address: string): number {
    return this.#stop((source) => source.from === address);
  }

  stopAll(): number {
    return this.#stop(() => true);
  }

  #stop(isMeant: (source: CauseSource) => boolean): number {
    let stopped = 0;
    for (const { source, controller } of this.#controllers.values()) {
      if (isMeant(source)) {
        controller.abort();
        stopped++;
      }
    }
    return stopped;
  }
}

function keyOf({ from, messageId }: CauseSource): string {
  return `${from}\n${messageId}`;
}
