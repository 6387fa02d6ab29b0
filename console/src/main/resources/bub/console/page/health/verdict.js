/* Verdict on the health of the bus: problems and advice, in words. */
import {command} from '../core/command.js';
import {messagesUrl} from '../core/route.js';
import {bytes, count, took, visible} from '../core/text.js';
import {REASONS} from './figures.js';
import {mean} from './timeline.js';

/** Share of the memory account above which a warning appears. */
export const MEMORY_HIGH = 0.8;
const LAG_BYTES = 8 * 1024 * 1024;
const SLOW_MS = 10_000;
const FEW = 0.05;
const NOBODY = 'no_recipient';

const total = (samples, map, ...but) => samples.reduce(
    (sum, sample) => sum + Object.entries(sample[map] ?? {}).reduce((all, [key, n]) => all + (but.includes(key) ? 0 : n), 0), 0);

/** Returns the key with the highest count. */
function most(samples, map) {
  const keys = [...new Set(samples.flatMap((sample) => Object.keys(sample[map] ?? {})))]
      .filter((key) => key !== 'ok' && key !== NOBODY);
  const sum = (key) => samples.reduce((all, sample) => all + (sample[map]?.[key] ?? 0), 0);
  return keys.sort((a, b) => sum(b) - sum(a))[0];
}

/**
 * Returns [{mood, title, advice, link?: {href, words}}], the worst first; empty when all is well.
 */
export function troubles(timeline) {
  const now = timeline.latest;
  if (!now.connected) {
    return [{mood: 'bad', title: 'The bus is unreachable',
      advice: `Run ${command('bub doctor')} on the machine of the bus. The console reconnects automatically.`}];
  }
  const lately = timeline.since(60).filter(({connected}) => connected);
  return [silent(now), log(now, lately), lag(now), memory(now), failing(lately), undelivered(lately, timeline.step), refusing(lately), slow(lately)].filter(Boolean)
      .sort((a, b) => a.mood.localeCompare(b.mood));
}

function silent({nodes}) {
  const names = (nodes ?? []).filter(({answered}) => !answered).map(({name}) => visible(name));
  return names.length > 0 && {mood: 'bad', title: `${names.length === 1 ? 'A node does' : 'Nodes do'} not answer: ${names.join(', ')}`,
    advice: 'Its peers and messages are missing here.', link: {href: '/cluster', words: 'Show the cluster'}};
}

function log(now, lately) {
  const lost = now.logLost - lately[0].logLost;
  if (now.logFailing) {
    return {mood: 'bad', title: 'The bus cannot write its log',
      advice: 'The bus still delivers messages, but does not log them. Free space on the disk of the state directory. Logging then continues automatically.'};
  }
  return lost > 0 && {mood: 'warn', title: `${count(lost)} events are missing from the log`,
    advice: 'The disk was too slow. A log_gap event marks the gap in the log.'};
}

function lag({logQueuedBytes}) {
  return logQueuedBytes > LAG_BYTES && {mood: 'warn', title: `The log is ${bytes(logQueuedBytes)} behind`,
    advice: 'The disk is too slow for this load. Senders may soon have to wait.'};
}

function memory({memory: account}) {
  return account && account.heldBytes > MEMORY_HIGH * account.limitBytes && {mood: 'warn',
    title: `The bus holds ${bytes(account.heldBytes)} of memory for its peers`,
    advice: `At ${bytes(account.limitBytes)}, the bus refuses messages and closes connections. To raise the limit, set a larger heap in BUB_JAVA_OPTS.`};
}

function failing(lately) {
  const failed = total(lately, 'deliveries', 'ok', NOBODY);
  const all = total(lately, 'deliveries', NOBODY);
  if (!failed || failed / all < FEW) return null;
  const end = most(lately, 'deliveries');
  return {mood: failed / all > 0.5 ? 'bad' : 'warn', title: `${Math.round((failed / all) * 100)}% of deliveries fail`,
    advice: `The most common outcome is ${end.replaceAll('_', ' ')}. The map marks failing peers in red.`,
    link: {href: messagesUrl({status: end}), words: 'Show messages'}};
}

function undelivered(lately, stepSeconds) {
  const perSecond = lately.reduce((sum, sample) => sum + (sample.deliveries?.[NOBODY] ?? 0), 0);
  const lost = Math.max(1, Math.round(perSecond * stepSeconds));
  return perSecond > 0 && {mood: 'warn', title: `${count(lost)} ${lost === 1 ? 'message' : 'messages'} had no recipient in the last minute`,
    advice: 'No peer listens on the address. Start the agent or correct the address.',
    link: {href: messagesUrl({status: NOBODY}), words: 'Show messages'}};
}

function refusing(lately) {
  const refused = total(lately, 'refusedBy');
  if (!refused) return null;
  const why = most(lately, 'refusedBy');
  return {mood: 'warn', title: `The bus refuses messages: ${REASONS[why] ?? why.replaceAll('_', ' ')}`,
    advice: why === 'rate_limited' ? 'A peer exceeds the limit of --max-message-rate.'
      : 'A peer sends messages that the policy of the bus does not allow.',
    link: {href: messagesUrl({status: 'refused'}), words: 'Show messages'}};
}

function slow(lately) {
  const p99 = mean(lately.map((sample) => sample.p99Ms).filter((ms) => ms !== undefined));
  return p99 > SLOW_MS && {mood: 'warn', title: `High latency: 1% of messages take ${took(p99)} or longer`,
    advice: 'The peer with the most messages in flight probably causes the delay.',
    link: {href: '/map?as=list&sort=inFlight', words: 'Show peers'}};
}
