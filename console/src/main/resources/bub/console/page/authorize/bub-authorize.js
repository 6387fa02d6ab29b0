/* Question whether an MCP client may have a token of the bus. The client sent the browser here. */
import {LitElement, css, html, nothing} from 'lit';
import {get, post} from '../core/api.js';
import {command} from '../core/command.js';
import {Loading} from '../core/loading.js';
import {look} from '../core/look.js';
import {route} from '../core/route.js';
import {sentence, visible} from '../core/text.js';

const CONSENT = '/oauth/consent';

class BubAuthorize extends LitElement {
  static properties = {
    waiting: {state: true},
    answered: {state: true},
    refusal: {state: true},
  };

  static styles = [look, css`
    :host { display: grid; place-content: center; padding: 1rem; }
    .card { display: grid; gap: .9rem; max-width: 30rem; }
    ul { margin: 0; padding-inline-start: 1.2rem; }
    code { overflow-wrap: anywhere; }
  `];

  #request = Object.fromEntries(route.parameters);
  #client = new Loading(this, () => get(CONSENT, this.#request));

  constructor() {
    super();
    this.waiting = false;
    this.answered = null;
    this.refusal = null;
  }

  async #decide(allow) {
    this.waiting = true;
    this.refusal = null;
    try {
      const {location: next} = await post(CONSENT, {...this.#request, allow});
      this.answered = allow;
      // Replace this page: Back must not ask again.
      location.replace(next);
    } catch (refused) {
      this.refusal = refused;
    } finally {
      this.waiting = false;
    }
  }

  render() {
    const client = this.#client.value;
    return html`<div class="card">
      ${client ? this.answered === null ? this.#question(client) : this.#end(client) : this.#client.error ? this.#broken() : this.#client.notice()}
    </div>`;
  }

  #question({client, place, redirect}) {
    return html`
      <h1>Allow ${visible(client)} to use this bus?</h1>
      <p>This program gets a token that is valid for 90 days. With the token, it can</p>
      <ul>
        <li>call the capabilities of your agents</li>
        <li>ask agents and start agents of its own</li>
        <li>send messages as itself and receive the answers</li>
      </ul>
      <p class="notice warn">Every program can choose this name. Allow it only if you started this login yourself.
        The token goes to ${visible(place)}: <code>${visible(redirect)}</code></p>
      ${this.refusal ? html`<p class="notice bad" role="alert">${sentence(this.refusal.message)}</p>` : nothing}
      <div class="row">
        <button class="primary" ?disabled=${this.waiting} @click=${() => this.#decide(true)}>Allow</button>
        <button ?disabled=${this.waiting} @click=${() => this.#decide(false)}>Deny</button>
      </div>
      <p class="quiet small">To see and revoke such tokens, run <code>${command('bub token list')}</code>.</p>`;
  }

  #end({client}) {
    return html`<h1 role="status">${this.answered ? 'Allowed' : 'Denied'}</h1>
      <p>Go back to ${visible(client)}. You can close this page.</p>`;
  }

  #broken() {
    return html`<h1>This login does not work</h1>
      <p class="notice bad" role="alert">${sentence(this.#client.error.message)}</p>
      <p>Start the login again in the program that you want to connect.</p>`;
  }
}

customElements.define('bub-authorize', BubAuthorize);
