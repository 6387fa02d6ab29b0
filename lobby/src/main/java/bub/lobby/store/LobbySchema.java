package bub.lobby.store;

import bub.store.StoreSchema;
import java.util.List;

/** Tables of a lobby's store. */
final class LobbySchema {
  /** Marks our file among other SQLite files: "bubL". */
  private static final int APPLICATION_ID = 0x6275624C;

  /**
   * Migrations from each version to the next, starting with an empty file.
   *
   * <p>The text of a capability has a table of its own, so that the rows loaded at the start lie
   * close together. The word index stores its texts again: without them (contentless_delete),
   * deleted entries would slow every search until SQLite merges them away.
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
