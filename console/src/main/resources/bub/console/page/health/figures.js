/* Figures to plot, and their labels. */
import {bytes, count, took} from '../core/text.js';

/** Reasons for refused messages, in words. */
export const REASONS = {
  rate_limited: 'too many at once',
  send_as_not_granted: 'sent in another name',
  invalid_type: 'type is no text',
  type_not_allowed: 'type not allowed',
  draining: 'the bus was stopping',
};

const plain = (word) => word.replaceAll('_', ' ');
const rate = (value) => `${count(Math.round(value * 10) / 10)}/s`;
const one = (name, ink, of) => ({name, ink, of});

/** Returns a line for each count that was ever above zero. */
function each(map, names, inks) {
  return (samples) => [...new Set(samples.flatMap((sample) => Object.keys(sample[map] ?? {})))]
      .filter((key) => key !== 'ok' && samples.some((sample) => sample[map]?.[key] > 0))
      .map((key) => one(names[key] ?? plain(key), inks[key] ?? 'accent', (sample) => sample[map]?.[key] ?? 0));
}

const ENDS = {
  error: 'bad', timeout: 'warn', disconnected: 'bad dashed', busy: 'warn dashed', no_recipient: 'quiet', refused: 'ink', halted: 'accent',
};
const WHY = {
  rate_limited: 'warn', send_as_not_granted: 'bad', invalid_type: 'bad dashed', type_not_allowed: 'warn dashed', draining: 'quiet',
};

/**
 * Figures of the view. `lines` lists the lines of a plot, or finds them in the samples. The first
 * line supplies the large number.
 */
export const FIGURES = [
  {title: 'Messages a second', say: rate, lines: [
    one('let in', 'accent', (s) => s.perSecond), one('refused', 'bad', (s) => s.refusedPerSecond)]},
  {title: 'Latency', hint: 'from sending to the last answer', say: took, lines: [
    one('median', 'accent', (s) => s.p50Ms), one('90 %', 'accent dashed', (s) => s.p90Ms),
    one('99 %', 'warn', (s) => s.p99Ms), one('slowest', 'quiet', (s) => s.maxMs)]},
  {title: 'In flight', hint: 'messages not answered yet', say: count, unit: 'whole', lines: [one('messages', 'accent', (s) => s.inFlight)]},
  {title: 'Deliveries that worked', say: rate, lines: [one('worked', 'good', (s) => s.deliveries?.ok ?? 0)]},
  {title: 'Deliveries that failed', say: rate, sum: true, lines: each('deliveries', {}, ENDS)},
  {title: 'Refused, by reason', say: rate, sum: true, lines: each('refusedBy', REASONS, WHY)},
  {title: 'Peers', say: count, unit: 'whole', lines: [
    one('peers', 'accent', (s) => s.peers), one('subscriptions', 'quiet', (s) => s.subscriptions)]},
  {title: 'Log lag', hint: 'events that wait to be written', say: bytes, unit: 'bytes', lines: [
    one('waiting', 'accent', (s) => s.logQueuedBytes)]},
  {title: 'Memory', hint: 'Java heap in use', say: bytes, unit: 'bytes', lines: [
    one('bus', 'accent', (s) => s.heapBytes), one('console', 'quiet', (s) => s.consoleHeapBytes)]},
];
