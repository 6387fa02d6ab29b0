package bub.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** A chat gets its agent and talks with it through the printed exchanges, in each dialect. */
class PrintedBootstrapTest {
  private static final String ACK =
      "{\"success\":true,\"message\":\"ok\",\"shouldRetry\":false,\"retrySeconds\":0,\"payload\":{}}";
  private static final String PROCESSED =
      "{\"processed\":true,\"status\":\"ok\",\"message\":\"ok\"}";

  @RegisterExtension final Workshop workshop = new Workshop();
  private URI bus = URI.create("ws://localhost");
  private LiveBub bub;

  @BeforeEach
  void start() throws Exception {
    bub = LiveBub.start(workshop);
    bus = URI.create(Files.readString(bub.runDir().resolve("bus.url")).strip());
  }

  @Test
  void addressesWorkAsPrinted() throws Exception {
    PrintedExchange chat = PrintedExchange.play("bootstrap-address.txt", connect("/"), ACK);

    assertThat(bub.session().path("workspace").asString()).endsWith("/telegram:123456789");
    assertThat(bub.session().path("talkto").asString()).isEqualTo("tg:123456789");

    TypedClient ops = connect("/");
    ops.ask("initialize", "{\"clientId\":\"agent:ops\"}");
    ops.ask(
        "sendMessage",
        """
        {"to":"%s","messageId":"m-1","payload":{"type":"agent_event",\
        "content":{"event":"Config updated","data":{}}}}\
        """
            .formatted(chat.worker()));
    chat.await(
        """
        {"method":"processMessage","params":{"to":"tg:123456789","payload":{"type":"tg_reply",\
        "content":{"text":"[from:agent:ops] Config updated"}}}}\
        """);
  }

  @Test
  void topicsWorkAsPrinted() throws Exception {
    PrintedExchange.play("bootstrap-topic.txt", connect("/v2-topics"), PROCESSED);
  }

  @Test
  void aClassicPeerIsHeardWithTextAlone() throws Exception {
    PrintedExchange chat = PrintedExchange.play("bootstrap-address.txt", connect("/"), ACK);
    TypedClient classic = connect("/v1");
    classic.ask("initialize", "{\"clientId\":\"discord:5\",\"clientInfo\":{\"name\":\"c\"}}");

    JsonNode sent =
        classic.ask(
            "sendMessage",
            """
            {"topic":"%s","payload":{"type":"tg_message","content":{"text":"hello"}}}\
            """
                .formatted(chat.worker()));

    assertThat(sent.path("success").asBoolean()).isTrue();
    chat.await(
        """
        {"method":"processMessage","params":{"to":"tg:123456789","payload":{"type":"tg_reply",\
        "content":{"text":"[from:discord:5] hello"}}}}\
        """);
  }

  private TypedClient connect(String path) throws InterruptedException {
    return workshop.keep(TypedClient.connect(bus.resolve(path)));
  }
}
