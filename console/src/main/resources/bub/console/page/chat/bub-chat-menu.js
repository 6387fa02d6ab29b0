/* Menu that renames or deletes a chat. Sends `deleted`. */
import {LitElement, css, html, nothing} from 'lit';
import {post} from '../core/api.js';
import {icons} from '../core/icons.js';
import {look} from '../core/look.js';
import {sentence} from '../core/text.js';

class BubChatMenu extends LitElement {
  static properties = {
    talk: {attribute: false},
    problem: {state: true},
  };

  static styles = [look, css`
    :host { flex: none; }
    dialog { width: min(28rem, 100% - 1.5rem); padding: 1.1rem; border: 1px solid var(--line); border-radius: calc(var(--radius) + 4px); background: var(--surface); color: var(--ink); }
    dialog::backdrop { background: rgb(0 0 0 / .45); }
    label { display: grid; gap: .25rem; }
    .row button, .open { min-height: 2.5rem; }
  `];

  get #dialog() {
    return this.renderRoot.querySelector('dialog');
  }

  #open() {
    this.problem = null;
    this.renderRoot.querySelector('input').value = this.talk.title.slice(0, 100);
    this.#dialog.showModal();
  }

  async #rename(event) {
    event.preventDefault();
    await this.#do('rename', {title: event.target.elements.title.value.trim()});
  }

  async #delete() {
    if (await this.#do('delete', {})) this.dispatchEvent(new Event('deleted'));
  }

  async #do(what, body) {
    try {
      await post(`${this.talk.path}/${what}`, body);
      this.#dialog.close();
      return true;
    } catch (refused) {
      this.problem = refused.message;
      return false;
    }
  }

  render() {
    return html`<button class="plain open" aria-label="Rename or delete this chat" @click=${this.#open}>${icons.more}</button>
      <dialog aria-labelledby="title"><form class="stack" @submit=${this.#rename}>
        <h2 id="title">Rename or delete</h2>
        <label>Title <input name="title" required maxlength="100" autocomplete="off" dir="auto"></label>
        <div role="alert">${this.problem ? html`<p class="notice bad">${sentence(this.problem)}</p>` : nothing}</div>
        <p class="small quiet">If you delete this chat, its messages are gone for everyone, and its agent stops.</p>
        <div class="row"><button type="button" @click=${this.#delete}>Delete chat</button><span class="grow"></span>
          <button type="button" @click=${() => this.#dialog.close()}>Cancel</button><button class="primary">Rename</button></div>
      </form></dialog>`;
  }
}

customElements.define('bub-chat-menu', BubChatMenu);
