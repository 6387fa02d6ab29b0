package bub.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.SendResult;
import bub.testkit.NatsServers;
import bub.testkit.RawWebSocket;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Interceptors and notifications work across nodes. */
class ClusterInterceptorTest {
  private static final Address RECIPIENT = new Address("agent:worker");

  private final Queue<String> heard = new ConcurrentLinkedQueue<>();
  private NatsServers nats;
  private TestNode one;
  private TestNode two;
  private BusClient sender;

  @BeforeEach
  void start() throws Exception {
    nats = NatsServers.one();
    one = TestNode.start("n1", nats.urls());
    two = TestNode.start("n2", nats.urls());
    one.sees("n2");
    two.sees("n1");
    one.peer(
        RECIPIENT.value(),
        envelope -> {
          heard.add(envelope.payload().toString());
          return Ack.ok("worker");
        });
    sender = one.client("agent:s").connect();
  }

  @AfterEach
  void stop() {
    one.close();
    two.close();
    nats.close();
  }

  private RawWebSocket interceptor() throws Exception {
    RawWebSocket socket =
        RawWebSocket.connect(two.url().getPort(), "/v1").waiting(Duration.ofSeconds(20));
    socket.call(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"clientId\":\"guard\","
            + "\"clientInfo\":{\"name\":\"g\",\"version\":\"1\"}}}");
    socket.call(
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"subscribe\",\"params\":{\"topic\":\"agent:work*\"}}");
    return socket;
  }

  /** Answers the next message on another thread, because the sender waits for it. */
  private static void answerNext(RawWebSocket socket, boolean stops) {
    Thread.startVirtualThread(
        () -> {
          try {
            RawJson id = RawJson.parse(socket.receiveText()).fields().find("id");
            socket.sendText(
                "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"success\":true,\"stopPropagation\":%s}}"
                    .formatted(id, stops));
          } catch (Exception failed) {
            throw new IllegalStateException(failed);
          }
        });
  }

  @Test
  void anInterceptorOnAnotherNodeHaltsAMessage() throws Exception {
    try (RawWebSocket guard = interceptor()) {
      answerNext(guard, true);

      SendResult result = sender.send(RECIPIENT, RawJson.EMPTY_OBJECT);

      assertThat(result.acks())
          .singleElement()
          .satisfies(ack -> assertThat(ack.message()).contains("halted by guard"));
      assertThat(heard).isEmpty();
    }
  }

  @Test
  void anInterceptorOnAnotherNodeLetsAMessagePass() throws Exception {
    try (RawWebSocket guard = interceptor()) {
      answerNext(guard, false);

      SendResult result = sender.send(RECIPIENT, RawJson.EMPTY_OBJECT);

      assertThat(result.acks()).hasSize(2).allMatch(Ack::success);
      assertThat(heard).hasSize(1);
    }
  }

  @Test
  void aNotificationReachesInterceptorsAndSubscribersOfEveryNode() throws Exception {
    try (RawWebSocket guard = interceptor()) {
      sender.notify(RECIPIENT, RawJson.trusted("{\"n\":1}".getBytes(UTF_8)));

      assertThat(guard.receiveText()).contains("\"notify\"", "{\"n\":1}");
      await().untilAsserted(() -> assertThat(heard).containsExactly("{\"n\":1}"));
    }
  }
}
