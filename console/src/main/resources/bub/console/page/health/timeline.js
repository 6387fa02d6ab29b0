/* Samples of the last minutes, oldest first, in steps of one second or the mean of several. */

// Figures for which a step keeps its worst value.
const WORST = new Set(['p99Ms', 'maxMs', 'logQueuedBytes', 'logFailing']);
const LATEST = new Set(['at', 'connected', 'peers', 'subscriptions', 'logLost', 'heapBytes', 'consoleHeapBytes', 'memory']);

export class Timeline {
  #samples;
  #step;
  #most;
  // Samples of the last, incomplete step.
  #open = [];

  constructor({samples, stepSeconds}, seconds) {
    this.#samples = samples;
    this.#step = stepSeconds;
    this.#most = Math.ceil(seconds / stepSeconds);
  }

  get step() {
    return this.#step;
  }

  get samples() {
    return this.#samples;
  }

  get latest() {
    return this.#open.at(-1) ?? this.#samples.at(-1);
  }

  add(sample) {
    if (this.#open.length === 0) this.#samples = [...this.#samples, sample].slice(-this.#most);
    this.#open.push(sample);
    this.#samples = this.#samples.with(-1, merged(this.#open));
    if (this.#open.length >= this.#step) this.#open = [];
  }

  /** Returns the samples of about the last `seconds`. */
  since(seconds) {
    return this.#samples.slice(-Math.max(1, Math.round(seconds / this.#step)));
  }
}

function merged(samples) {
  const last = samples.at(-1);
  if (samples.length === 1) return last;
  const names = new Set(samples.flatMap(Object.keys));
  return Object.fromEntries([...names].map((name) => {
    const values = samples.map((sample) => sample[name]).filter((value) => value !== undefined);
    if (LATEST.has(name)) return [name, last[name]];
    if (WORST.has(name)) return [name, values.reduce((a, b) => (b > a ? b : a))];
    return [name, typeof values[0] === 'object' ? meansOf(values) : mean(values)];
  }));
}

function meansOf(maps) {
  const names = new Set(maps.flatMap(Object.keys));
  return Object.fromEntries([...names].map((name) => [name, mean(maps.map((map) => map[name] ?? 0))]));
}

export function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
