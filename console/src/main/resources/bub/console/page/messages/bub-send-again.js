/* Sends a copy of a message, after a confirmation. */
import {LitElement, css, html, nothing} from 'lit';
import {get, post} from '../core/api.js';
import {look} from '../core/look.js';
import {sentence, visible} from '../core/text.js';
import {user} from '../core/user.js';
import {receipt} from './receipt.js';

class BubSendAgain extends LitElement {
  static properties = {
    row: {attribute: false},
    filter: {attribute: false},
    stage: {state: true},
  };

  static styles = [look, css`
    .ack { padding: .5rem .7rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); }
    fieldset { margin: 0; padding: 0; border: 0; display: grid; gap: .2rem; }
    fieldset label { display: flex; align-items: center; gap: .5rem; min-height: 2rem; color: var(--ink); overflow-wrap: anywhere; }
    fieldset input { min-height: auto; }
  `];

  constructor() {
    super();
    this.stage = {};
  }

  willUpdate(changes) {
    if (changes.has('row') && changes.get('row')?.messageId !== this.row.messageId) this.stage = {};
  }

  async #ask() {
    // The bus refuses a message in the name of another connected peer.
    const {peers} = await get('/api/peers').catch(() => ({peers: []}));
    this.stage = {asking: true, as: peers.some(({clientId}) => clientId === this.row.from) ? 'console' : 'sender'};
    await this.updateComplete;
    this.renderRoot.querySelector('.primary').focus();
  }

  async #send() {
    this.stage = {...this.stage, sending: true};
    try {
      this.stage = {outcome: await post('/api/send-again', {messageId: this.row.messageId, as: this.stage.as})};
    } catch (refused) {
      this.stage = {...this.stage, sending: false, refusal: refused.message};
    }
  }

  render() {
    const {asking, outcome, sending} = this.stage;
    if (!asking) {
      return html`<div class="stack" role="status">
        ${outcome ? html`<div class="row wrap small"><b>Sent again.</b>
          <a href=${this.filter.url(outcome.messageId)}>See its journey</a></div>${receipt(outcome)}` : nothing}
        <div><button ?disabled=${!user.mayWrite} title=${user.mayWrite ? nothing : 'You have read-only access.'} @click=${this.#ask}>Send again</button>
          ${user.mayWrite ? nothing : html`<span class="small quiet">You have read-only access.</span>`}</div></div>`;
    }
    const choice = (as, words) => html`<label><input type="radio" name="as" .checked=${this.stage.as === as}
        @change=${() => { this.stage = {...this.stage, as, refusal: undefined}; }}>${words}</label>`;
    return html`<div class="card stack">
      <fieldset><legend class="small">Send a copy to <b>${visible(this.row.to)}</b></legend>
        ${choice('sender', `as its sender, ${visible(this.row.from)}`)}${choice('console', 'as the console')}</fieldset>
      ${this.stage.refusal ? html`<p class="notice bad" role="alert">${sentence(this.stage.refusal)}</p>` : nothing}
      <div class="row"><button class="primary" ?disabled=${sending} @click=${this.#send}>${sending ? 'Sending …' : 'Send the copy'}</button>
        <button @click=${() => { this.stage = {}; }}>Cancel</button></div>
    </div>`;
  }
}

customElements.define('bub-send-again', BubSendAgain);
