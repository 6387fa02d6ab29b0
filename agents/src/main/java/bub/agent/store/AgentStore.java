package bub.agent.store;

import bub.agent.store.AgentStore.StoredTurn;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.trace.Causality;
import bub.protocol.trace.TraceId;
import bub.store.StoreDatabase;
import bub.store.StoreRepair;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Memory of the agent on disk, safe against a power cut. Safe for any thread; calls block. */
public final class AgentStore implements AutoCloseable {
  static final List<String> SCHEMA =
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
          """,
          """
          ALTER TABLE alarm ADD COLUMN set_at INTEGER;
          ALTER TABLE alarm ADD COLUMN cause TEXT;
          ALTER TABLE alarm ADD COLUMN trace TEXT;
          CREATE TABLE stopped_trace (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            trace TEXT NOT NULL UNIQUE)
          """);

  private final StoreDatabase database;

  private AgentStore(StoreDatabase database) {
    this.database = database;
  }

  public static AgentStore open(Path file) throws IOException {
    return new AgentStore(StoreDatabase.open(file, SCHEMA));
  }

  public AgentStore onRepair(Consumer<StoreRepair> listener) {
    database.onRepair(listener);
    return this;
  }

  /** Returns the number of attempts so far. */
  public int begin(MessageKey key) throws IOException, InterruptedException {
    return database.call(c -> AnswerTables.begin(c, key));
  }

  /** {@code turn} is null when it must not be remembered. */
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

  /** Only the last answer is known. */
  public Optional<RawJson> answerTo(MessageKey key) throws IOException, InterruptedException {
    return database.call(c -> AnswerTables.find(c, key));
  }

  /** The newest turns that fit. */
  public ConversationHistory recall(long maxChars) throws IOException, InterruptedException {
    return database.call(
        c ->
            new ConversationHistory(
                ConversationTables.summary(c), ConversationTables.newest(c, maxChars)));
  }

  /** The oldest turns that add up to at least {@code chars}. */
  public ConversationHistory beginning(long chars) throws IOException, InterruptedException {
    return database.call(
        c ->
            new ConversationHistory(
                ConversationTables.summary(c), ConversationTables.oldest(c, chars)));
  }

  /** {@code number} included; a null summary keeps the old one. */
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

  /** Returns the number of deleted turns. */
  public int reset() throws IOException, InterruptedException {
    return database.call(ConversationTables::reset);
  }

  public StoreStatistics figures() throws IOException, InterruptedException {
    return database.call(ConversationTables::figures);
  }

  /** False when there are {@code max} already; true also when the alarm exists. */
  public boolean set(Alarm alarm, int max) throws IOException, InterruptedException {
    return database.call(c -> AlarmTables.set(c, alarm, max));
  }

  public Optional<Alarm> nextAlarm() throws IOException, InterruptedException {
    return database.call(AlarmTables::next);
  }

  /** Notes that a turn was stopped and deletes its alarms; both survive a power cut. */
  public void stop(TraceId trace) throws IOException, InterruptedException {
    database.call(
        c -> {
          StoppedTraceTables.add(c, trace);
          AlarmTables.dropAllOf(c, trace);
          return true;
        });
  }

  public boolean isStopped(TraceId trace) throws IOException, InterruptedException {
    return database.call(c -> StoppedTraceTables.contains(c, trace));
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

  /** An id is unique only together with its sender. */
  public record MessageKey(Address from, MessageId id) {}

  /** Turn before it is stored; {@code chars} is its length in a prompt. */
  public record NewTurn(RawJson lines, int chars) {}

  public record StoredTurn(long number, RawJson lines, int chars) {}

  /** Summary of earlier turns, then turns in full, oldest first. */
  public record ConversationHistory(String summary, List<StoredTurn> turns) {

    public ConversationHistory {
      turns = List.copyOf(turns);
    }
  }

  public record StoreStatistics(int turns, long chars, boolean hasSummary, int alarms) {}

  /** {@code cause} is the causality of the turn that set the alarm. */
  public record Alarm(MessageId id, Instant set, Instant due, String text, Causality cause) {}
}
