package bub.agent.store;

import bub.json.RawJson;

/**
 * Turn of the conversation before it is stored.
 *
 * @param lines lines of the conversation as JSON
 * @param chars number of characters that the turn adds to a prompt
 */
public record NewTurn(RawJson lines, int chars) {}
