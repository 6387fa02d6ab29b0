/* Chart of costs: one bar per day. */
import {html} from 'lit';
import {count, usd} from '../core/text.js';
import {callWords, costWords, measureOf, useTable} from './use-table.js';

// More bars leave no room for their amounts.
const MOST_WORDS = 8;

// A day is the same in each time zone.
const SHORT = new Intl.DateTimeFormat(undefined, {day: 'numeric', month: 'short', timeZone: 'UTC'});

export function dayName(day) {
  return SHORT.format(new Date(day));
}

/** `days` has every day of the period, oldest first. */
export function dayBars(days) {
  const hasPrice = days.some(({costUsd}) => costUsd > 0);
  const total = {costUsd: hasPrice ? 1 : 0};
  const measure = measureOf(total);
  const largest = Math.max(...days.map(measure)) || 1;
  const amount = (use) => (hasPrice ? usd(measure(use)) : count(measure(use)));
  const words = (use) => `${dayName(use.name)}: ${costWords(use)}, ${callWords(use.calls)}, ${count(use.tokensIn + use.tokensOut)} tokens`;
  return html`<section class="card stack" aria-label="Use per day"><h2>${hasPrice ? 'Cost per day' : 'Tokens per day'}</h2>
    <ol class="days ${days.length > MOST_WORDS ? 'many' : ''}">${days.map((use) => html`<li title=${words(use)}>
      <span class="amount number" aria-hidden="true">${measure(use) ? amount(use) : ''}</span>
      <svg viewBox="0 0 6 100" preserveAspectRatio="none" aria-hidden="true"><rect y=${100 - 100 * measure(use) / largest} width="6" height=${100 * measure(use) / largest}/></svg>
      <span class="day small quiet" aria-hidden="true">${dayName(use.name)}</span>
      <span class="unseen">${words(use)}</span></li>`)}</ol>
    <details><summary class="small">Show as a table</summary>
      ${useTable({title: 'Days', column: 'Day', rows: days.toReversed(), total, link: dayName})}</details></section>`;
}
