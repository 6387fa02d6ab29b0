package bub.agent.store;

import bub.json.RawJson;

/**
 * A turn of the conversation as it is kept.
 *
 * @param lines what was heard, said and done, as JSON
 * @param chars how much of a prompt it takes
 */
public record StoredTurn(long number, RawJson lines, int chars) {}
