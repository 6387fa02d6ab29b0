package bub.protocol;

import static bub.protocol.Json.raw;
import static bub.protocol.Json.refusedBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class MessageIdTest {
  @Test
  void isAnyTextBecauseTheSenderChoosesIt() {
    assertThat(new MessageId("msg 1\n").value()).isEqualTo("msg 1\n");
    assertThat(new MessageId("msg_01J")).hasToString("msg_01J");
    assertThat(new MessageId("a\nb").toRaw()).hasToString("\"a\\nb\"");
  }

  @Test
  void has1To256Characters() {
    assertThat(new MessageId("m".repeat(256)).value()).hasSize(256);
    assertThatIllegalArgumentException().isThrownBy(() -> new MessageId(""));
    assertThatIllegalArgumentException().isThrownBy(() -> new MessageId("m".repeat(257)));
  }

  @Test
  void aRefusalNamesTheField() {
    assertThat(refusedBy(() -> MessageId.check("message_id", ""))).isEqualTo("message_id");
    assertThat(refusedBy(() -> MessageId.check("id", "m".repeat(257)))).isEqualTo("id");
    assertThat(refusedBy(() -> MessageId.read(raw("{\"messageId\":1}").fields(), "messageId")))
        .isEqualTo("messageId");
  }
}
