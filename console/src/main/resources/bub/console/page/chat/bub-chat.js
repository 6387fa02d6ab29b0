import {LitElement, html} from 'lit';
import {look} from '../core/look.js';

class BubChat extends LitElement {
  static styles = look;

  render() {
    return html`<div class="page"><h1>chat</h1></div>`;
  }
}

customElements.define('bub-chat', BubChat);
