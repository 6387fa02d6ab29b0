import {LitElement, html} from 'lit';
import {look} from '../core/look.js';

class BubHealth extends LitElement {
  static styles = look;

  render() {
    return html`<div class="page"><h1>health</h1></div>`;
  }
}

customElements.define('bub-health', BubHealth);
