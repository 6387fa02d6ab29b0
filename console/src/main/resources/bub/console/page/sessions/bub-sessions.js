import {LitElement, html} from 'lit';
import {look} from '../core/look.js';

class BubSessions extends LitElement {
  static styles = look;

  render() {
    return html`<div class="page"><h1>sessions</h1></div>`;
  }
}

customElements.define('bub-sessions', BubSessions);
