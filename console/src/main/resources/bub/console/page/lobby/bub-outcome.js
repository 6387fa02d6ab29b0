/* Outcome of a call: the answer and the check of its contract, or the error and advice. */
import {LitElement, css, html, nothing} from 'lit';
import '../core/bub-json.js';
import {look} from '../core/look.js';
import {messagesUrl} from '../core/route.js';
import {took, visible} from '../core/text.js';
import {CALLER, inWords} from './refusals.js';

class BubOutcome extends LitElement {
  static properties = {outcome: {attribute: false}, capability: {attribute: false}};

  static styles = [look, css`
    .box { border: 1px solid var(--line); border-radius: var(--radius); overflow: hidden; }
    .top { display: flex; flex-wrap: wrap; gap: .3rem .8rem; align-items: center; padding: .5rem .8rem; }
    .top.good { background: var(--good-wash); color: var(--good); }
    .top.bad { background: var(--bad-wash); color: var(--bad); }
    .top.warn { background: var(--warn-wash); color: var(--warn); }
    .body { display: grid; gap: .6rem; padding: .7rem .8rem; background: var(--surface); }
    ul { margin: 0; padding-inline-start: 1.1rem; overflow-wrap: anywhere; }
    .quote { border-inline-start: 3px solid var(--line); padding-inline-start: .7rem; overflow-wrap: anywhere; }
  `];

  render() {
    return html`<div role="status" aria-label="Outcome of the call">${this.outcome ? this.#outcome(this.outcome) : nothing}</div>`;
  }

  #outcome(outcome) {
    if (outcome.ok) return this.#answer(outcome);
    if (outcome.cancelled) {
      return this.#box('warn', 'You stopped waiting for the answer', outcome, html`<p>The agent received the call and may still complete it. Its answer will not appear here.</p>`);
    }
    const {title, todo} = inWords(outcome.errorCode, this.capability);
    return this.#box('bad', title, outcome, html`<p>${todo}</p>
      ${outcome.violations.length ? this.#violations(outcome)
        : html`<p class="quote small quiet">${visible(outcome.error ?? '')}</p>`}`);
  }

  #answer(outcome) {
    const promised = Object.keys(this.capability.output_schema ?? {}).length > 0;
    return this.#box('good', promised ? 'Success: the output matches its contract' : 'Success: the contract allows any output', outcome,
        html`<bub-json label="Output" .value=${outcome.output}></bub-json>`);
  }

  #box(mood, title, {tookMs}, content) {
    return html`<div class="box"><div class="top ${mood}"><strong class="grow">${title}</strong><span class="small">${took(tookMs)}</span></div>
      <div class="body">${content}
        <a class="small" href=${messagesUrl({from: CALLER, type: 'lobby_request'})}>Show the messages of the console’s calls</a></div></div>`;
  }

  #violations({violations, errorCode}) {
    const whole = errorCode === 'invalid_output' ? 'the output' : 'the input';
    return html`<ul>${violations.map(({path, problem}) => html`<li><code>${visible(path || whole)}</code> ${visible(problem)}</li>`)}</ul>`;
  }
}

customElements.define('bub-outcome', BubOutcome);
