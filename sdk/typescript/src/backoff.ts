import type { Timing } from "./timing.js";

/** Random wait up to a ceiling that doubles with each failure. Times in milliseconds. */
export interface Backoff {
  baseMs: number;
  capMs: number;
}

export const RECONNECT: Backoff = { baseMs: 100, capMs: 10_000 };

/** For messages that no recipient accepts yet. */
export const REDELIVER: Backoff = { baseMs: 1_000, capMs: 60_000 };

/**
 * Returns the wait after `failures` earlier failures. With `atLeastMs`, it is at least that and at
 * most twice as much.
 */
export function backoffDelay(
  backoff: Backoff,
  failures: number,
  timing: Pick<Timing, "random">,
  atLeastMs = 0,
): number {
  const ceiling = Math.min(backoff.capMs, backoff.baseMs * 2 ** failures);
  const delay = timing.random() * ceiling;
  return atLeastMs === 0 ? delay : Math.max(atLeastMs, Math.min(delay, atLeastMs * 2));
}
