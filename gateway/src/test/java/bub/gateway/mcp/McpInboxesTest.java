package bub.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class McpInboxesTest {
  private static final Address ANN = new Address("mcp:ann");
  private final McpInboxes inboxes = new McpInboxes();

  private Ack send(Address to, int number) {
    return inboxes.handle(
        new Envelope(
            new Address("agent:x"), to, new MessageId("m" + number), RawJson.EMPTY_OBJECT));
  }

  @Test
  void refusesMessagesForNobody() {
    assertThat(send(ANN, 1).message()).contains("no MCP client");
  }

  @Test
  void asksSendersToRetryWhenFull() throws Exception {
    inboxes.open(ANN);
    for (int i = 0; i < McpInboxes.MOST_MESSAGES; i++) {
      assertThat(send(ANN, i).success()).isTrue();
    }
    assertThat(send(ANN, -1).shouldRetry()).isTrue();
    assertThat(inboxes.take(ANN, Duration.ZERO).getFirst().messageId()).hasToString("m0");
    assertThat(send(ANN, -1).success()).isTrue();
  }

  @Test
  void forgetsTheInboxThatWasUsedLeastRecently() {
    inboxes.open(ANN);
    for (int i = 0; i < McpInboxes.MOST_INBOXES; i++) {
      inboxes.open(new Address("mcp:" + i));
    }
    assertThat(inboxes.size()).isEqualTo(McpInboxes.MOST_INBOXES);
    assertThat(send(ANN, 1).success()).isFalse();
  }

  @Test
  void returnsNothingAfterTheTimeout() throws Exception {
    assertThat(inboxes.take(ANN, Duration.ofMillis(1))).isEmpty();
  }
}
