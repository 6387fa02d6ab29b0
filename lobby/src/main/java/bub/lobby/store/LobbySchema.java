package bub.lobby.store;

import bub.store.StoreSchema;
import java.util.List;

/** The tables of a lobby's store. */
final class LobbySchema {
  /** Tells our file from every other SQLite file: "bubL". */
  private static final int APPLICATION_ID = 0x6275624C;

  /**
   * What brings a file from each version to the next, beginning with an empty one.
   *
   * <p>What a capability says has a table of its own, so that what is loaded at the start lies
   * close together. The index of words keeps its texts once more: without them (contentless_delete)
   * removed neighbours make every search slow until SQLite gets round to merging them away.
   */
  static final StoreSchema CURRENT =
      StoreSchema.of(
              List.of(
                  """
                  CREATE TABLE agent (
                    id INTEGER PRIMARY KEY,
                    address TEXT NOT NULL UNIQUE,
                    token_hash BLOB NOT NULL,
                    registered_at INTEGER NOT NULL,
                    last_seen INTEGER NOT NULL);
                  CREATE TABLE capability (
                    id INTEGER PRIMARY KEY,
                    agent INTEGER NOT NULL,
                    name TEXT NOT NULL,
                    version TEXT,
                    requesters TEXT,
                    timeout_seconds INTEGER);
                  CREATE INDEX capability_agent ON capability (agent);
                  CREATE INDEX capability_name ON capability (name);
                  CREATE TABLE body (id INTEGER PRIMARY KEY, json BLOB NOT NULL);
                  CREATE VIRTUAL TABLE words USING fts5 (
                    name, description, keywords,
                    tokenize = 'porter unicode61 remove_diacritics 2')
                  """,
                  "ALTER TABLE agent ADD COLUMN repeat_hash BLOB"))
          .markedAs(APPLICATION_ID);

  private LobbySchema() {}
}
