/* Verdict on one node of a cluster, in words. */
import {visible} from '../core/text.js';

const CLOCK_MS = 1000;
const FAILING = 0.05;

/** Returns {mood, words}, so that the colour is never the only sign. */
export function nodeMood({state, clockMs, health}) {
  if (state !== 'up') return {mood: 'bad', words: visible(state)};
  if (health && !health.answered) return {mood: 'bad', words: 'does not answer'};
  if (health?.logFailing) return {mood: 'bad', words: 'cannot write its log'};
  if (health?.failedPerSecond > FAILING * Math.max(health.perSecond, 1)) return {mood: 'warn', words: 'some deliveries fail'};
  if (Math.abs(clockMs ?? 0) > CLOCK_MS) return {mood: 'warn', words: 'wrong clock'};
  return {mood: 'good', words: 'up'};
}
