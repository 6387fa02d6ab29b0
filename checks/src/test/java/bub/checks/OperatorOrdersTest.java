package bub.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** A stranger on an open {@code bub up}: what belongs to a chat stays with that chat. */
class OperatorOrdersTest {
  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void aStrangerNeitherOrdersNorTakesOverTheAgentOfAChat() throws Exception {
    LiveBub bub = LiveBub.start(workshop);
    bub.chatter("1").says("hello").leavesContent();
    String agent = bub.session().path("client_id").asString();
    TypedClient stranger = join(bub, "agent:stranger");
    String order = "{\"type\":\"sessions_stop\",\"content\":{\"client_id\":\"" + agent + "\"}}";

    for (String from : new String[] {"agent:stranger", "cli:1"}) {
      assertThat(reason(stranger, from, "system:route", order)).isEqualTo("operator_not_granted");
    }
    assertThat(reason(stranger, "agent:console", "system:route", order))
        .isEqualTo("send_as_not_granted");
    assertThat(reason(stranger, "agent:system", agent, "{}")).isEqualTo("send_as_not_granted");

    String takeover = "{\"type\":\"configure\",\"content\":{\"talkto\":\"tg:999\"}}";
    JsonNode ack = send(join(bub, "tg:999"), "tg:999", agent, takeover).at("/result/acks/0");
    assertThat(ack.path("success").asBoolean()).as(ack.toString()).isFalse();
    assertThat(ack.path("message").asString()).contains("term:1");
    assertThat(bub.session().path("status").asString()).isEqualTo("running");
    bub.chatter("1").says("still mine").leavesContent();
  }

  private TypedClient join(LiveBub bub, String clientId) throws Exception {
    URI url = URI.create(Files.readString(bub.runDir().resolve("bus.url")).strip());
    TypedClient client = workshop.keep(TypedClient.connect(url));
    client.ask("initialize", "{\"clientId\":\"%s\"}".formatted(clientId));
    return client;
  }

  private static String reason(TypedClient client, String from, String to, String payload)
      throws InterruptedException {
    return send(client, from, to, payload).at("/error/data/reason").asString("none");
  }

  private static JsonNode send(TypedClient client, String from, String to, String payload)
      throws InterruptedException {
    client.type(
        """
        {"jsonrpc":"2.0","id":9,"method":"sendMessage","params":
         {"from":"%s","to":"%s","messageId":"m1","payload":%s}}\
        """
            .formatted(from, to, payload));
    return client.next();
  }
}
