package bub.lobby.store;

import bub.json.RawJson;

/** Input and output schema of one capability. */
public record StoredSchemas(RawJson input, RawJson output) {}
