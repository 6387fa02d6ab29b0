package bub.channel.telegram.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bub.json.RawJson;
import bub.protocol.message.ChatId;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TelegramStoreTest {
  private static final ChatId ADA = new ChatId("7");
  private static final ChatId GROUP = new ChatId("-5");
  private static final ChatId SUPERGROUP = new ChatId("-1005");

  @TempDir private Path directory;
  private TelegramStore store;

  @BeforeEach
  void begin() throws Exception {
    store = open();
  }

  @AfterEach
  void end() throws Exception {
    store.close();
  }

  private TelegramStore open() throws Exception {
    return TelegramStore.open(directory.resolve("updates.db"), 3);
  }

  private void reopen() throws Exception {
    store.close();
    store = open();
  }

  private static PendingUpdate update(long id, ChatId chat) {
    return new PendingUpdate(
        id, chat, RawJson.trusted(("{\"update_id\":" + id + "}").getBytes(UTF_8)));
  }

  @Test
  void updatesWaitInOrderUntilTheyAreDone() throws Exception {
    store.keep(List.of(update(3, ADA), update(1, ADA), update(2, GROUP)));
    reopen();
    assertThat(store.chatsWaiting()).containsExactlyInAnyOrder(ADA, GROUP);
    assertThat(store.next(ADA, 1)).containsExactly(update(1, ADA));
    store.done(List.of(update(1, ADA)));
    assertThat(store.next(ADA, 1)).containsExactly(update(3, ADA));
    store.done(List.of(update(3, ADA)));
    assertThat(store.next(ADA, 1)).isEmpty();
    assertThat(store.chatsWaiting()).containsExactly(GROUP);
  }

  @Test
  void anUpdateWaitsOnce() throws Exception {
    store.keep(List.of(update(1, ADA)));
    store.keep(List.of(update(1, ADA)));
    store.done(List.of(update(1, ADA)));
    assertThat(store.next(ADA, 1)).isEmpty();
  }

  @Test
  void noMoreWaitThanHavePlace() throws Exception {
    assertThat(store.keep(List.of(update(1, ADA), update(2, ADA)))).isTrue();
    assertThat(store.keep(List.of(update(3, ADA), update(4, ADA)))).isFalse();
    assertThat(store.keep(List.of(update(3, ADA)))).isTrue();
  }

  @Test
  void aGroupIsFoundWhereItIsNow() throws Exception {
    assertThat(store.homeOf(SUPERGROUP)).isEqualTo(SUPERGROUP);
    store.move(GROUP, SUPERGROUP);
    store.move(GROUP, SUPERGROUP);
    reopen();
    assertThat(store.homeOf(SUPERGROUP)).isEqualTo(GROUP);
    assertThat(store.placeOf(GROUP)).isEqualTo(SUPERGROUP);
    store.move(SUPERGROUP, ADA);
    assertThat(store.placeOf(GROUP)).isEqualTo(ADA);
  }

  @Test
  void aDraftIsFoundAgain() throws Exception {
    assertThat(store.draft(ADA)).isNull();
    var draft = new Draft("7", 42, "tg:7/1", null);
    store.keep(ADA, draft);
    reopen();
    assertThat(store.draft(ADA)).isEqualTo(draft);
    store.keep(ADA, draft.completedBy(9));
    assertThat(store.draft(ADA)).isEqualTo(new Draft("7", 42, "tg:7/1", 9L));
    store.forgetDraft(ADA);
    assertThat(store.draft(ADA)).isNull();
  }
}
