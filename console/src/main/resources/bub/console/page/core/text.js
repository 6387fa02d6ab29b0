/* Formats numbers, times and untrusted texts. */
import {age} from './clock.js';

// Control characters (except tab and line feed), direction overrides and invisible characters.
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** Returns a text without hidden characters: a name cannot pose as another or reverse the line. */
export function visible(text) {
  return String(text).replace(UNSEEN, (c) => {
    const code = c.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : `‹${code.toString(16).toUpperCase().padStart(4, '0')}›`;
  });
}

/** Returns a message of the API as a sentence: with a capital letter and a full stop. */
export function sentence(text) {
  return visible(text)
      .replace(/^[a-z]+(?= )/, (word) => word[0].toUpperCase() + word.slice(1))
      .replace(/(?<![.!?…])$/, '.');
}

const WHOLE = new Intl.NumberFormat('en', {maximumFractionDigits: 0});
const ONE_DIGIT = new Intl.NumberFormat('en', {maximumFractionDigits: 1});

/** Formats a count: 7, 1,234, 12.3k, 4.5M. */
export function count(n) {
  if (n < 10_000) return n < 10 ? ONE_DIGIT.format(n) : WHOLE.format(n);
  return n < 1_000_000 ? `${ONE_DIGIT.format(n / 1000)}k` : `${ONE_DIGIT.format(n / 1_000_000)}M`;
}

export function bytes(n) {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let unit = 0;
  while (n >= 1024 && unit < units.length - 1) {
    n /= 1024;
    unit++;
  }
  return `${unit === 0 ? WHOLE.format(n) : ONE_DIGIT.format(n)} ${units[unit]}`;
}

/** Formats milliseconds: 0.42 ms, 12 ms, 1.2 s, 3 min, 5 h, 2 d. */
export function took(ms) {
  if (ms < 1) return `${ms.toFixed(2)} ms`;
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${ONE_DIGIT.format(ms / 1000)} s`;
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} min`;
  if (ms < 172_800_000) return `${Math.floor(ms / 3_600_000)} h`;
  return `${Math.floor(ms / 86_400_000)} d`;
}

/** Formats an amount of money: $12.30, $0.42, $0.0041. */
export function usd(amount) {
  if (amount >= .1 || amount === 0) return `$${amount.toFixed(2)}`;
  if (amount < .0001) return '< $0.0001';
  return `$${Number(amount.toPrecision(2)).toFixed(6).replace(/0+$/, '')}`;
}

/** Formats an age: "now", "12 s ago", "3 min ago". */
export function ago(time) {
  const ms = age(time);
  return ms < 2000 ? 'now' : `${ms < 60_000 ? `${Math.floor(ms / 1000)} s` : took(ms)} ago`;
}

const CLOCK = new Intl.DateTimeFormat(undefined, {hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23'});
const DAY = new Intl.DateTimeFormat(undefined, {dateStyle: 'medium'});

/** Formats the time of day, with milliseconds when `exact`. */
export function clockTime(time, exact = false) {
  const date = new Date(time);
  const text = CLOCK.format(date);
  return exact ? `${text}.${String(date.getMilliseconds()).padStart(3, '0')}` : text;
}

export function day(time) {
  return DAY.format(new Date(time));
}
