/* Dialog to send a message: its recipient and its payload. */
import {LitElement, css, html, nothing} from 'lit';
import {post} from '../core/api.js';
import {parseJson} from '../core/json.js';
import {look} from '../core/look.js';
import {messageUrl} from '../core/route.js';
import {sentence} from '../core/text.js';
import {receipt} from './receipt.js';

const EXAMPLE = JSON.stringify({type: 'agent_message', content: {text: 'hello'}}, null, 2);

class BubSend extends LitElement {
  static properties = {
    problem: {state: true},
    outcome: {state: true},
    sending: {state: true},
  };

  static styles = [look, css`
    dialog { width: min(36rem, 100% - 1.5rem); max-height: calc(100dvh - 2rem); padding: 1.1rem; border: 1px solid var(--line); border-radius: calc(var(--radius) + 4px); background: var(--surface); color: var(--ink); overflow: auto; }
    dialog::backdrop { background: rgb(0 0 0 / .45); }
    form > label { display: grid; gap: .25rem; }
    input, textarea { color: var(--ink); }
    textarea { min-height: 11rem; font: .8125rem/1.5 var(--mono); resize: vertical; }
    .row button { min-height: 2.5rem; }
  `];

  open() {
    this.problem = null;
    this.outcome = null;
    this.renderRoot.querySelector('dialog').showModal();
  }

  #close() {
    this.renderRoot.querySelector('dialog').close();
  }

  async #send(event) {
    event.preventDefault();
    const {to, payload} = event.target.elements;
    this.outcome = null;
    const {value, problem, at} = parseJson(payload.value);
    if (problem) {
      this.problem = problem;
      payload.focus();
      payload.setSelectionRange(at, at + 1);
      return;
    }
    this.problem = null;
    this.sending = true;
    try {
      this.outcome = await post('/api/send', {to: to.value.trim(), payload: value});
    } catch (refused) {
      this.problem = refused.message;
    }
    this.sending = false;
  }

  render() {
    return html`<dialog aria-labelledby="title">
      <form class="stack" @submit=${this.#send}>
        <h2 id="title">Send a message</h2>
        <label>To <input name="to" required maxlength="256" placeholder="agent:worker" autocomplete="off" autocapitalize="off"
            spellcheck="false"></label>
        <label>Payload (JSON object)
          <textarea name="payload" spellcheck="false" autocapitalize="off" aria-describedby="problem"
              aria-invalid=${Boolean(this.problem)} .defaultValue=${EXAMPLE}></textarea></label>
        <div id="problem" role="alert">${this.problem ? html`<p class="notice bad">${sentence(this.problem)}</p>` : nothing}</div>
        <div class="stack" role="status">${this.outcome ? html`${receipt(this.outcome)}
          <a href=${messageUrl(this.outcome.messageId)} @click=${this.#close}>See its journey</a>` : nothing}</div>
        <div class="row"><span class="small quiet grow">The sender is agent:console.</span>
          <button type="button" @click=${this.#close}>Close</button>
          <button class="primary" ?disabled=${this.sending}>${this.sending ? 'Waiting for acks …' : 'Send'}</button></div>
      </form>
    </dialog>`;
  }
}

customElements.define('bub-send', BubSend);
