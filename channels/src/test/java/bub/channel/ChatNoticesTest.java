package bub.channel;

import static org.assertj.core.api.Assertions.assertThat;

import bub.channel.store.ChatStore.GivenUp;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ChatNoticesTest {
  @Test
  void quotesTheBeginningOfALongMessage() {
    String notice = ChatNotices.refused(new GivenUp(1, "word \n".repeat(50)), "no");
    assertThat(notice).startsWith("Your message “word word word").contains("…” could not");
    assertThat(notice.length()).isLessThan(120);
  }

  @Test
  void cutsBetweenCharactersOnly() {
    assertThat(ChatNotices.refused(new GivenUp(1, "👩".repeat(100)), "no")).contains("👩…");
  }

  @Test
  void countsTheOthers() {
    assertThat(ChatNotices.tooOld(new GivenUp(3, "a"), Duration.ofMinutes(90), "away"))
        .isEqualTo(
            "Your message “a” and 2 more got no answer within 90 minutes and will not be answered:"
                + " away.");
  }

  @Test
  void endsWithOneFullStop() {
    assertThat(ChatNotices.notHandled(new GivenUp(1, "a"), "The disk is full."))
        .endsWith("handled: The disk is full.");
    assertThat(ChatNotices.notHandled(new GivenUp(1, "a"), "really? ")).endsWith(": really?");
  }

  @Test
  void speaksOfTimeInWholeUnits() {
    assertThat(ChatNotices.words(Duration.ofHours(1))).isEqualTo("1 hour");
    assertThat(ChatNotices.words(Duration.ofHours(24))).isEqualTo("24 hours");
    assertThat(ChatNotices.words(Duration.ofSeconds(61))).isEqualTo("61 seconds");
  }
}
