/** Receiver of log lines; `console` is one. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** Warnings and errors on the console, and nothing else. */
export const consoleLogger: Logger = {
  debug: () => {},
  info: () => {},
  warn: (message) => console.warn(message),
  error: (message) => console.error(message),
};

const REMIND_AFTER_MS = 600_000;

/** Log of an outage: its begin, a line every ten minutes, its end. */
export class OutageLog {
  readonly #log: Logger;
  readonly #subject: string;
  readonly #elapsed: () => number;
  #failures = 0;
  #remindAt = 0;

  /** The subject starts a sentence, such as "The outbox". */
  constructor(log: Logger, subject: string, elapsed: () => number) {
    this.#log = log;
    this.#subject = subject;
    this.#elapsed = elapsed;
  }

  failed(reason: string): void {
    this.#failures++;
    if (this.#failures === 1) {
      this.#log.error(`${this.#subject} failed: ${reason}. bub retries until it succeeds`);
    } else if (this.#elapsed() >= this.#remindAt) {
      this.#log.error(`${this.#subject} still fails (${this.#failures} failures): ${reason}`);
    } else {
      return;
    }
    this.#remindAt = this.#elapsed() + REMIND_AFTER_MS;
  }

  recovered(): void {
    if (this.#failures > 0) {
      this.#log.warn(`${this.#subject} works again after ${this.#failures} failures`);
      this.#failures = 0;
    }
  }
}
