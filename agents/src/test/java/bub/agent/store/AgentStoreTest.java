package bub.agent.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.agent.store.AgentStore.Alarm;
import bub.agent.store.AgentStore.ConversationHistory;
import bub.agent.store.AgentStore.MessageKey;
import bub.agent.store.AgentStore.NewTurn;
import bub.agent.store.AgentStore.StoreStatistics;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.trace.Causality;
import bub.protocol.trace.TraceId;
import bub.store.StoreDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentStoreTest {
  private static final MessageKey KEY = key("m1");
  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  @TempDir private Path directory;
  private AgentStore store;

  @BeforeEach
  void open() throws IOException {
    store = AgentStore.open(directory.resolve("agent.db"));
  }

  @AfterEach
  void close() throws Exception {
    store.close();
  }

  private static MessageKey key(String id) {
    return new MessageKey(new Address("term:1"), new MessageId(id));
  }

  private static RawJson json(int number) {
    return RawJson.trusted(("[" + number + "]").getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  private void keep(int number, int chars) throws Exception {
    store.finish(key("m" + number), RawJson.NULL, new NewTurn(json(number), chars));
  }

  private static List<String> texts(ConversationHistory history) {
    return history.turns().stream().map(turn -> turn.lines().toString()).toList();
  }

  @Test
  void isForItsOwnerOnly() throws IOException {
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(directory.resolve("agent.db"))))
        .isEqualTo("rw-------");
  }

  @Test
  void knowsTheLastAnswer() throws Exception {
    store.finish(KEY, json(1), null);
    close();
    open();
    assertThat(store.answerTo(KEY)).contains(json(1));
    assertThat(store.answerTo(key("m2"))).isEmpty();
    store.finish(key("m2"), json(2), null);
    assertThat(store.answerTo(KEY)).isEmpty();
  }

  @Test
  void countsHowOftenAnAnswerWasBegun() throws Exception {
    assertThat(store.begin(KEY)).isEqualTo(1);
    assertThat(store.begin(KEY)).isEqualTo(2);
    assertThat(store.begin(key("m2"))).isEqualTo(1);
    assertThat(store.begin(KEY)).isEqualTo(1);
  }

  @Test
  void recallsTheNewestThatFitOldestFirst() throws Exception {
    keep(1, 10);
    keep(2, 10);
    keep(3, 10);
    assertThat(texts(store.recall(25))).containsExactly("[2]", "[3]");
    assertThat(texts(store.recall(5))).isEmpty();
    assertThat(texts(store.beginning(11))).containsExactly("[1]", "[2]");
  }

  @Test
  void forgetsTheOldForASummary() throws Exception {
    keep(1, 10);
    keep(2, 10);
    keep(3, 10);
    store.forgetThrough(store.beginning(11).turns().getLast().number(), "one and two");
    assertThat(store.recall(100).summary()).isEqualTo("one and two");
    assertThat(texts(store.recall(100))).containsExactly("[3]");
    store.forgetThrough(3, null);
    assertThat(store.figures()).isEqualTo(new StoreStatistics(0, 0, true, 0));
    assertThat(store.reset()).isZero();
    assertThat(store.figures()).isEqualTo(new StoreStatistics(0, 0, false, 0));
  }

  @Test
  void keepsSoManyAlarmsAndNoMore() throws Exception {
    Alarm late = alarm("a1", NOON.plusSeconds(9), Causality.NONE);
    Alarm early = alarm("a2", NOON, Causality.NONE);
    assertThat(store.set(late, 2)).isTrue();
    assertThat(store.set(early, 2)).isTrue();
    assertThat(store.set(alarm("a3", NOON, Causality.NONE), 2)).isFalse();
    assertThat(store.set(early, 2)).isTrue();
    assertThat(store.nextAlarm()).contains(early);
    store.drop(early.id());
    assertThat(store.nextAlarm()).contains(late);
  }

  private static Alarm alarm(String id, Instant due, Causality cause) {
    return new Alarm(new MessageId(id), NOON.minusSeconds(60), due, "alarm " + id, cause);
  }

  private static Causality causedBy(String id) {
    var message = new Address("term:1");
    return Causality.resultOf(
        new Envelope(message, message, new MessageId(id), RawJson.EMPTY_OBJECT));
  }

  private static TraceId trace(Causality cause) {
    return Objects.requireNonNull(cause.trace()).trace();
  }

  @Test
  void aStoppedTurnStaysStoppedAndLosesItsAlarms() throws Exception {
    Causality stopped = causedBy("m1");
    Causality other = causedBy("m2");
    Alarm kept = alarm("a3", NOON, other);
    store.set(alarm("a1", NOON, stopped), 9);
    store.set(alarm("a2", NOON.plusSeconds(1), stopped), 9);
    store.set(kept, 9);

    store.stop(trace(stopped));
    store.stop(trace(stopped));
    close();
    open();

    assertThat(store.isStopped(trace(stopped))).isTrue();
    assertThat(store.isStopped(trace(other))).isFalse();
    assertThat(store.nextAlarm()).contains(kept);
    assertThat(store.figures().alarms()).isEqualTo(1);
  }

  @Test
  void opensAFileOfTheFirstVersionWithItsAlarms() throws Exception {
    Path old = directory.resolve("old.db");
    try (var first = StoreDatabase.open(old, AgentStore.SCHEMA.subList(0, 1))) {
      String alarm = "INSERT INTO alarm VALUES ('a1', " + NOON.toEpochMilli() + ", 'tea')";
      first.call(
          connection -> {
            try (var insert = connection.prepareStatement(alarm)) {
              return insert.executeUpdate();
            }
          });
    }
    try (AgentStore upgraded = AgentStore.open(old)) {
      assertThat(upgraded.nextAlarm())
          .contains(new Alarm(new MessageId("a1"), NOON, NOON, "tea", Causality.NONE));
      upgraded.stop(trace(causedBy("m1")));
      assertThat(upgraded.figures().alarms()).isEqualTo(1);
    }
  }

  @Test
  void setsAFileAsideThatIsNone() throws Exception {
    Path file =
        Files.writeString(directory.resolve("other.db"), "not a database, is it?".repeat(99));
    AgentStore.open(file).close();

    try (var files = Files.list(directory)) {
      assertThat(files.map(each -> each.getFileName().toString()))
          .anyMatch(name -> name.startsWith("other.db.damaged-"));
    }
  }

  @Test
  void saysSoWhenItIsClosed() throws Exception {
    store.close();
    assertThatThrownBy(() -> store.figures())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("closed");
  }
}
