package bub.agent.store;

import bub.agent.store.AgentStore.StoredTurn;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.store.StoreDatabase;
import bub.store.StoreRepair;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Memory of the agent on disk. A change is durable, even against a power cut, when the call
 * returns. Safe for any thread; calls block for the disk.
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

  public static AgentStore open(Path file) throws IOException {
    return new AgentStore(StoreDatabase.open(file, SCHEMA));
  }

  /** Calls {@code listener} when a damaged file was replaced. */
  public AgentStore onRepair(Consumer<StoreRepair> listener) {
    database.onRepair(listener);
    return this;
  }

  // ---- answers

  /** Records an attempt to answer a message; returns the number of attempts so far. */
  public int begin(MessageKey key) throws IOException, InterruptedException {
    return database.call(c -> AnswerTables.begin(c, key));
  }

  /**
   * Stores the answer to a message together with its turn.
   *
   * @param turn null when the turn must not be remembered
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

  /** Answer to this message, if it is the last one answered. */
  public Optional<RawJson> answerTo(MessageKey key) throws IOException, InterruptedException {
    return database.call(c -> AnswerTables.find(c, key));
  }

  // ---- conversation

  /** Summary and the newest turns that fit into {@code maxChars}. */
  public ConversationHistory recall(long maxChars) throws IOException, InterruptedException {
    return database.call(
        c ->
            new ConversationHistory(
                ConversationTables.summary(c), ConversationTables.newest(c, maxChars)));
  }

  /** Summary and the oldest turns, until they add up to {@code chars}. */
  public ConversationHistory beginning(long chars) throws IOException, InterruptedException {
    return database.call(
        c ->
            new ConversationHistory(
                ConversationTables.summary(c), ConversationTables.oldest(c, chars)));
  }

  /**
   * Deletes all turns up to and including this one.
   *
   * @param summary summary of all deleted turns; null keeps the old one
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

  /** Deletes the conversation; returns its number of turns. */
  public int reset() throws IOException, InterruptedException {
    return database.call(ConversationTables::reset);
  }

  public StoreStatistics figures() throws IOException, InterruptedException {
    return database.call(ConversationTables::figures);
  }

  // ---- alarms

  /** Stores an alarm unless it exists; returns false when there are {@code max} already. */
  public boolean set(Alarm alarm, int max) throws IOException, InterruptedException {
    return database.call(c -> AlarmTables.set(c, alarm, max));
  }

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

  /** Key of a message: an id is unique only together with its sender. */
  public record MessageKey(Address from, MessageId id) {}

  /**
   * Turn of the conversation before it is stored.
   *
   * @param lines lines of the conversation as JSON
   * @param chars number of characters that the turn adds to a prompt
   */
  public record NewTurn(RawJson lines, int chars) {}

  /**
   * Turn of the conversation in the store.
   *
   * @param lines lines of the conversation as JSON
   * @param chars number of characters that the turn adds to a prompt
   */
  public record StoredTurn(long number, RawJson lines, int chars) {}

  /** Part of the conversation: a summary of earlier turns, then turns in full, oldest first. */
  public record ConversationHistory(String summary, List<StoredTurn> turns) {

    public ConversationHistory {
      turns = List.copyOf(turns);
    }
  }

  /** Numbers of stored turns, characters and alarms. */
  public record StoreStatistics(int turns, long chars, boolean hasSummary, int alarms) {}

  /** Message that the agent has scheduled for itself. */
  public record Alarm(MessageId id, Instant due, String text) {}
}
