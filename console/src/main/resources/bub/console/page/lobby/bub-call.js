/* Calls a capability: the input as a form or as JSON, the agent, the duration and the outcome. */
import {LitElement, css, html, nothing} from 'lit';
import {post} from '../core/api.js';
import '../core/bub-copy.js';
import {parseJson, pretty} from '../core/json.js';
import {look} from '../core/look.js';
import {count, took, visible} from '../core/text.js';
import {user} from '../core/user.js';
import {callName, commandLine} from './contract.js';
import './bub-outcome.js';
import './bub-schema-form.js';
import {recall, remember} from './past-calls.js';
import {isForUs, mayCall, problemsByField} from './refusals.js';
import {initial, shape} from './schema.js';

const USUAL_SECONDS = 60;
const MOST_SHOWN = 2000;

class BubCall extends LitElement {
  static properties = {
    capability: {attribute: false},
    agentId: {attribute: false},
    /** Number of online agents that offer it. */
    offers: {type: Number},
    input: {state: true},
    written: {state: true},
    anyone: {state: true},
    running: {state: true},
    outcome: {state: true},
    problems: {state: true},
  };

  static styles = [look, css`
    :host { display: grid; gap: 1rem; }
    .tabs { display: flex; gap: .25rem; padding: .2rem; border-radius: var(--radius); background: var(--raised); }
    .tabs button { min-height: 2rem; border: 0; background: none; padding: .1rem .9rem; color: var(--quiet); }
    .tabs button[aria-pressed="true"] { background: var(--surface); color: var(--ink); font-weight: 600; box-shadow: 0 1px 2px rgb(0 0 0 / .14); }
    textarea { width: 100%; min-height: 12rem; resize: vertical; }
    textarea[aria-invalid="true"] { border-color: var(--bad); }
    .wrong { color: var(--bad); font-size: var(--small); }
    .actions { margin-top: .25rem; display: flex; flex-wrap: wrap; gap: .6rem 1rem; align-items: center; }
    .actions .primary { min-width: 6rem; min-height: 2.5rem; }
    .who { display: flex; gap: .5rem; align-items: center; min-width: 0; flex-wrap: wrap; }
    .who select { max-width: min(20rem, 70vw); }
    .terminal { display: flex; gap: .5rem; align-items: start; background: var(--raised); border-radius: var(--radius); padding: .35rem .35rem .35rem .75rem; }
    .terminal code { flex: 1; min-width: 0; overflow-wrap: anywhere; max-height: 7rem; overflow: auto; padding: .3rem 0; }
    .past { display: grid; gap: .25rem; padding: 0; margin: 0; list-style: none; }
    .past li { display: flex; gap: .6rem; align-items: center; min-width: 0; }
    .past code { flex: 1; min-width: 0; }
    @media (max-width: 720px) { .tabs button, select { min-height: 2.5rem; } }
  `];

  #abort = null;
  #ticking = 0;

  willUpdate(changed) {
    if (changed.has('capability') || changed.has('agentId')) this.#begin();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#stop();
  }

  #begin() {
    this.#stop();
    const schema = this.capability.input_schema;
    const start = initial(schema, schema);
    this.input = start !== null && typeof start === 'object' ? start : {};
    this.written = shape(schema, schema).kind === 'json' ? {text: pretty(this.input)} : null;
    this.anyone = false;
    this.outcome = null;
    this.problems = new Map();
  }

  // ---- the input

  render() {
    return html`
      <div class="row wrap"><h2 class="grow">Call this capability</h2>
        <div class="tabs" role="group" aria-label="Input format">
          <button aria-pressed=${!this.written} @click=${this.#asForm}>Form</button>
          <button aria-pressed=${Boolean(this.written)} @click=${this.#asJson}>JSON</button></div></div>
      ${isForUs(this.capability) ? nothing : html`<p class="notice warn small">${mayCall(this.capability)}</p>`}
      <div class="stack" @keydown=${this.#keyPressed}>${this.written ? this.#json() : this.#form()}${this.#actions()}</div>
      <div>${this.#progress()}<bub-outcome .outcome=${this.outcome} .capability=${this.capability}></bub-outcome></div>
      ${this.#past()}
      <div class="stack"><h3>Command for a terminal</h3>
        <div class="terminal"><code tabindex="0">${visible(shortened(this.#command()))}</code><bub-copy label="Copy command" .text=${() => this.#command()}></bub-copy></div></div>`;
  }

  #form() {
    return html`<bub-schema-form .schema=${this.capability.input_schema} .value=${this.input} .problems=${this.problems}
        @change=${this.#changed}></bub-schema-form>`;
  }

  #json() {
    return html`<div class="stack"><label for="json">Input as JSON</label>
      <textarea id="json" class="mono" spellcheck="false" aria-invalid=${Boolean(this.written.problem)} aria-describedby="json-wrong"
          .value=${this.written.text} @input=${({target}) => this.#wrote(target.value)}></textarea>
      <p class="wrong" id="json-wrong">${this.written.problem ?? nothing}</p></div>`;
  }

  #changed({detail: {path, value}}) {
    this.input = value;
    if (this.problems.has(path)) this.problems = new Map([...this.problems].filter(([other]) => other !== path));
  }

  #wrote(text) {
    const {value, problem} = parseJson(text);
    const isObject = value !== null && typeof value === 'object' && !Array.isArray(value);
    this.written = {text, problem: problem ?? (isObject ? undefined : 'The input must be a JSON object, such as {"item": "tea"}.')};
    if (!this.written.problem) this.input = value;
  }

  #asForm() {
    if (!this.written?.problem) this.written = null;
    else this.renderRoot.getElementById('json').focus();
  }

  #asJson() {
    this.written ??= {text: pretty(this.input)};
  }

  #use(input) {
    this.input = input;
    this.problems = new Map();
    if (this.written) this.written = {text: pretty(input)};
  }

  #command() {
    return commandLine(this.capability, this.anyone ? null : this.agentId, this.input);
  }

  // ---- the call

  #actions() {
    const reason = user.mayWrite ? '' : 'You have read-only access. Only operators can call capabilities.';
    return html`<div class="actions">
      ${this.running
        ? html`<button class="primary" @click=${this.#cancel}>Stop waiting</button>`
        : html`<button class="primary" ?disabled=${Boolean(reason)} aria-describedby="reason" @click=${this.#call}>Call</button>`}
      <div class="who"><label for="who">Agent</label><select id="who" ?disabled=${this.running} @change=${({target}) => { this.anyone = target.value === 'any'; }}>
        <option value="one" ?selected=${!this.anyone}>${visible(this.agentId)}</option>
        <option value="any" ?selected=${this.anyone}>any agent (${count(this.offers)} online)</option></select></div>
      <span id="reason" class="small quiet">${reason}</span></div>`;
  }

  #progress() {
    const limit = this.capability.timeout_seconds ?? USUAL_SECONDS;
    return html`<div role="status">${this.running ? html`<p class="notice">Waiting for an answer … ${Math.floor((performance.now() - this.running) / 1000)} s
        <span class="quiet">of at most ${limit} s, or longer while the agent reports progress</span></p>` : nothing}</div>`;
  }

  #past() {
    const past = recall(this.capability, this.agentId);
    return past.length < 2 ? nothing : html`<div class="stack"><h3>Recent calls</h3><ul class="past">${past.map((one, at) => html`
      <li><span class="pill ${one.ok ? 'good' : 'bad'}">${one.ok ? 'ok' : 'failed'}</span><code class="clip">${visible(one.text)}</code>
        <span class="small quiet number">${took(one.tookMs)}</span>
        <button class="plain small" aria-label=${`Use input ${at + 1} again`} @click=${() => this.#use(one.input)}>Use again</button></li>`)}</ul></div>`;
  }

  // Enter calls from a text field, and Ctrl-Enter or Cmd-Enter from anywhere.
  #keyPressed(event) {
    const field = event.composedPath()[0];
    const isLine = field.localName === 'input' && field.type !== 'checkbox';
    if (event.key !== 'Enter' || event.isComposing || !(isLine || event.ctrlKey || event.metaKey) || !user.mayWrite || this.running) return;
    event.preventDefault();
    this.#call();
  }

  get #schemaForm() {
    return this.renderRoot.querySelector('bub-schema-form');
  }

  async #call() {
    const unfinished = this.#schemaForm?.unfinished[0];
    if (unfinished !== undefined) return this.#schemaForm.focusOn(unfinished);
    if (this.written?.problem) return this.renderRoot.getElementById('json').focus();
    const abort = this.#abort = new AbortController();
    this.running = performance.now();
    this.outcome = null;
    this.problems = new Map();
    this.#ticking = setInterval(() => this.requestUpdate(), 250);
    const outcome = await this.#ask(this.running, this.input, abort.signal);
    if (abort !== this.#abort) return undefined;
    this.#stop();
    return this.#ended(outcome);
  }

  async #ask(began, input, signal) {
    const order = {
      capability: callName(this.capability), agentId: this.anyone ? undefined : this.agentId,
      input, timeoutSeconds: this.capability.timeout_seconds,
    };
    try {
      const outcome = await post('/api/lobby/call', order, {signal});
      remember(this.capability, this.agentId, input, outcome);
      return outcome;
    } catch (failed) {
      const cancelled = failed.name === 'AbortError';
      return {ok: false, cancelled, error: failed.message, errorCode: failed.code, violations: [], tookMs: performance.now() - began};
    }
  }

  async #ended(outcome) {
    this.outcome = outcome;
    if (outcome.errorCode !== 'invalid_input') return;
    this.problems = problemsByField(outcome.violations);
    await this.updateComplete;
    const form = this.#schemaForm;
    await form?.updateComplete;
    const [first] = this.problems.keys();
    if (first !== undefined) form?.focusOn(first);
  }

  #cancel() {
    this.#abort?.abort();
  }

  #stop() {
    clearInterval(this.#ticking);
    this.#abort?.abort();
    this.#abort = null;
    this.running = 0;
  }
}

function shortened(text) {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)} … (the button copies the whole command)` : text;
}

customElements.define('bub-call', BubCall);
