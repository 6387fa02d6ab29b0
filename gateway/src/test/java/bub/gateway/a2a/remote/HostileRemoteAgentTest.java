package bub.gateway.a2a.remote;

import static bub.gateway.a2a.remote.RemoteAgentScene.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import bub.gateway.a2a.net.OutgoingAddresses;
import bub.json.RawJson;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A remote agent that does not keep to the protocol. */
@Timeout(90)
class HostileRemoteAgentTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir Path directory;
  private final AtomicInteger cards = new AtomicInteger();
  private volatile String card = "";
  private volatile String event = "";
  private HttpServer server;

  @BeforeEach
  void start() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/card.json", exchange -> answer(exchange, "application/json", card));
    server.createContext(
        "/a2a", exchange -> answer(exchange, "text/event-stream", "data: " + event + "\n\n"));
    server.start();
    card =
        """
        {"name":"far","skills":[],"supportedInterfaces":[
         {"url":"%s","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}
        """
            .formatted(url("/a2a"));
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  private void answer(HttpExchange exchange, String type, String text) throws IOException {
    byte[] body = text.getBytes(UTF_8);
    exchange.getResponseHeaders().add("Content-Type", type);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
    if (type.equals("application/json")) {
      cards.incrementAndGet();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "5",
        "[]",
        "{}",
        "{\"name\":\"x\",\"supportedInterfaces\":[{\"protocolBinding\":\"JSONRPC\",\"url\":5}]}",
        "{\"name\":\"x\",\"supportedInterfaces\":5}",
        "{\"name\":\"x\",\"supportedInterfaces\":[5]}",
        "{\"name\":\"x\",\"supportedInterfaces\":[{\"protocolBinding\":5}]}",
        "{\"name\":\"x\",\"skills\":[5],\"supportedInterfaces\":[]}",
        "{\"name\":\"x\",\"skills\":[{\"id\":[]}],\"supportedInterfaces\":[]}",
      })
  void aCardOfTheWrongShapeIsRefused(String odd) {
    card = odd;
    String at = url("/card.json");

    assertThatThrownBy(
            () -> RemoteCard.fetch(at, RemoteToken.none(at), OutgoingAddresses.byDns(true)))
        .isInstanceOf(RemoteFailure.class)
        .hasMessageContaining("is not valid");
  }

  @Test
  void aWrongCardDoesNotHoldUpOtherAgents() throws Exception {
    card = "{\"name\":\"x\",\"supportedInterfaces\":5}";
    try (var scene = new RemoteAgentScene(directory)) {
      scene.file.put(new RemoteAgentEntry("evil", url("/card.json"), null));
      await().atMost(SOON).until(() -> cards.get() > 0);

      scene.add("/a2a/agent:helper");

      scene.say("q1", "hello");
      scene.agent.reply(scene.agent.question(), "hi");
      assertThat(text(scene.reply())).isEqualTo("hi");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "5",
        "{\"result\":5}",
        "{\"result\":{}}",
        "{\"error\":{\"message\":5}}",
        "{\"error\":{\"code\":\"x\"}}",
        "{\"result\":{\"task\":5}}",
        "{\"result\":{\"task\":{\"id\":5}}}",
        "{\"result\":{\"task\":{\"id\":\"t\",\"status\":{\"state\":\"TASK_STATE_COMPLETED\"},\"artifacts\":[5]}}}",
        "{\"result\":{\"statusUpdate\":[]}}",
      })
  void anEventOfTheWrongShapeEndsTheTurn(String odd) throws Exception {
    event = odd;
    try (var scene = new RemoteAgentScene(directory)) {
      scene.addUrl(url("/card.json"));
      scene.say("q1", "hello");

      RawJson reply = scene.reply();

      assertThat(reply.fields().bool("failed", false)).isTrue();
    }
  }

  @Test
  void aLongErrorIsShortened() throws Exception {
    event = "{\"error\":{\"code\":-32000,\"message\":\"" + "x".repeat(2_000_000) + "\"}}";
    try (var scene = new RemoteAgentScene(directory)) {
      scene.addUrl(url("/card.json"));
      scene.say("q1", "hello");

      assertThat(text(scene.reply())).startsWith("xxx").hasSizeLessThan(2_000);
    }
  }
}
