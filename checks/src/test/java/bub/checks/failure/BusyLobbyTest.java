package bub.checks.failure;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.ServedBus;
import bub.checks.kit.TypedClient;
import bub.checks.kit.Workshop;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An agent on the lobby's wire is heard, however much the bus does for others. */
class BusyLobbyTest {
  // Enough that the bus checks each connection several times meanwhile.
  private static final int LARGE_ANSWERS = 500;

  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void aQuietAgentIsHeardAfterTheWorkOfOthers() throws Exception {
    ServedBus bus = workshop.bus();
    URI url = bus.url().resolve("/lobby");
    TypedClient quiet = workshop.keep(TypedClient.connect(url));
    quiet.type(order("REGISTER", "{\"capabilities\":[]}", "null"));
    String token = quiet.next().at("/payload/auth_token").asString();
    TypedClient busy = workshop.keep(TypedClient.connect(bus.url()));
    busy.ask("initialize", "{\"clientId\":\"agent:busy\"}");
    for (int i = 0; i < LARGE_ANSWERS; i++) {
      busy.ask("rpc.discover", "{}");
    }

    quiet.type(order("DISCOVER_SERVICES", "{\"query\":\"x\"}", "\"" + token + "\""));

    assertThat(quiet.next().path("message_type").asString()).isEqualTo("SERVICES_AVAILABLE");
  }

  private static String order(String type, String payload, String token) {
    return """
    {"sender_id":"quiet","receiver_id":"lobby","message_type":"%s","payload":%s,"auth_token":%s}
    """
        .formatted(type, payload, token);
  }
}
