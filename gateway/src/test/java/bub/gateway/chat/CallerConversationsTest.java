package bub.gateway.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import bub.channel.http.HttpRefusal;
import bub.client.TimeSource;
import bub.protocol.message.ChatId;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One caller cannot begin conversations without end. */
class CallerConversationsTest {
  private Instant now = Instant.parse("2026-02-17T12:00:00Z");
  private final CallerConversations conversations =
      new CallerConversations(
          new TimeSource() {
            @Override
            public Instant now() {
              return now;
            }

            @Override
            public void sleep(Duration duration) {
              throw new IllegalStateException("nobody sleeps here");
            }
          });

  @BeforeEach
  void useAll() throws Exception {
    for (int i = 0; i < CallerConversations.MOST; i++) {
      conversations.use("api:one", new ChatId("a2a-" + i));
    }
  }

  @Test
  void refusesOneMoreByNameAndSaysWhenToTryAgain() {
    now = now.plus(Duration.ofMinutes(10));

    HttpRefusal refused =
        catchThrowableOfType(
            HttpRefusal.class, () -> conversations.use("api:one", new ChatId("a2a-more")));

    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.text())
        .startsWith("too_many_conversations: ")
        .contains("128", "wait 1201 s");
  }

  @Test
  void letsTheCallerContinueAndOthersBegin() {
    assertThatCode(
            () -> {
              conversations.use("api:one", new ChatId("a2a-0"));
              conversations.use("api:other", new ChatId("a2a-more"));
            })
        .doesNotThrowAnyException();
  }

  @Test
  void forgetsAConversationThatNobodyUses() throws Exception {
    now = now.plus(CallerConversations.WINDOW);
    conversations.use("api:one", new ChatId("a2a-0"));
    now = now.plusSeconds(1);

    assertThatCode(() -> conversations.use("api:one", new ChatId("a2a-more")))
        .doesNotThrowAnyException();
  }
}
