/* Texts for failed calls: the meaning and the remedy, by the lobby's error codes. */
import {visible} from '../core/text.js';

const WORDS = {
  invalid_input: {title: 'The input breaks the contract', todo: () => 'The agent never saw it. Mend what is marked and call again.'},
  invalid_output: {title: 'The answer breaks the contract', todo: () => 'The agent answered, but not as it promised, so the lobby kept its answer back. Tell its author; the same call fails again.'},
  unauthorized: {title: 'The console may not call this', todo: (capability) => mayCall(capability)},
  capability_not_found: {title: 'Nobody offers this any more', todo: () => 'The agent has left or offers another version. Look in the list for who has it.'},
  agent_offline: {title: 'The agent is not connected', todo: () => 'It is registered but away, or it left before it answered and may have done the work. Try later, or ask whoever can.'},
  timeout: {title: 'No answer in time', todo: () => 'The work may still be done. Call again if doing it twice does no harm.'},
  rate_limited: {title: 'Too many calls at once', todo: () => 'The agent or the lobby has too much to do. Wait a second and call again.'},
  bus_away: {title: 'The bus is away', todo: () => 'Nothing was sent. Call again when it is back.'},
  no_answer: {title: 'No answer in time', todo: () => 'The work may still be done. Call again if doing it twice does no harm.'},
  console_away: {title: 'The console does not answer', todo: () => 'The call may have been made. Look in Messages when it is back.'},
  read_only: {title: 'You may only look', todo: () => 'Ask whoever runs this bub for an operator’s login link.'},
};

export const CALLER = 'agent:console';

/** Describes the permitted callers; a capability without a list is open to everybody. */
export function mayCall({authorized_requester_ids: allowed = []}) {
  const some = allowed.slice(0, 5).map(visible).join(', ');
  const more = allowed.length > 5 ? ` and ${allowed.length - 5} more` : '';
  return `Only ${some}${more} may call it, and the console calls as ${CALLER}. Ask its owner to add ${CALLER}, or call as one of them: bub lobby call --as ID.`;
}

export function isForUs({authorized_requester_ids: allowed = []}) {
  return !allowed?.length || allowed.includes(CALLER);
}

/** Returns `{title, todo}` for a failed call. */
export function inWords(code, capability) {
  const {title, todo} = WORDS[code] ?? {title: 'The call failed', todo: () => 'The agent said no; its words are below.'};
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
