/* Loads the lobby's agents page by page, and filters them by words. */
import {ApiError, get} from '../core/api.js';
import {nameOf} from './contract.js';

// Number of pages, of a hundred agents each, that load without a request of the user.
const PAGES = 5;

function ordered(agents) {
  return agents.toSorted((a, b) => b.online - a.online || (a.agentId < b.agentId ? -1 : 1));
}

/**
 * Returns `{agents, next}`, online agents first; at least `atLeast` of them if there are so many.
 */
export async function loadAgents(atLeast = 0) {
  const agents = [];
  let next;
  for (let page = 0; page === 0 || (next && (page < PAGES || agents.length < atLeast)); page++) {
    const some = await get('/api/lobby/agents', {from: next});
    agents.push(...some.agents);
    next = some.next;
  }
  return {agents: ordered(agents), next};
}

/** Loads an agent that is not in the list; undefined when it does not exist. */
export async function loadAgent(agentId) {
  const {agents} = await get('/api/lobby/agents', {from: agentId, limit: 1});
  return agents.find((agent) => agent.agentId === agentId);
}

/** Returns the lobby's results for words, or for a name with * or @: [{agentId, capabilities}…]. */
export async function discover(text, signal) {
  const isName = /[*?@[]/.test(text);
  try {
    return (await get('/api/lobby/discover', isName ? {name: text} : {words: text}, {signal})).agents;
  } catch (refused) {
    // An unfinished version range is invalid; the local results are enough.
    if (refused instanceof ApiError && refused.code !== 'bus_away') return [];
    throw refused;
  }
}

/** Returns the agents and capabilities that contain the text or that the lobby has found. */
export function filtered(agents, text, found) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return agents;
  const has = (...texts) => words.every((word) => texts.some((one) => one.toLowerCase().includes(word)));
  const services = new Map(found.map((one) => [one.agentId, new Set(one.capabilities.map(nameOf))]));
  const known = new Set(agents.map((agent) => agent.agentId));
  const some = agents.flatMap((agent) => {
    if (has(agent.agentId)) return [agent];
    const capabilities = agent.capabilities.filter((one) => services.get(agent.agentId)?.has(nameOf(one))
        || has(one.name, one.description, ...(one.keywords ?? [])));
    return capabilities.length ? [{...agent, capabilities}] : [];
  });
  return [...some, ...found.filter((one) => !known.has(one.agentId))];
}
