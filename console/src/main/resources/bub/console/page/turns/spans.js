/* Words, rows and the time axis of a turn's spans. */
import {count, took, usd, visible} from '../core/text.js';

/** Kinds of spans in words. */
export const KINDS = {
  message: 'message',
  call: 'lobby call',
  spawn: 'start of an agent',
  queue: 'queue',
  work: 'work',
  model: 'model',
  tool: 'tool',
  wait: 'wait',
  events: 'events',
  notice: 'notice',
};

/** Returns the rows to show: spans under a closed one are left out. */
export function openRows(spans, closed) {
  if (!closed.size) return spans;
  let hiddenBelow = Infinity;
  return spans.filter((span) => {
    if (span.depth > hiddenBelow) return false;
    hiddenBelow = closed.has(span.id) ? span.depth : Infinity;
    return true;
  });
}

/** Returns the name of a span for people. */
export function nameOf({kind, name, actor, from, to, count: times}) {
  const many = times > 1 ? ` ×${count(times)}` : '';
  if (kind === 'message' && from) return `${visible(from)} → ${visible(to ?? '?')}${many}`;
  if (kind === 'call' && from) return `${visible(name)}, ${visible(from)} → ${visible(to ?? '?')}${many}`;
  return `${visible((kind === 'queue' && actor) || name || actor || KINDS[kind])}${many}`;
}

/** Returns the tokens of a step or a turn as text: "1,234 in, 56 out". */
export function tokens({tokensIn, tokensOut} = {}) {
  return tokensIn || tokensOut ? `${count(tokensIn ?? 0)} in, ${count(tokensOut ?? 0)} out` : '';
}

/** Returns tokens and cost of a step as short text for a column. */
export function spent({tokensIn, tokensOut, costUsd} = {}) {
  const parts = [tokensIn || tokensOut ? `${count((tokensIn ?? 0) + (tokensOut ?? 0))} tok` : '', costUsd ? usd(costUsd) : ''];
  return parts.filter(Boolean).join(' · ');
}

/** Returns one line about a turn: "2.9 s · 3 steps · $0.004". */
export function gist({running, durationMs, elapsedMs, totals: {steps, costUsd, errors}}) {
  const parts = [
    running ? 'running' : took(durationMs ?? elapsedMs),
    steps ? `${count(steps)} ${steps === 1 ? 'step' : 'steps'}` : '',
    costUsd ? usd(costUsd) : '',
    errors ? `${count(errors)} ${errors === 1 ? 'error' : 'errors'}` : '',
  ];
  return parts.filter(Boolean).join(' · ');
}

/** Returns the times of the axis, at most about `most`: 0, 500, 1000 … */
export function ticks(total, most) {
  if (!(total > 0)) return [0];
  const least = total / most;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= least);
  return Array.from({length: Math.floor(total / step) + 1}, (_, place) => place * step);
}

/** Returns the place of a span on the axis, in percent. */
export function place({offsetMs, durationMs}, total) {
  const percent = (ms) => Math.min(Math.max(total > 0 ? 100 * ms / total : 0, 0), 100);
  const x = Math.min(percent(offsetMs), 99.5);
  const end = durationMs === undefined ? total : offsetMs + durationMs;
  return {x: x.toFixed(2), width: Math.max(percent(end) - x, .01).toFixed(2)};
}

/** Formats a time on the axis, without needless digits: 0, 20 ms, 1.5 s. */
export function axisTime(ms) {
  return ms === 0 ? '0' : took(ms).replace(/\.0+(?= )/, '');
}
