package bub.agent.tool;

import static org.assertj.core.api.Assertions.assertThat;

import bub.protocol.MessageId;
import org.junit.jupiter.api.Test;

class OccasionTest {
  private static final MessageId TURN = new MessageId("m1");

  @Test
  void theSameThingHasTheSameNameWhenTheTurnRunsAgain() {
    MessageId first = new Occasion(TURN).name("send", "agent:x", "hi");
    assertThat(new Occasion(TURN).name("send", "agent:x", "hi")).isEqualTo(first);
    assertThat(first.value()).startsWith("m1/send/");
  }

  @Test
  void anotherThingHasAnotherName() {
    var occasion = new Occasion(TURN);
    assertThat(occasion.name("send", "agent:x", "hi"))
        .isNotEqualTo(occasion.name("send", "agent:x", "hi"))
        .isNotEqualTo(occasion.name("send", "agent:x", "ho"))
        .isNotEqualTo(occasion.name("send", "agent:xh", "i"))
        .isNotEqualTo(new Occasion(new MessageId("m2")).name("send", "agent:x", "hi"));
  }

  @Test
  void aNameFitsHoweverLongTheMessagesIdIs() {
    MessageId longest = new MessageId("m".repeat(MessageId.MAX_LENGTH));
    assertThat(Occasion.derived(longest, "/reply").value()).endsWith("/reply").hasSizeLessThan(60);
    assertThat(Occasion.derived(longest, "/reply"))
        .isNotEqualTo(Occasion.derived(new MessageId("m".repeat(255)), "/reply"));
  }
}
