/* Figures to plot, and their labels. */
import {bytes, count, took} from '../core/text.js';

/** Reasons for refused messages, in words. */
export const REASONS = {
  rate_limited: 'rate limit exceeded',
  send_as_not_granted: 'sender not allowed',
  invalid_type: 'type is not a string',
  type_not_allowed: 'type not allowed',
  draining: 'bus is stopping',
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
  {title: 'Messages per second', say: rate, lines: [
    one('accepted', 'accent', (s) => s.perSecond), one('refused', 'bad', (s) => s.refusedPerSecond)]},
  {title: 'Latency', hint: 'from send to last ack', say: took, lines: [
    one('median', 'accent', (s) => s.p50Ms), one('90 %', 'accent dashed', (s) => s.p90Ms),
    one('99 %', 'warn', (s) => s.p99Ms), one('slowest', 'quiet', (s) => s.maxMs)]},
  {title: 'In flight', hint: 'messages without their last ack', say: count, unit: 'whole', lines: [one('messages', 'accent', (s) => s.inFlight)]},
  {title: 'Successful deliveries', say: rate, lines: [one('ok', 'good', (s) => s.deliveries?.ok ?? 0)]},
  {title: 'Failed deliveries', say: rate, sum: true, lines: each('deliveries', {}, ENDS)},
  {title: 'Refusals by reason', say: rate, sum: true, lines: each('refusedBy', REASONS, WHY)},
  {title: 'Peers', say: count, unit: 'whole', lines: [
    one('peers', 'accent', (s) => s.peers), one('subscriptions', 'quiet', (s) => s.subscriptions)]},
  {title: 'Log lag', hint: 'events not written yet', say: bytes, unit: 'bytes', lines: [
    one('queued', 'accent', (s) => s.logQueuedBytes)]},
  {title: 'Memory', hint: 'Java heap in use', say: bytes, unit: 'bytes', lines: [
    one('bus', 'accent', (s) => s.heapBytes), one('console', 'quiet', (s) => s.consoleHeapBytes)]},
];
