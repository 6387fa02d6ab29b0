/* Templates for the entries of a conversation. */
import {css, html, nothing} from 'lit';
import {peerUrl, turnUrl} from '../core/route.js';
import {bytes, clockTime, visible} from '../core/text.js';
import './bub-turn-line.js';
import {markdown, readable} from './markdown-view.js';

// Longer texts are shortened at first, because they slow the page down.
const MOST_SHOWN = 20_000;

const STAGES = {
  no_agent: 'Requesting an agent for this chat …',
  spawning: 'Starting your agent …',
  configuring: 'Your agent is getting ready …',
  ready: 'Your agent is working on an answer …',
};
const DONE = {started: 'running', finished: 'done', failed: 'failed'};

/** `whole` shows a long text to its end; `more` requests that. */
export function line(one, agent, whole, more) {
  switch (one.speaker) {
    case 'human': return mine(one.text, html`<span>${clockTime(one.at)}</span>
        ${one.messageId ? html`<a href=${turnUrl(one.messageId)}>turn</a>` : nothing}
        ${agent ? html`<a href=${peerUrl(agent)}>on the map</a>` : nothing}`, whole, more);
    case 'agent': return theirs(one, 'Agent', whole, more);
    case 'operator': return theirs(one, 'Operator', whole, more);
    default: return html`<div class="house" dir="auto">${readable(one.text)} <span class="number">${clockTime(one.at)}</span></div>`;
  }
}

function mine(text, meta, whole, more, mood = '') {
  const shown = whole ? text : text.slice(0, MOST_SHOWN);
  return html`<article class="mine ${mood}" aria-label="You">
    <div class="bubble" dir="auto">${readable(shown)}</div>${rest(text, shown, more)}
    <div class="meta">${meta}</div>
  </article>`;
}

function theirs({text, agent, at, messageId, replyTo}, label, whole, more) {
  const isLong = text.length > MOST_SHOWN;
  const shown = isLong && !whole ? text.slice(0, MOST_SHOWN) : text;
  return html`<article class="theirs" aria-label=${label}>
    <div class="who">${label === 'Operator' ? html`<strong>Operator</strong>` : nothing}<a class="clip" href=${peerUrl(agent)} title="Show on the map">${visible(agent)}</a><span>${clockTime(at)}</span></div>
    ${isLong && whole ? html`<pre dir="auto">${readable(text)}</pre>` : html`<div class="text">${markdown(shown)}</div>`}${rest(text, shown, more)}
    ${label === 'Agent' && (replyTo ?? messageId) ? html`<bub-turn-line .messageId=${replyTo ?? messageId}></bub-turn-line>` : nothing}
  </article>`;
}

function rest(text, shown, more) {
  return shown.length === text.length ? nothing
      : html`<button class="small more" @click=${more}>Show all (${bytes(text.length)})</button>`;
}

export function unsent(one, {again, edit}, whole, more) {
  const meta = one.state === 'failed'
      ? html`<span role="alert">not sent: ${visible(one.why)}</span><button class="small" @click=${again}>Try again</button><button class="small" @click=${edit}>Edit</button>`
      : html`<span>${one.state === 'sent' ? clockTime(one.at) : 'sending …'}</span>`;
  return mine(one.text, meta, whole, more, one.state);
}

/** Partial answer. Screen readers read it only when it is finished. */
export function partial({text}) {
  return html`<article class="theirs growing" aria-label="Agent, still writing" aria-live="off">
    <div class="text">${markdown(text.slice(0, MOST_SHOWN))}</div></article>`;
}

export function waiting({standing, delay}) {
  return html`<div class="waiting"><span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>
    <span>${delay ? visible(delay) : STAGES[standing?.stage ?? 'ready']}</span></div>`;
}

export function aside(one) {
  return one.tool === undefined ? html`<div class="note ${one.mood}" role="status" dir="auto">${readable(one.note)}</div>`
      : html`<details class="tool ${one.status}">
          <summary><span class="dot"></span>Tool <code>${visible(one.tool)}</code><span class="state">${DONE[one.status] ?? visible(one.status)}</span><span class="turn" aria-hidden="true">›</span></summary>
          <pre dir="ltr">${one.given ? readable(one.given) : 'no arguments'}</pre>
          ${one.result ? html`<div class="result" dir="auto"><span class="quiet">Result</span>\n${readable(one.result)}</div>` : nothing}</details>`;
}

export const transcriptLook = css`
  article { display: grid; gap: .25rem; min-width: 0; }
  .mine { justify-items: end; }
  .bubble { max-width: min(85%, 36rem); padding: .5rem .85rem; border-radius: 1.1rem 1.1rem .3rem 1.1rem; background: var(--accent-wash); white-space: pre-wrap; overflow-wrap: anywhere; }
  .mine.sending .bubble { opacity: .65; }
  .mine.failed .bubble { background: var(--bad-wash); }
  .mine.failed .meta span { color: var(--bad); }
  .meta, .who { display: flex; flex-wrap: wrap; align-items: center; gap: .2rem .7rem; font-size: var(--tiny); color: var(--quiet); font-variant-numeric: tabular-nums; }
  .meta { padding-inline-end: .35rem; justify-content: end; }
  .meta a { padding-block: .2rem; }
  .who { min-width: 0; flex-wrap: nowrap; }
  .who a { color: var(--quiet); font-family: var(--mono); text-decoration: none; }
  .who a:hover { text-decoration: underline; }
  .who span { flex: none; }
  .growing .text::after { content: ''; width: .5rem; height: 1.05rem; border-radius: 2px; background: var(--accent); animation: blink 1s steps(2) infinite; }
  @keyframes blink { 50% { opacity: 0; } }
  .house, .day { text-align: center; font-size: var(--small); color: var(--quiet); white-space: pre-wrap; overflow-wrap: anywhere; }
  .house .number { font-size: var(--tiny); margin-inline-start: .3rem; }
  .day { display: flex; align-items: center; gap: .8rem; font-size: var(--tiny); }
  .day::before, .day::after { content: ''; flex: 1; border-top: 1px solid var(--line); }
  .note { padding: .6rem .9rem; border: 1px dashed var(--line); border-radius: var(--radius); font-size: var(--small); color: var(--quiet); white-space: pre-wrap; overflow-wrap: anywhere; }
  .note.bad { color: var(--bad); border-color: currentColor; }
  .tool { border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); font-size: var(--small); justify-self: start; max-width: 100%; }
  .tool + .tool { margin-top: -.6rem; }
  .tool summary { display: flex; align-items: center; gap: .5rem; padding: .35rem .75rem; min-height: 2.25rem; cursor: pointer; border-radius: inherit; overflow-wrap: anywhere; }
  .tool pre { padding: .1rem .75rem .6rem; color: var(--quiet); }
  .result { padding: 0 .75rem .6rem; max-height: 20rem; overflow: auto; font: .8125rem/1.5 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
  .tool .dot { width: .5rem; height: .5rem; border-radius: 50%; background: var(--good); flex: none; }
  .tool.started .dot { background: var(--accent); animation: blink 1s steps(2) infinite; }
  .tool.failed .dot { background: var(--bad); }
  .tool .state, .turn { color: var(--quiet); }
  .tool[open] .turn { rotate: 90deg; }
  .waiting { display: flex; align-items: center; gap: .6rem; color: var(--quiet); font-size: var(--small); }
  .dots { display: inline-flex; gap: .25rem; }
  .dots i { width: .4rem; height: .4rem; border-radius: 50%; background: var(--accent); animation: hop 1.2s ease-in-out infinite; }
  .dots i:nth-child(2) { animation-delay: .15s; }
  .dots i:nth-child(3) { animation-delay: .3s; }
  @keyframes hop { 0%, 60%, 100% { opacity: .35; } 30% { opacity: 1; translate: 0 -3px; } }
`;
