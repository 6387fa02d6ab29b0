/** A value now or later. Values that are there already cost no turn of the event loop. */
export type MaybePromise<T> = T | Promise<T>;

/** Clock, randomness and ids. Tests pass their own. */
export interface Timing {
  /** Wall clock in milliseconds; only for times that people and files see. */
  now(): number;
  /** Clock that never jumps, in milliseconds; for all durations. */
  elapsed(): number;
  /** Number from 0 to 1. */
  random(): number;
  /** Waits; ends early, without an error, when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  messageId(): string;
}

export const systemTiming: Timing = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  random: () => Math.random(),
  sleep: sleepUntil,
  messageId: () => `msg_${crypto.randomUUID()}`,
};

function sleepUntil(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}

/** Waits for a promise at most this long; undefined after the time. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
