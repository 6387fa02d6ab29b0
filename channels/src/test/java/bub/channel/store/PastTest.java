package bub.channel.store;

import static org.assertj.core.api.Assertions.assertThat;

import bub.channel.ManualTime;
import bub.channel.store.ChatStore.Origin;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.message.ChatId;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How much of what was said is read at a time. */
class PastTest {
  private static final ChatId CHAT = new ChatId("c1");
  private static final ChatId OTHER = new ChatId("c2");
  private static final Address AGENT = new Address("agent:worker-1");

  @TempDir private Path directory;
  private ChatStore store;

  @BeforeEach
  void open() throws Exception {
    store = ChatStore.open(directory.resolve("chats.db"), ChatLimits.standard(), new ManualTime());
  }

  @AfterEach
  void close() throws Exception {
    store.close();
  }

  private void hear(ChatId chat, String id, String text) throws Exception {
    store.hear(chat, new Origin(AGENT, new MessageId(id)), null, text);
    for (var line = store.toShow(chat); line.isPresent(); line = store.toShow(chat)) {
      store.shown(CHAT, line.get(), null);
    }
  }

  private Past newest(int limit) throws Exception {
    return store.history(CHAT, Long.MAX_VALUE, limit);
  }

  private static List<String> texts(Past past) {
    return past.lines().stream().map(Line::text).toList();
  }

  @Test
  void historyIsReadInStretches() throws Exception {
    for (int i = 0; i < 5; i++) {
      hear(CHAT, "r" + i, "reply " + i);
      hear(OTHER, "r" + i, "elsewhere");
    }
    Past newest = newest(2);
    assertThat(texts(newest)).containsExactly("reply 3", "reply 4");
    assertThat(newest.hasMore()).isTrue();
    Past rest = store.history(CHAT, newest.lines().getFirst().number(), 3);
    assertThat(texts(rest)).containsExactly("reply 0", "reply 1", "reply 2");
    assertThat(rest.hasMore()).isFalse();
    assertThat(store.history(new ChatId("nobody"), Long.MAX_VALUE, 3))
        .isEqualTo(new Past(List.of(), false));
  }

  @Test
  void longLinesMakeAShortHistoryAndTheLongestIsStillOne() throws Exception {
    for (int i = 0; i < 20; i++) {
      hear(CHAT, "r" + i, i + " " + "x".repeat(500_000));
    }
    assertThat(texts(newest(100))).hasSize(5).last().asString().startsWith("19 x");

    hear(CHAT, "long", "y".repeat(3 << 20));
    assertThat(texts(newest(100))).singleElement().asString().startsWith("yy");
    assertThat(store.talks("", 10, 3))
        .singleElement()
        .satisfies(talk -> assertThat(talk.latest().text()).isEqualTo("yyy"));
  }
}
