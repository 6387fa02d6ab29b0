/* One capability: its description, its callers, its contract and the call itself. */
import {LitElement, css, html, nothing} from 'lit';
import '../core/bub-json.js';
import {look} from '../core/look.js';
import {visible} from '../core/text.js';
import './bub-call.js';
import {agentUrl} from './contract.js';

const FEW = 12;

class BubCapability extends LitElement {
  static properties = {
    agent: {attribute: false},
    capability: {attribute: false},
    offers: {type: Number},
    opened: {state: true},
  };

  static styles = [look, css`
    :host { display: grid; gap: 1.25rem; }
    dl { align-items: baseline; }
    h2 { font-size: 1.15rem; overflow-wrap: anywhere; }
    .about { white-space: pre-line; overflow-wrap: anywhere; max-height: 12lh; overflow: auto; }
    details { border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); }
    summary { padding: .55rem .8rem; cursor: pointer; font-weight: 550; font-size: var(--small); }
    details > div { padding: 0 .8rem .7rem; display: grid; gap: .4rem; }
    .words { display: inline-flex; flex-wrap: wrap; gap: .3rem; }
    .words .pill { white-space: normal; overflow-wrap: anywhere; font-weight: 500; }
  `];

  constructor() {
    super();
    this.opened = [];
  }

  render() {
    const {capability, agent} = this;
    return html`
      <div class="stack">
        <div class="row wrap"><h2>${visible(capability.name)}</h2>${capability.version ? html`<span class="pill">${visible(capability.version)}</span>` : nothing}</div>
        <p class="about">${visible(capability.description)}</p>
        <dl>
          <dt>Offered by</dt><dd><a href=${agentUrl(agent.agentId)}>${visible(agent.agentId)}</a>
            <span class="pill ${agent.online ? 'good' : ''}">${agent.online ? 'online' : 'offline'}</span></dd>
          <dt>Allowed callers</dt><dd>${this.#callers()}</dd>
          <dt>Timeout</dt><dd>${capability.timeout_seconds ? `${capability.timeout_seconds} s` : 'default of the bus (60 s unless configured)'}</dd>
          ${capability.keywords?.length ? html`<dt>Keywords</dt><dd class="words">${capability.keywords.map((word) => html`<span class="pill">${visible(word)}</span>`)}</dd>` : nothing}
        </dl>
      </div>
      <div class="card"><bub-call .capability=${capability} .agentId=${agent.agentId} .offers=${this.offers}></bub-call></div>
      <div class="stack">${this.#schema('Input schema', capability.input_schema)}${this.#schema('Output schema', capability.output_schema)}</div>`;
  }

  #callers() {
    const allowed = this.capability.authorized_requester_ids ?? [];
    if (!allowed.length) return 'everyone';
    return html`${allowed.slice(0, FEW).map((id) => html`<code>${visible(id)}</code> `)}${allowed.length > FEW ? `and ${allowed.length - FEW} more` : nothing}`;
  }

  // Drawn only when opened, because a schema may be long.
  #schema(title, schema) {
    const toggle = ({target}) => { this.opened = target.open ? [...this.opened, title] : this.opened.filter((one) => one !== title); };
    return html`<details @toggle=${toggle}><summary>${title}</summary><div>${this.opened.includes(title)
      ? html`<bub-json label=${title} .value=${schema}></bub-json>` : nothing}</div></details>`;
  }
}

customElements.define('bub-capability', BubCapability);
