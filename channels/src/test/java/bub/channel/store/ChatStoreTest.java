package bub.channel.store;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.channel.ManualTime;
import bub.channel.store.ChatStore.Origin;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.message.ChatId;
import bub.store.StoreInUse;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChatStoreTest {
  private static final ChatId CHAT = new ChatId("1");
  private static final Address AGENT = new Address("agent:a");
  private static final Instant EVER = Instant.ofEpochMilli(Long.MAX_VALUE);

  @TempDir private Path directory;
  private final ManualTime time = new ManualTime();
  private ChatStore store;

  @BeforeEach
  void open() throws IOException {
    open(ChatLimits.standard());
  }

  private void open(ChatLimits limits) throws IOException {
    store = ChatStore.open(directory.resolve("chats.db"), limits, time);
  }

  private void reopen(ChatLimits limits) throws IOException {
    store.close();
    open(limits);
  }

  private static ChatLimits limits(int queued, int unshown, int unfinished, int history) {
    return new ChatLimits(
        queued, unshown, unfinished, history, Duration.ofDays(90), Duration.ofDays(30), 1_000);
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  private EnqueueResult type(String id) throws Exception {
    return type(CHAT, id);
  }

  private EnqueueResult type(ChatId chat, String id) throws Exception {
    return store.keep(
        new TypedMessage(chat, new MessageId(id), null, "text " + id, RawJson.EMPTY_OBJECT));
  }

  private ArrivalResult hear(String id, @Nullable String replyTo) throws Exception {
    return store.hear(CHAT, new Origin(AGENT, new MessageId(id)), replyTo, "reply " + id);
  }

  private QueuedMessage toDeliver() throws Exception {
    return requireNonNull(store.unfinished(CHAT).toDeliver());
  }

  private void showAll() throws Exception {
    for (var line = store.toShow(CHAT); line.isPresent(); line = store.toShow(CHAT)) {
      store.shown(CHAT, line.get(), null);
    }
  }

  private List<String> history() throws Exception {
    return store.history(CHAT, Long.MAX_VALUE, 100).lines().stream().map(ChatLine::text).toList();
  }

  @Test
  void aMessageIsDeliveredThenAnsweredThenHistory() throws Exception {
    assertThat(type("m1")).isEqualTo(new EnqueueResult.Stored());
    QueuedMessage queued = toDeliver();
    assertThat(queued.messageId()).hasToString("m1");
    assertThat(store.chatsToServe()).containsExactly(CHAT);
    store.delivered(queued);
    assertThat(store.backlog(CHAT)).isEqualTo(new ChatBacklog(0, 1, 0));
    assertThat(hear("r1", "m1")).isEqualTo(new ArrivalResult.New());
    assertThat(store.backlog(CHAT)).isEqualTo(new ChatBacklog(0, 0, 1));
    assertThat(store.chatsToShow()).containsExactly(CHAT);
    showAll();
    assertThat(store.backlog(CHAT).isEmpty()).isTrue();
    assertThat(history()).containsExactly("text m1", "reply r1");
  }

  @Test
  void anAnswerMayBeFasterThanTheAck() throws Exception {
    type("m1");
    QueuedMessage queued = toDeliver();
    hear("r1", "m1");
    store.delivered(queued);
    assertThat(store.unfinished(CHAT).oldest()).isNull();
  }

  @Test
  void whatWasDeliveredButNotAnsweredGoesFirstAgain() throws Exception {
    type("m1");
    store.delivered(toDeliver());
    type("m2");
    store.configured(CHAT, AGENT);
    assertThat(toDeliver().messageId()).hasToString("m1");
    assertThat(store.unfinished(CHAT).unanswered()).isNull();
  }

  @Test
  void theOldestCountsWhetherDeliveredOrNot() throws Exception {
    type("m1");
    time.advance(Duration.ofMinutes(1));
    type("m2");
    assertThat(requireNonNull(store.unfinished(CHAT).oldest()).messageId()).hasToString("m1");
    store.delivered(toDeliver());
    assertThat(requireNonNull(store.unfinished(CHAT).oldest()).messageId()).hasToString("m1");
  }

  @Test
  void aFullQueueRefuses() throws Exception {
    reopen(limits(2, 10, 100, 100));
    type("m1");
    type("m2");
    assertThat(type("m3")).isEqualTo(new EnqueueResult.Full("2 messages are already waiting"));
    hear("r1", "m1");
    assertThat(type("m3")).isEqualTo(new EnqueueResult.Stored());
  }

  @Test
  void allChatsTogetherAreBoundedToo() throws Exception {
    reopen(limits(10, 10, 2, 100));
    type(new ChatId("1"), "m1");
    type(new ChatId("2"), "m1");
    assertThat(type(new ChatId("3"), "m1")).isInstanceOf(EnqueueResult.Full.class);
    store.giveUpUntil(new ChatId("1"), EVER, _ -> "no");
    store.shown(CHAT, store.toShow(CHAT).orElseThrow(), null);
    assertThat(type(new ChatId("3"), "m1")).isEqualTo(new EnqueueResult.Stored());
  }

  @Test
  void whatNobodyLooksAtIsNotPiledUp() throws Exception {
    reopen(limits(10, 1, 100, 100));
    assertThat(hear("r1", null)).isEqualTo(new ArrivalResult.New());
    assertThat(hear("r2", null)).isEqualTo(new ArrivalResult.Full());
    showAll();
    assertThat(hear("r2", null)).isEqualTo(new ArrivalResult.New());
  }

  @Test
  void duplicatesAreKnownBySenderAndIdOrByWhatTheyAnswer() throws Exception {
    hear("r1", "m1");
    assertThat(hear("r1", "m1")).isEqualTo(new ArrivalResult.Known());
    assertThat(hear("r1", null)).isEqualTo(new ArrivalResult.Known());
    var other = new Origin(new Address("agent:b"), new MessageId("r1"));
    assertThat(store.hear(CHAT, other, "m1", "again")).isEqualTo(new ArrivalResult.Known());
    assertThat(store.hear(CHAT, other, "m2", "new")).isEqualTo(new ArrivalResult.New());
    assertThat(store.hear(new ChatId("2"), other, "m2", "new")).isEqualTo(new ArrivalResult.New());
  }

  @Test
  void duplicatesAreKnownForAWhileAfterTheHistoryIsGone() throws Exception {
    reopen(limits(10, 10, 100, 0));
    hear("r1", null);
    showAll();
    hear("r2", null);
    showAll();
    assertThat(history()).containsExactly("reply r2");
    assertThat(hear("r1", null)).isEqualTo(new ArrivalResult.Known());
    time.advance(Duration.ofDays(31));
    hear("r3", null);
    assertThat(hear("r1", null)).isEqualTo(new ArrivalResult.New());
  }

  @Test
  void onlySoManyDuplicatesAreKnown() throws Exception {
    reopen(new ChatLimits(10, 10, 100, 10, Duration.ofDays(90), Duration.ofDays(30), 2));
    hear("r1", null);
    hear("r2", null);
    hear("r3", null);
    assertThat(hear("r2", null)).isEqualTo(new ArrivalResult.Known());
    assertThat(hear("r1", null)).isEqualTo(new ArrivalResult.New());
  }

  @Test
  void historyKeepsTheNewestAndEverythingUnfinished() throws Exception {
    reopen(limits(10, 10, 100, 2));
    type("m1");
    type("m2");
    hear("r2", "m2");
    showAll();
    hear("r3", null);
    showAll();
    assertThat(history()).containsExactly("text m1", "reply r2", "reply r3");
  }

  @Test
  void historyForgetsWhatIsTooOldInEveryChat() throws Exception {
    hear("r1", null);
    showAll();
    type("m1");
    time.advance(Duration.ofDays(91));
    type(new ChatId("2"), "m1");
    assertThat(history()).containsExactly("text m1");
  }

  @Test
  void givingUpTellsWhatAndAnswersNothingLater() throws Exception {
    type("m1");
    type("m2");
    assertThat(store.giveUpUntil(CHAT, EVER, some -> some.count() + " " + some.firstText()))
        .isTrue();
    assertThat(store.giveUpUntil(CHAT, EVER, _ -> "never said")).isFalse();
    ChatLine notice = store.toShow(CHAT).orElseThrow();
    assertThat(notice.text()).isEqualTo("2 text m1");
    assertThat(notice.speaker()).isEqualTo(LineAuthor.HOUSE);
    assertThat(notice.replyTo()).hasToString("m1");
    assertThat(store.unfinished(CHAT).oldest()).isNull();
  }

  @Test
  void remembersWhoServesAChatAndWhoDid() throws Exception {
    assertThat(store.assignment(CHAT)).isEqualTo(new AgentAssignment(null, false));
    var origin = new Origin(new Address("agent:system"), new MessageId("s1"));
    assertThat(store.assign(CHAT, AGENT, origin)).isTrue();
    assertThat(store.assign(CHAT, AGENT, origin)).isFalse();
    assertThat(store.assignment(CHAT)).isEqualTo(new AgentAssignment(AGENT, false));
    store.configured(CHAT, AGENT);
    reopen(ChatLimits.standard());
    assertThat(store.assignment(CHAT)).isEqualTo(new AgentAssignment(AGENT, true));
    assertThat(store.leave(CHAT, new Address("agent:b"))).isFalse();
    assertThat(store.leave(CHAT, AGENT)).isTrue();
    assertThat(store.assignment(CHAT).agent()).isNull();
    assertThat(store.hasServed(CHAT, AGENT)).isTrue();
    assertThat(store.hasServed(new ChatId("2"), AGENT)).isFalse();
  }

  @Test
  void remembersOnlySoManyFormerAgents() throws Exception {
    for (int i = 0; i <= 16; i++) {
      store.assign(CHAT, new Address("agent:" + i));
      time.advance(Duration.ofSeconds(1));
    }
    assertThat(store.hasServed(CHAT, new Address("agent:0"))).isFalse();
    assertThat(store.hasServed(CHAT, new Address("agent:1"))).isTrue();
  }

  @Test
  void isNobodyElsesBusiness() throws Exception {
    Path file = directory.resolve("chats.db");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThatThrownBy(() -> open(ChatLimits.standard())).isInstanceOf(StoreInUse.class);
  }

  @Test
  void aClosedStoreSaysSo() throws Exception {
    store.close();
    assertThatThrownBy(() -> type("m1")).hasMessageContaining("closed");
  }

  @Test
  void tellsTheChatWhenItsFileWasDamaged() throws Exception {
    for (int i = 0; i < 200; i++) {
      var id = new MessageId("m" + i);
      store.keep(new TypedMessage(CHAT, id, null, "x".repeat(1_000), RawJson.EMPTY_OBJECT));
    }
    store.close();
    try (var file = new RandomAccessFile(directory.resolve("chats.db").toFile(), "rw")) {
      file.seek(file.length() / 2);
      file.write(new byte[8_192]);
    }
    open(ChatLimits.standard());

    assertThat(store.toShow(CHAT))
        .hasValueSatisfying(line -> assertThat(line.text()).contains("was damaged"));
    assertThat(store.typed(CHAT, new MessageId("m0"))).isPresent();
  }
}
