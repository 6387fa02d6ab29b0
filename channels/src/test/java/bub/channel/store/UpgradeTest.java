package bub.channel.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import bub.channel.ManualTime;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.message.ChatId;
import bub.protocol.message.DeliveryStatus;
import bub.store.StoreDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UpgradeTest {
  private static final ChatId CHAT = new ChatId("1");

  @TempDir private Path directory;

  @Test
  void aStoreOfTheFirstVersionKeepsWhatIsInIt() throws Exception {
    Path file = directory.resolve("chats.db");
    try (var old = StoreDatabase.open(file, ChatSchema.VERSIONS.subList(0, 1))) {
      old.call(
          c ->
              SqlStatements.update(
                  c,
                  """
                  INSERT INTO line (chat_id, speaker, message_id, text, payload, at, to_do)
                  VALUES ('1', 'human', 'm1', 'hello', ?, 0, 'deliver')
                  """,
                  (Object) "{}".getBytes(UTF_8)));
    }
    try (var store = ChatStore.open(file, ChatLimits.standard(), new ManualTime())) {
      assertThat(store.backlog(CHAT).toDeliver()).isEqualTo(1);
      assertThat(store.overheard(CHAT, 10)).isEmpty();
      var again = new TypedMessage(CHAT, new MessageId("m1"), null, "hello", RawJson.EMPTY_OBJECT);
      assertThat(store.keep(again)).isInstanceOf(EnqueueResult.Duplicate.class);
    }
  }

  @Test
  void theChatsOfVersion020GetTheirFirstWordsAsTitles() throws Exception {
    Path file = directory.resolve("chats.db");
    try (var old = StoreDatabase.open(file, ChatSchema.VERSIONS.subList(0, 2))) {
      old.call(
          c ->
              SqlStatements.update(
                  c,
                  """
                  INSERT INTO line (chat_id, speaker, message_id, text, at, aside) VALUES
                    ('1', 'human', 'm0', 'said to others', 0, 1),
                    ('1', 'human', 'm1', 'hello', 0, 0),
                    ('1', 'human', 'm2', 'and more', 0, 0),
                    ('2', 'agent', NULL, 'good day', 0, 0)
                  """));
    }
    try (var store = ChatStore.open(file, ChatLimits.standard(), new ManualTime())) {
      assertThat(store.profile(CHAT)).isEqualTo(new ChatProfile("hello", null));
      assertThat(store.talks("", 10, 10))
          .extracting(ChatSummary::title, talk -> talk.latest().text())
          .containsExactly(tuple(null, "good day"), tuple("hello", "and more"));
      assertThat(store.toolCalls(CHAT, 0, Long.MAX_VALUE)).isEmpty();
    }
  }

  @Test
  void theStoreBeforeReportsTakesReportsAndWordsOfOperators() throws Exception {
    Path file = directory.resolve("chats.db");
    try (var old = StoreDatabase.open(file, ChatSchema.VERSIONS.subList(0, 3))) {
      old.call(
          c ->
              SqlStatements.update(
                  c,
                  """
                  INSERT INTO line (chat_id, speaker, agent, message_id, text, at, to_do)
                  VALUES ('1', 'agent', 'agent:a', 'r1', 'good day', 0, 'show')
                  """));
    }
    try (var store = ChatStore.open(file, ChatLimits.standard(), new ManualTime())) {
      var status = new DeliveryStatus(new MessageId("r1"), DeliveryStatus.Status.FAILED, "blocked");
      var report = new PendingReport(new MessageId("s1"), new Address("agent:a"), status);
      store.shown(CHAT, store.toShow(CHAT).orElseThrow(), report);
      assertThat(store.chatsToReport()).containsExactly(CHAT);
      assertThat(store.toReport(CHAT)).contains(report);
      store.reported(CHAT, report);
      assertThat(store.chatsToReport()).isEmpty();

      var origin = new ChatStore.Origin(new Address("agent:console"), new MessageId("o1"));
      assertThat(store.hearOperator(CHAT, origin, "hello")).isInstanceOf(ArrivalResult.New.class);
      assertThat(store.hearOperator(CHAT, origin, "hello")).isInstanceOf(ArrivalResult.Known.class);
      assertThat(store.toShow(CHAT).orElseThrow().operator()).isEqualTo("Operator (agent:console)");
    }
  }

  @Test
  void theStoreBeforeTurnsKnowsItsTurnsAndStopsThem() throws Exception {
    Path file = directory.resolve("chats.db");
    try (var old = StoreDatabase.open(file, ChatSchema.VERSIONS.subList(0, 4))) {
      old.call(
          c ->
              SqlStatements.update(
                  c,
                  """
                  INSERT INTO line (chat_id, speaker, message_id, own_id, text, at, to_do, aside)
                  VALUES ('1', 'human', 'm1', NULL, 'hello', 0, NULL, 0),
                    ('1', 'human', 'm2', '2', 'and more', 0, 'await', 0),
                    ('1', 'human', 'm3', NULL, 'said to others', 0, NULL, 1)
                  """));
    }
    try (var store = ChatStore.open(file, ChatLimits.standard(), new ManualTime())) {
      assertThat(store.latestTurns(CHAT, 5))
          .containsExactly(new MessageId("m2"), new MessageId("m1"));
      assertThat(store.stop(CHAT)).containsExactly(new MessageId("m2"));
      assertThat(store.stop(CHAT)).isEmpty();
      assertThat(store.backlog(CHAT).isEmpty()).isTrue();

      var origin = new ChatStore.Origin(new Address("agent:a"), new MessageId("r1"));
      assertThat(store.hear(CHAT, origin, "m2", "late")).isInstanceOf(ArrivalResult.Stopped.class);
      assertThat(store.hear(CHAT, origin, "2", "late")).isInstanceOf(ArrivalResult.Stopped.class);
      assertThat(store.hear(CHAT, origin, "m1", "hi")).isInstanceOf(ArrivalResult.New.class);
    }
  }

  @Test
  void deletingAChatWithUnfinishedLinesKeepsTheCountRight() throws Exception {
    var two = new ChatLimits(2, 2, 2, 10, Duration.ofDays(1), Duration.ofDays(1), 10);
    try (var store = ChatStore.open(directory.resolve("few.db"), two, new ManualTime())) {
      for (int i = 0; i < 5; i++) {
        var typed =
            new TypedMessage(CHAT, new MessageId("m" + i), null, "hello", RawJson.EMPTY_OBJECT);
        assertThat(store.keep(typed)).isInstanceOf(EnqueueResult.Stored.class);
        store.delete(CHAT);
        assertThat(store.backlog(CHAT).isEmpty()).isTrue();
      }
    }
  }

  @Test
  void aFullStoreStillKnowsADuplicate() throws Exception {
    var one = new ChatLimits(1, 1, 1, 10, Duration.ofDays(1), Duration.ofDays(1), 10);
    try (var store = ChatStore.open(directory.resolve("full.db"), one, new ManualTime())) {
      var first = new TypedMessage(CHAT, new MessageId("m1"), null, "hello", RawJson.EMPTY_OBJECT);
      var second = new TypedMessage(CHAT, new MessageId("m2"), null, "hello", RawJson.EMPTY_OBJECT);
      assertThat(store.keep(first)).isInstanceOf(EnqueueResult.Stored.class);
      assertThat(store.keep(second)).isInstanceOf(EnqueueResult.Full.class);
      assertThat(store.keep(first)).isInstanceOf(EnqueueResult.Duplicate.class);
    }
  }

  @Test
  void aSharedFileMayBeMadeByManyAtOnce() throws Exception {
    Path file = directory.resolve("shared.db");
    Callable<Boolean> open =
        () -> {
          try (var shared = StoreDatabase.openShared(file, ChatSchema.VERSIONS)) {
            return shared.call(c -> SqlStatements.count(c, "SELECT count(*) FROM line") == 0);
          }
        };
    try (var threads = Executors.newFixedThreadPool(4)) {
      for (var opened : threads.invokeAll(Collections.nCopies(8, open))) {
        assertThat(opened.get()).isTrue();
      }
    }
  }
}
