package bub.agent.store;

import bub.json.RawJson;

/**
 * A turn of the conversation that is to be kept.
 *
 * @param lines what was heard, said and done, as JSON
 * @param chars how much of a prompt it takes
 */
public record NewTurn(RawJson lines, int chars) {}
