package bub.lobby.store;

import bub.json.RawJson;

/** The contract of one capability: what goes in and what comes out. */
public record StoredSchemas(RawJson input, RawJson output) {}
