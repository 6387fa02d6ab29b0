package bub.agent.store;

import bub.json.RawJson;
import bub.protocol.MessageId;
import bub.store.StoreDatabase;
import bub.store.StoreRepair;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The agent's memory on disk. When a call returns, not even a power cut can undo it. Safe for any
 * thread; calls block for the disk.
 */
public final class AgentStore implements AutoCloseable {
  private static final List<String> SCHEMA =
      List.of(
          """
          CREATE TABLE turn (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            lines BLOB NOT NULL,
            chars INTEGER NOT NULL);
          CREATE TABLE summary (only INTEGER PRIMARY KEY CHECK (only = 1), text TEXT NOT NULL);
          CREATE TABLE attempt (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            sender TEXT NOT NULL,
            message_id TEXT NOT NULL,
            count INTEGER NOT NULL);
          CREATE TABLE answer (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            sender TEXT NOT NULL,
            message_id TEXT NOT NULL,
            answer BLOB NOT NULL);
          CREATE TABLE alarm (
            id TEXT PRIMARY KEY,
            due_at INTEGER NOT NULL,
            text TEXT NOT NULL);
          CREATE INDEX alarm_by_time ON alarm (due_at)
          """);

  private final StoreDatabase database;

  private AgentStore(StoreDatabase database) {
    this.database = database;
  }

  /** Opens the file, and makes it where it is missing. */
  public static AgentStore open(Path file) throws IOException {
    return new AgentStore(StoreDatabase.open(file, SCHEMA));
  }

  /** Tells {@code listener} when a damaged file was replaced. */
  public AgentStore onRepair(Consumer<StoreRepair> listener) {
    database.onRepair(listener);
    return this;
  }

  // ---- answers

  /** Notes that the answer to a message is begun; returns how often that has happened. */
  public int begin(MessageKey key) throws IOException, InterruptedException {
    return database.call(c -> AnswerTables.begin(c, key));
  }

  /**
   * Notes the answer to a message, and with it the turn it belongs to.
   *
   * @param turn null when it is not to be remembered
   */
  public void finish(MessageKey key, RawJson answer, @Nullable NewTurn turn)
      throws IOException, InterruptedException {
    database.call(
        c -> {
          AnswerTables.keep(c, key, answer);
          if (turn != null) {
            ConversationTables.add(c, turn);
          }
          return true;
        });
  }

  /** The answer, if this is the message that was answered last. */
  public Optional<RawJson> answerTo(MessageKey key) throws IOException, InterruptedException {
    return database.call(c -> AnswerTables.find(c, key));
  }

  // ---- the conversation

  /** What came last, as far as it fits. */
  public ConversationHistory recall(long maxChars) throws IOException, InterruptedException {
    return database.call(
        c ->
            new ConversationHistory(
                ConversationTables.summary(c), ConversationTables.newest(c, maxChars)));
  }

  /** What came first, until it makes up so much. */
  public ConversationHistory beginning(long chars) throws IOException, InterruptedException {
    return database.call(
        c ->
            new ConversationHistory(
                ConversationTables.summary(c), ConversationTables.oldest(c, chars)));
  }

  /**
   * Forgets turns up to this one.
   *
   * @param summary of all that is forgotten; null leaves the old one
   */
  public void forgetThrough(long number, @Nullable String summary)
      throws IOException, InterruptedException {
    database.call(
        c -> {
          ConversationTables.forgetThrough(c, number);
          if (summary != null) {
            ConversationTables.summarize(c, summary);
          }
          return true;
        });
  }

  /** Forgets the conversation; returns how many turns it had. */
  public int reset() throws IOException, InterruptedException {
    return database.call(ConversationTables::reset);
  }

  public StoreStatistics figures() throws IOException, InterruptedException {
    return database.call(ConversationTables::figures);
  }

  // ---- alarms

  /** Sets an alarm, once; false when there are {@code max} already. */
  public boolean set(Alarm alarm, int max) throws IOException, InterruptedException {
    return database.call(c -> AlarmTables.set(c, alarm, max));
  }

  /** The alarm that is due first. */
  public Optional<Alarm> nextAlarm() throws IOException, InterruptedException {
    return database.call(AlarmTables::next);
  }

  public void drop(MessageId alarm) throws IOException, InterruptedException {
    database.call(
        c -> {
          AlarmTables.drop(c, alarm);
          return true;
        });
  }

  @Override
  public void close() throws IOException {
    database.close();
  }
}
