/*
 * Instructions for users who are not logged in. Login works only with a link from the terminal, so
 * there is no password to guess.
 */
import {LitElement, css, html, nothing} from 'lit';
import {get} from '../core/api.js';
import {command} from '../core/command.js';
import {look} from '../core/look.js';
import {sentence} from '../core/text.js';

class BubLogin extends LitElement {
  static properties = {refusal: {attribute: false}};

  static styles = [look, css`
    :host { display: grid; place-content: center; min-height: 100dvh; padding: 1rem; }
    .card { display: grid; gap: .9rem; max-width: 27rem; }
    img { width: 2.5rem; }
    pre { padding: .7rem .9rem; background: var(--raised); border-radius: var(--radius); user-select: all; }
  `];

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener('visibilitychange', this.#look);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.#look);
  }

  /** Continues on this page when the user comes back after a login in another tab. */
  #look = async () => {
    if (document.visibilityState !== 'visible') return;
    const me = await get('/api/me').catch(() => null);
    if (me?.role) location.reload();
  };

  render() {
    return html`<div class="card">
      <img src="/icon.svg" alt="">
      <h1>Log in</h1>
      ${this.refusal ? html`<p class="notice bad" role="alert">${sentence(this.refusal.message)}</p>` : nothing}
      <p>This bus is locked, so you must log in. Run this command on the machine where bub runs:</p>
      <pre>${command('bub console login')}</pre>
      <p class="quiet">The command prints a link that works once and expires after ten minutes. Open the link in this browser.
        ${location.pathname === '/authorize' ? 'Then come back to this page.' : nothing}</p>
    </div>`;
  }
}

customElements.define('bub-login', BubLogin);
