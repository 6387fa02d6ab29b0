/* Table of costs, tokens and calls, the most expensive first. */
import {html, nothing} from 'lit';
import {repeat} from 'lit/directives/repeat.js';
import {count, usd, visible} from '../core/text.js';

/** Returns a link to the turns of an agent. */
export function agentLink(agent) {
  return html`<a href=${`/turns?${new URLSearchParams({agent, last: 'week'})}`}>${visible(agent)}</a>`;
}

export function costWords({costUsd}) {
  return costUsd === undefined ? '–' : usd(costUsd);
}

export function callWords(n) {
  return `${count(n)} ${n === 1 ? 'call' : 'calls'}`;
}

/** Returns the function of a use that bars show: tokens when nothing has a price. */
export function measureOf(total) {
  return total.costUsd > 0 ? ({costUsd = 0}) => costUsd : ({tokensIn, tokensOut}) => tokensIn + tokensOut;
}

/** `link` returns the cell for a name; `more` is the number of rows that were left out. */
export function useTable({title, column, rows, more = 0, total, link}) {
  const measure = measureOf(total);
  const largest = Math.max(...rows.map(measure)) || 1;
  return html`<section class="stack" aria-label=${title}><h2>${title}</h2>
    <div class="card scroll" tabindex="0" role="region" aria-label=${`${title} by cost`}><table>
      <thead><tr><th scope="col">${column}</th><th scope="col" class="share wide"><span class="unseen">Share</span></th>
        <th scope="col" class="number">Cost</th><th scope="col" class="number">Calls</th>
        <th scope="col" class="number wide">Tokens in</th><th scope="col" class="number wide">Tokens out</th></tr></thead>
      <tbody>${repeat(rows, ({name}) => name, (use) => html`<tr>
        <td class="name">${link(use.name)}</td>
        <td class="share wide"><svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect width=${100 * measure(use) / largest} height="6"/></svg></td>
        <td class="number">${costWords(use)}${use.unpricedCalls
            ? html`<br><span class="small quiet">+ ${callWords(use.unpricedCalls)} without a price</span>` : nothing}</td>
        <td class="number">${count(use.calls)}</td>
        <td class="number wide">${count(use.tokensIn)}</td>
        <td class="number wide">${count(use.tokensOut)}</td></tr>`)}</tbody></table></div>
    ${more ? html`<p class="small quiet">and ${count(more)} more</p>` : nothing}</section>`;
}
