import {LitElement, html} from 'lit';
import {look} from '../core/look.js';

class BubMessages extends LitElement {
  static styles = look;

  render() {
    return html`<div class="page"><h1>messages</h1></div>`;
  }
}

customElements.define('bub-messages', BubMessages);
