import {LitElement, html} from 'lit';
import {look} from '../core/look.js';

class BubMap extends LitElement {
  static styles = look;

  render() {
    return html`<div class="page"><h1>map</h1></div>`;
  }
}

customElements.define('bub-map', BubMap);
