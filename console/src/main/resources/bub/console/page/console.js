import {LitElement, css, html} from 'lit';

const EVENTS = ['hello', 'reload', 'bus', 'peers', 'messages', 'traffic', 'health', 'chat', 'sessions', 'lobby'];
const KEPT = 200;

/** Logs in by the one-time code after the #, which must not stay in the history. */
async function login() {
  const code = location.hash.slice(1);
  if (location.pathname !== '/login' || !code) return;
  history.replaceState(null, '', '/');
  await fetch('/api/login', {
    method: 'POST',
    headers: {'Content-Type': 'application/json', 'X-Bub-Console': '1'},
    body: JSON.stringify({code}),
  });
}

/** Shows the live stream as it comes. */
class BubStream extends LitElement {
  static properties = {lines: {state: true}, note: {state: true}};
  static styles = css`
    pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; }
    li { border-top: 1px solid color-mix(in srgb, currentcolor 20%, transparent); padding: .25rem 0; }
    ol { list-style: none; padding: 0; }
  `;

  constructor() {
    super();
    this.lines = [];
    this.note = 'connecting …';
  }

  async connectedCallback() {
    super.connectedCallback();
    await login();
    const me = await (await fetch('/api/me')).json();
    if (!me.role) {
      this.note = 'Log in first: bub console login prints a link.';
      return;
    }
    const stream = new EventSource('/api/stream');
    stream.onopen = () => { this.note = `you are ${me.role}`; };
    stream.onerror = () => { this.note = 'the console is away'; };
    for (const name of EVENTS) {
      stream.addEventListener(name, (event) => {
        this.lines = [{id: event.lastEventId, name, data: event.data}, ...this.lines].slice(0, KEPT);
      });
    }
  }

  render() {
    return html`
      <h1>bub</h1>
      <p role="status">${this.note}</p>
      <ol>${this.lines.map((line) => html`<li><b>${line.name}</b><pre>${line.data}</pre></li>`)}</ol>
    `;
  }
}

customElements.define('bub-stream', BubStream);
