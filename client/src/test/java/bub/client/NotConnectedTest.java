package bub.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class NotConnectedTest {
  private static final URI URL = URI.create("ws://127.0.0.1:9");

  private static NotConnected because(String cause) {
    return new NotConnected(URL, new ClientState.Waiting(Duration.ofSeconds(1), cause));
  }

  @Test
  void namesTheUrlOnce() {
    assertThat(because("cannot connect to ws://127.0.0.1:9: connection refused"))
        .hasMessage("cannot connect to ws://127.0.0.1:9: connection refused");
    assertThat(because("the bus goes away"))
        .hasMessage("not connected to ws://127.0.0.1:9: the bus goes away");
  }
}
