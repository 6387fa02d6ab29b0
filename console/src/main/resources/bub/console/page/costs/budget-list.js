/* List of budgets, each with the part that is used. */
import {html, nothing} from 'lit';
import '../core/bub-copy.js';
import {now} from '../core/clock.js';
import {command} from '../core/command.js';
import {turnUrl} from '../core/route.js';
import {count, sentence, took, usd, visible} from '../core/text.js';

const WARN_PERCENT = 80;
const TRACE_DIGITS = 12;
const EXAMPLE = "bub budget set 'agent:*' 5usd/day";

export function budgetList({rows, more, warnings}) {
  return html`<section class="stack" aria-label="Budgets"><h2>Budgets</h2>
    ${warnings.map((text) => html`<p class="notice warn">${sentence(text)}</p>`)}
    ${rows.length ? html`<ul class="budgets">${rows.map(budget)}</ul>` : noBudgets()}
    ${more ? html`<p class="small quiet">and ${count(more)} more</p>` : nothing}</section>`;
}

function noBudgets() {
  const line = command(EXAMPLE);
  return html`<div class="card"><p>There are no budgets. A budget limits the money, tokens or calls of agents and chats, per day or per turn.
      To allow each agent 5 USD per day, run this command in a terminal:</p>
    <span class="terminal"><code>${line}</code><bub-copy label="Copy command" .text=${line}></bub-copy></span></div>`;
}

function budget(one) {
  const {target, limit, subject, percent, resetsAt} = one;
  const isWarned = percent >= WARN_PERCENT && subject !== undefined;
  const mood = !isWarned ? '' : percent >= 100 ? 'bad' : 'warn';
  const words = subject === undefined ? 'nothing used' : used(one);
  const reset = resetsAt ? `resets in ${took(Math.max(0, Date.parse(resetsAt) - now()))}` : '';
  return html`<li class=${mood}>
    <span class="whose"><code>${visible(target)}</code> <b>${visible(limit)}</b> ${whom(one)}</span>
    <div class="meter" role="meter" aria-label=${`Budget ${visible(target)} ${visible(limit)}`} aria-valuemin="0" aria-valuemax="100"
        aria-valuenow=${Math.min(100, percent)} aria-valuetext=${`${percent} %, ${words}`}>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect width=${subject === undefined ? 0 : Math.min(100, percent)} height="6"/></svg></div>
    <span class="small">${[words, reset].filter(Boolean).join(', ')}</span>
    ${subject === undefined ? nothing : html`<span class="pill ${mood}">${percent} %${mood === 'bad' ? ', used up' : mood ? ', nearly used up' : ''}</span>`}</li>`;
}

/** Returns the agent, chat or turn, unless the target names it already. */
function whom({target, subject, period}) {
  if (subject === undefined || subject === target) return nothing;
  return period === 'turn'
    ? html`<a href=${turnUrl(subject)}>turn ${visible(subject.slice(0, TRACE_DIGITS))}…</a>`
    : html`<span>${visible(subject)}</span>`;
}

function used({unit, amount, used: spent, reserved}) {
  const say = unit === 'usd' ? usd : count;
  return `${say(spent)} of ${say(amount)}${unit === 'usd' ? '' : ` ${unit}`} used${reserved ? `, ${say(reserved)} reserved` : ''}`;
}
