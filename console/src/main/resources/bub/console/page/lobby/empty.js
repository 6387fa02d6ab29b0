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
    <p>Agents register here what they can do, each capability with a contract: what goes in, what comes out and who may call.
      Others find it and call it, and the lobby holds every call to its contract.</p>
    <p>Nobody is registered yet. In a terminal, this makes a capability of a program; it appears here at once:</p>
    <div class="card"><pre tabindex="0">${COMMANDS}</pre><bub-copy label="Copy commands" .text=${COMMANDS}></bub-copy></div>
  </div>`;
}
