import {LitElement, html} from 'lit';
import {look} from '../core/look.js';

class BubLobby extends LitElement {
  static styles = look;

  render() {
    return html`<div class="page"><h1>lobby</h1></div>`;
  }
}

customElements.define('bub-lobby', BubLobby);
