/* A button that copies a text and confirms it. */
import {LitElement, css, html} from 'lit';
import {icons} from './icons.js';
import {look} from './look.js';

class BubCopy extends LitElement {
  static properties = {
    text: {attribute: false},
    label: {},
    done: {state: true},
  };

  static styles = [look, css`
    :host { display: inline-block; }
    button { min-height: 2rem; padding: .1rem .5rem; color: var(--quiet); font-size: var(--tiny); }
    svg { width: 1rem; height: 1rem; }
  `];

  /** Copies the text. `text` may be a function, for a text that is costly to build. */
  async #copy() {
    const text = typeof this.text === 'function' ? this.text() : this.text;
    this.done = await navigator.clipboard.writeText(text).then(() => 'Copied', () => 'Copying is not allowed here');
    setTimeout(() => { this.done = ''; }, 1500);
  }

  render() {
    return html`<button type="button" class="plain" aria-label=${this.label} @click=${this.#copy}>${icons.copy}
      <span role="status">${this.done}</span></button>`;
  }
}

customElements.define('bub-copy', BubCopy);
