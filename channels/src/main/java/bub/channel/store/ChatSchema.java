package bub.channel.store;

import bub.store.StoreSchema;
import java.util.List;

/** Schema of the file with a channel's chats. */
final class ChatSchema {
  // A line's to_do says what is left: 'deliver' it to an agent, 'await' the answer, 'show' it to
  // the person, or nothing. Triggers maintain the total, so that it is correct after any
  // transaction.
  static final List<String> VERSIONS =
      List.of(
          """
          CREATE TABLE chat (
            chat_id TEXT PRIMARY KEY,
            agent TEXT,
            configured INTEGER NOT NULL) WITHOUT ROWID;
          CREATE TABLE served (
            chat_id TEXT NOT NULL,
            agent TEXT NOT NULL,
            since INTEGER NOT NULL,
            PRIMARY KEY (chat_id, agent)) WITHOUT ROWID;
          CREATE TABLE line (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            chat_id TEXT NOT NULL,
            speaker TEXT NOT NULL,
            agent TEXT,
            message_id TEXT,
            own_id TEXT,
            reply_to TEXT,
            reply_to_own_id TEXT,
            text TEXT NOT NULL,
            payload BLOB,
            at INTEGER NOT NULL,
            to_do TEXT);
          CREATE UNIQUE INDEX line_typed ON line (chat_id, message_id) WHERE speaker = 'human';
          CREATE INDEX line_in_chat ON line (chat_id, number);
          CREATE INDEX line_to_do ON line (to_do, chat_id, number) WHERE to_do IS NOT NULL;
          CREATE INDEX line_done ON line (at) WHERE to_do IS NULL;
          CREATE TABLE total (unfinished INTEGER NOT NULL);
          INSERT INTO total VALUES (0);
          CREATE TRIGGER line_in AFTER INSERT ON line WHEN NEW.to_do IS NOT NULL BEGIN
            UPDATE total SET unfinished = unfinished + 1;
          END;
          CREATE TRIGGER line_finished AFTER UPDATE OF to_do ON line
            WHEN OLD.to_do IS NOT NULL AND NEW.to_do IS NULL BEGIN
            UPDATE total SET unfinished = unfinished - 1;
          END;
          CREATE TABLE seen (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            chat_id TEXT NOT NULL,
            message_id TEXT NOT NULL,
            sender TEXT NOT NULL,
            reply_to TEXT,
            at INTEGER NOT NULL,
            UNIQUE (chat_id, message_id, sender));
          CREATE INDEX seen_at ON seen (at)
          """,
          // An aside is a group message that is not for the agent; parts of a long line are shown
          // one by one.
          """
          ALTER TABLE line ADD COLUMN aside INTEGER NOT NULL DEFAULT 0;
          ALTER TABLE line ADD COLUMN parts_shown INTEGER NOT NULL DEFAULT 0
          """,
          // A profile holds the title of a chat and the agent that its person chose for it.
          """
          CREATE TABLE profile (
            chat_id TEXT PRIMARY KEY,
            title TEXT,
            chosen_agent TEXT) WITHOUT ROWID;
          INSERT INTO profile (chat_id, title)
            SELECT chat_id, substr(text, 1, 200) FROM line WHERE number IN (
              SELECT min(number) FROM line WHERE speaker = 'human' AND aside = 0 GROUP BY chat_id);
          CREATE TABLE tool_call (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            chat_id TEXT NOT NULL,
            after_line INTEGER NOT NULL,
            name TEXT NOT NULL,
            arguments TEXT NOT NULL,
            status TEXT NOT NULL,
            result TEXT,
            at INTEGER NOT NULL);
          CREATE INDEX tool_call_in_chat ON tool_call (chat_id, number);
          CREATE INDEX tool_call_at ON tool_call (at)
          """,
          // A report tells an agent whether a reply was shown. From this version on, a line's
          // speaker may be an operator.
          """
          CREATE TABLE report (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            chat_id TEXT NOT NULL,
            id TEXT NOT NULL,
            agent TEXT NOT NULL,
            reply_id TEXT NOT NULL,
            status TEXT NOT NULL,
            error TEXT);
          CREATE INDEX report_in_chat ON report (chat_id, number)
          """,
          // A message to an agent begins a turn, which is 'asked' or 'stopped'.
          """
          ALTER TABLE line ADD COLUMN turn TEXT;
          UPDATE line SET turn = 'asked' WHERE speaker = 'human' AND aside = 0;
          CREATE INDEX line_stopped ON line (chat_id, message_id) WHERE turn = 'stopped'
          """);

  private static final String RECOUNT =
      "UPDATE total SET unfinished = (SELECT count(*) FROM line WHERE to_do IS NOT NULL)";

  static final StoreSchema CURRENT = StoreSchema.of(VERSIONS).withRecount(List.of(RECOUNT));

  private ChatSchema() {}
}
