/* Input field of a chat. Sends `say` {text} and `command` {name}; keeps the draft of each chat. */
import {LitElement, css, html, nothing} from 'lit';
import {icons} from '../core/icons.js';
import {look} from '../core/look.js';
import {COMMANDS, commandIn, namesFrom} from './commands.js';

class BubComposer extends LitElement {
  static properties = {
    chat: {},
    why: {}, // reason why the chat is read-only, or empty
    isOperator: {type: Boolean}, // true in chats of other channels
    isBusy: {type: Boolean}, // true while the agent works
    draft: {state: true},
    menu: {state: true},
  };

  static styles = [look, css`
    :host { position: relative; }
    form { display: flex; align-items: end; gap: .35rem; padding: .35rem; border: 1px solid var(--strong-line); border-radius: calc(var(--radius) + 6px); background: var(--surface); }
    form:focus-within { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
    textarea { flex: 1; border: 0; padding: .5rem .3rem; min-height: 2.5rem; max-height: 40dvh; resize: none; line-height: 1.5; background: none; }
    textarea:focus-visible { outline: none; }
    textarea:disabled { cursor: not-allowed; }
    form button { min-height: 2.5rem; min-width: 2.5rem; padding: 0; flex: none; }
    .slash { font-family: var(--mono); font-size: 1.1rem; color: var(--quiet); }
    .hint { padding: .35rem .75rem 0; font-size: var(--tiny); color: var(--quiet); }
    .menu { position: absolute; inset: auto auto calc(100% + .4rem) 0; z-index: 5; display: grid; min-width: min(23rem, 100%); padding: .35rem; border: 1px solid var(--line); border-radius: calc(var(--radius) + 2px); background: var(--surface); box-shadow: 0 8px 30px rgb(0 0 0 / .18); }
    .menu button { justify-content: start; gap: .75rem; min-height: 2.5rem; font-size: var(--small); white-space: normal; text-align: start; }
    .menu code { min-width: 4rem; color: var(--accent); }
    @media (max-width: 720px) { .hint:not(.why) { display: none; } }
  `];

  constructor() {
    super();
    this.chat = '';
    this.why = '';
    this.isOperator = false;
    this.isBusy = false;
    this.draft = '';
    this.menu = false;
    this.addEventListener('keydown', (event) => this.#key(event));
    this.addEventListener('focusout', (event) => { if (!this.renderRoot.contains(event.relatedTarget)) this.menu = false; });
  }

  willUpdate(changed) {
    if (changed.has('chat')) this.draft = sessionStorage.getItem(this.#kept) ?? '';
  }

  updated() {
    const area = this.#area;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight}px`;
  }

  focus() {
    this.updateComplete.then(() => this.#area.focus());
  }

  /** Puts a text into the input field, before the current draft. */
  edit(text) {
    this.#write(this.draft ? `${text}\n${this.draft}` : text);
    this.focus();
  }

  get #area() {
    return this.renderRoot.querySelector('textarea');
  }

  get #kept() {
    return `bub-draft-${this.chat}`;
  }

  #write(text) {
    this.draft = text;
    try {
      if (text) {
        sessionStorage.setItem(this.#kept, text);
      } else {
        sessionStorage.removeItem(this.#kept);
      }
    } catch {
      // Too long for the storage: a stored half would look like the whole draft.
      sessionStorage.removeItem(this.#kept);
    }
  }

  #key(event) {
    if (event.key === 'Escape' && this.menu) {
      event.stopPropagation();
      this.menu = false;
      this.focus();
    } else if (['ArrowUp', 'ArrowDown'].includes(event.key) && this.menu) {
      event.preventDefault();
      this.#move(event.key === 'ArrowDown' ? 1 : -1);
    }
  }

  #move(by) {
    const choices = [...this.renderRoot.querySelectorAll('.menu button')];
    const at = choices.indexOf(this.renderRoot.activeElement);
    choices.at((at + by) % choices.length)?.focus();
  }

  #typed(event) {
    this.#write(event.target.value);
    this.menu = !this.isOperator && commandIn(this.draft) !== null;
  }

  #pressed(event) {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.#send();
  }

  #send() {
    const text = this.draft;
    if (this.why || text.trim() === '') return;
    const begun = this.isOperator ? null : commandIn(text);
    this.#write('');
    this.menu = false;
    if (begun === null) {
      this.#tell('say', {text: text.trim()});
    } else {
      const names = namesFrom(begun);
      this.#tell('command', {name: names.length === 1 ? names[0] : begun});
    }
  }

  #choose(name) {
    this.menu = false;
    if (commandIn(this.draft) !== null) this.#write('');
    this.focus();
    this.#tell('command', {name});
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, {detail}));
  }

  render() {
    return html`
      ${this.menu ? this.#menu() : nothing}
      <form @submit=${(event) => { event.preventDefault(); this.#send(); }}>
        ${this.isOperator ? nothing : html`<button type="button" class="plain slash" aria-label="Commands" title="Commands" aria-expanded=${this.menu}
            ?disabled=${Boolean(this.why)} @click=${() => { this.menu = !this.menu; }}>/</button>`}
        <textarea rows="1" dir="auto" aria-label="Message" enterkeyhint="send" ?disabled=${Boolean(this.why)}
            placeholder=${this.why ? 'Read-only' : this.isOperator ? 'Write as an operator' : 'Write a message'} .value=${this.draft} @input=${this.#typed} @keydown=${this.#pressed}></textarea>
        ${this.isBusy && !this.isOperator && !this.why ? html`<button type="button" aria-label="Stop" title="Stop"
            @click=${() => this.#tell('command', {name: 'stop'})}>${icons.stop}</button>` : nothing}
        <button class="primary" aria-label="Send" title="Send" ?disabled=${Boolean(this.why) || this.draft.trim() === ''}>${icons.send}</button>
      </form>
      <p class="hint ${this.why ? 'why' : ''}">${this.why || (this.isOperator
        ? 'The person and the agent see that an operator wrote this. Press Enter to send, Shift+Enter for a new line.'
        : 'Press Enter to send, Shift+Enter for a new line, / for commands.')}</p>`;
  }

  #menu() {
    const names = namesFrom(commandIn(this.draft) ?? '');
    return names.length === 0 ? nothing : html`<div class="menu" role="group" aria-label="Commands">
      ${names.map((name) => html`<button type="button" class="plain" @click=${() => this.#choose(name)}><code>/${name}</code><span>${COMMANDS[name]}</span></button>`)}
    </div>`;
  }
}

customElements.define('bub-composer', BubComposer);
