package bub.gateway.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.gateway.chat.KnownChats.KnownChat;
import bub.protocol.message.ChatId;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.Test;

class KnownChatsTest {
  private final KnownChats chats = new KnownChats();

  @Test
  void knowsWhetherTheAgentHasTheInstructions() {
    KnownChat chat = chats.of(new ChatId("c"));
    assertThat(chat.hasInstructions("be brief")).isFalse();
    chat.useInstructions("be brief");
    assertThat(chat.hasInstructions("be brief")).isTrue();
    assertThat(chat.hasInstructions("be long")).isFalse();
    chat.useInstructions(null);
    assertThat(chat.hasInstructions("be brief")).isFalse();
  }

  @Test
  void doesNotKeepTheTextOfInstructions() {
    var text = new WeakReference<>("x".repeat(1_000));
    chats.of(new ChatId("c")).useInstructions(text.get());
    await()
        .until(
            () -> {
              System.gc();
              return text.get() == null;
            });
  }
}
