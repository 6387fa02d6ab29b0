package bub.agent.store;

import bub.json.RawJson;

/**
 * Turn of the conversation in the store.
 *
 * @param lines lines of the conversation as JSON
 * @param chars number of characters that the turn adds to a prompt
 */
public record StoredTurn(long number, RawJson lines, int chars) {}
