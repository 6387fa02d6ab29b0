package bub.agent.tool;

import static org.assertj.core.api.Assertions.assertThat;

import bub.protocol.MessageId;
import org.junit.jupiter.api.Test;

class ToolContextTest {
  private static final MessageId TURN = new MessageId("m1");

  @Test
  void theSameThingHasTheSameNameWhenTheTurnRunsAgain() {
    MessageId first = new ToolContext(TURN).name("send", "agent:x", "hi");
    assertThat(new ToolContext(TURN).name("send", "agent:x", "hi")).isEqualTo(first);
    assertThat(first.value()).startsWith("m1/send/");
  }

  @Test
  void anotherThingHasAnotherName() {
    var occasion = new ToolContext(TURN);
    assertThat(occasion.name("send", "agent:x", "hi"))
        .isNotEqualTo(occasion.name("send", "agent:x", "hi"))
        .isNotEqualTo(occasion.name("send", "agent:x", "ho"))
        .isNotEqualTo(occasion.name("send", "agent:xh", "i"))
        .isNotEqualTo(new ToolContext(new MessageId("m2")).name("send", "agent:x", "hi"));
  }

  @Test
  void aNameFitsHoweverLongTheMessagesIdIs() {
    MessageId longest = new MessageId("m".repeat(MessageId.MAX_LENGTH));
    assertThat(ToolContext.derived(longest, "/reply").value())
        .endsWith("/reply")
        .hasSizeLessThan(60);
    assertThat(ToolContext.derived(longest, "/reply"))
        .isNotEqualTo(ToolContext.derived(new MessageId("m".repeat(255)), "/reply"));
  }
}
