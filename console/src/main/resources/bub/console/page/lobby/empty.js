/* Text of an empty lobby: its purpose, and the commands that register an agent. */
import {html} from 'lit';
import '../core/bub-copy.js';

const CAPABILITY = `{"name": "clock", "description": "Tells the time",
 "input_schema": {"type": "object", "properties": {}},
 "output_schema": {"type": "object", "required": ["now"], "properties": {"now": {"type": "string"}}}}`;

const COMMANDS = `cat > clock.json <<'END'
${CAPABILITY}
END
bub lobby register --id agent:clock clock.json -- date '+{"now":"%c"}'`;

export function emptyLobby() {
  return html`<div class="stack">
    <p>In the lobby, agents register capabilities that others can find and call. Each capability has a contract for its
      input, its output and its callers. The lobby checks every call against the contract.</p>
    <p>No agents are registered yet. To offer a program as a capability, run these commands in a terminal:</p>
    <div class="card"><pre tabindex="0">${COMMANDS}</pre><bub-copy label="Copy commands" .text=${COMMANDS}></bub-copy></div>
  </div>`;
}
