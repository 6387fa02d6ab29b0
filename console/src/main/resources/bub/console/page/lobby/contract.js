/* Names of a capability, on the page and in a terminal. */
import {command} from '../core/command.js';

/** Returns the name with its version, if any. */
export function nameOf({name, version}) {
  return version ? `${name}@${version}` : name;
}

/**
 * Returns the name for an exact request to the lobby, which ignores the build part of a version.
 */
export function callName({name, version}) {
  return version ? `${name}@${version.split('+')[0]}` : name;
}

export function capabilityUrl(agentId, capability) {
  return `/lobby?${new URLSearchParams({agent: agentId, capability: nameOf(capability)})}`;
}

export function agentUrl(agentId) {
  return `/lobby?${new URLSearchParams({agent: agentId})}`;
}

// Systems limit an argument to 128 KiB; well below that, a file is better for the input.
const LONGEST_ARGUMENT = 30_000;

/** Returns the same call as a terminal command. */
export function commandLine(capability, agentId, input) {
  const agent = agentId ? ` --agent ${quoted(agentId)}` : '';
  const json = escaped(JSON.stringify(input));
  const given = json.length > LONGEST_ARGUMENT ? '@input.json' : json;
  return command(`bub lobby call ${quoted(callName(capability))}${agent} --input ${quoted(given)}`);
}

function quoted(text) {
  return /^[\w.:@/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

// Escapes invisible characters in JSON, so that a terminal shows them.
function escaped(json) {
  return json.replace(/[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
      (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
