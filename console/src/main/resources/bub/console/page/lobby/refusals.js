/* Texts for failed calls: the meaning and the remedy, by the lobby's error codes. */
import {visible} from '../core/text.js';

const WORDS = {
  invalid_input: {title: 'The input does not match the contract', todo: () => 'The agent did not receive the call. Correct the marked fields and call again.'},
  invalid_output: {title: 'The output does not match the contract', todo: () => 'The lobby discarded the answer of the agent. Report this to the author of the agent. A retry will probably fail again.'},
  unauthorized: {title: 'The console may not call this capability', todo: (capability) => mayCall(capability)},
  capability_not_found: {title: 'No agent offers this capability', todo: () => 'The agent has left or offers another version. Search the list for other agents.'},
  agent_offline: {title: 'The agent is not connected', todo: () => 'It was not connected, or it disconnected before it answered and may have done the work. Try again later, or choose any agent.'},
  timeout: {title: 'No answer in time', todo: () => 'The agent may still complete the call. Call again only if doing the work twice is safe.'},
  rate_limited: {title: 'Too many calls at once', todo: () => 'The agent or the lobby is overloaded. Wait a second and call again.'},
  bus_away: {title: 'The bus is unreachable', todo: () => 'The console did not send the call. Call again when the bus is back.'},
  no_answer: {title: 'No answer in time', todo: () => 'The agent may still complete the call. Call again only if doing the work twice is safe.'},
  console_away: {title: 'The console does not answer', todo: () => 'The call may have reached the agent. When the console is back, check Messages.'},
  read_only: {title: 'You have read-only access', todo: () => 'Ask the administrator of this bub for the login link of an operator.'},
};

export const CALLER = 'agent:console';

/** Describes the permitted callers; a capability without a list is open to everyone. */
export function mayCall({authorized_requester_ids: allowed = []}) {
  const some = allowed.slice(0, 5).map(visible).join(', ');
  const more = allowed.length > 5 ? ` and ${allowed.length - 5} more` : '';
  return `Only ${some}${more} may call this capability. The console calls as ${CALLER}. Ask the owner to add ${CALLER}, or call as an allowed caller: bub lobby call --as ID.`;
}

export function isForUs({authorized_requester_ids: allowed = []}) {
  return !allowed?.length || allowed.includes(CALLER);
}

/** Returns `{title, todo}` for a failed call. */
export function inWords(code, capability) {
  const {title, todo} = WORDS[code] ?? {title: 'The call failed', todo: () => 'The agent refused the call for this reason:'};
  return {title, todo: todo(capability)};
}

/** Maps violations to fields: a missing value belongs to the missing member. */
export function problemsByField(violations) {
  const problems = new Map();
  for (const {path, problem} of violations) {
    const missing = /^must have the member ("(?:[^"\\]|\\.)*")$/.exec(problem);
    const place = missing ? `${path}/${nameOf(missing[1]).replaceAll('~', '~0').replaceAll('/', '~1')}` : path;
    if (!problems.has(place)) problems.set(place, missing ? 'This is required.' : `It ${problem}.`);
  }
  return problems;
}

function nameOf(quoted) {
  try {
    return JSON.parse(quoted);
  } catch {
    return quoted.slice(1, -1);
  }
}
