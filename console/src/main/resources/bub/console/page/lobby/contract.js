/* What a capability is called, here and in a terminal. */

/** Its name, with the version where it has one. */
export function nameOf({name, version}) {
  return version ? `${name}@${version}` : name;
}

/** How the lobby is asked for exactly this one: a version's build part does not count. */
export function callName({name, version}) {
  return version ? `${name}@${version.split('+')[0]}` : name;
}

export function capabilityUrl(agentId, capability) {
  return `/lobby?${new URLSearchParams({agent: agentId, capability: nameOf(capability)})}`;
}

export function agentUrl(agentId) {
  return `/lobby?${new URLSearchParams({agent: agentId})}`;
}

// Systems take no longer arguments than 128 KiB; well before that the input is better in a file.
const LONGEST_ARGUMENT = 30_000;

/** The same call for a terminal. */
export function commandLine(capability, agentId, input) {
  const agent = agentId ? ` --agent ${quoted(agentId)}` : '';
  const json = escaped(JSON.stringify(input));
  const given = json.length > LONGEST_ARGUMENT ? '@input.json' : json;
  return `bub lobby call ${quoted(callName(capability))}${agent} --input ${quoted(given)}`;
}

function quoted(text) {
  return /^[\w.:@/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

// In JSON any character may be written by its number, so that a terminal shows what is there.
function escaped(json) {
  return json.replace(/[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
      (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
