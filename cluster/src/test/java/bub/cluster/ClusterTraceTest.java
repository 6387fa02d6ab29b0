package bub.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceNotice;
import bub.protocol.trace.TraceOrder;
import bub.testkit.NatsServers;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The loop guard and orders about turns work across nodes. */
class ClusterTraceTest {
  private NatsServers nats;
  private TestNode one;
  private TestNode two;

  @BeforeEach
  void start() throws Exception {
    nats = NatsServers.one();
    one = TestNode.start("n1", nats.urls());
    two = TestNode.start("n2", nats.urls());
    one.sees("n2");
    two.sees("n1");
  }

  @AfterEach
  void stop() {
    one.close();
    two.close();
    nats.close();
  }

  private static RawJson json(String text) {
    return RawJson.trusted(text.getBytes(UTF_8));
  }

  @Test
  void aLoopBetweenAgentsOfTwoNodesIsRefused() throws Exception {
    var messages = new AtomicInteger();
    var refusal = new AtomicReference<@Nullable RpcException>();
    var a = new AtomicReference<BusClient>();
    var b = new AtomicReference<BusClient>();
    a.set(
        one.peer("agent:a", _ -> passOn(a.get(), "agent:b", messages.incrementAndGet(), refusal)));
    b.set(
        two.peer("agent:b", _ -> passOn(b.get(), "agent:a", messages.incrementAndGet(), refusal)));

    one.client("agent:starter")
        .connect()
        .send(new Address("agent:a"), json("{\"type\":\"go\",\"content\":{\"n\":0}}"));

    assertThat(messages.get()).isLessThan(100);
    RpcException refused = Objects.requireNonNull(refusal.get(), "the loop was not refused");
    assertThat(refused.error().reason()).isEqualTo("loop_detected");
  }

  private static Ack passOn(
      BusClient self, String to, int number, AtomicReference<@Nullable RpcException> refusal)
      throws Exception {
    try {
      self.send(new Address(to), json("{\"type\":\"go\",\"content\":{\"n\":" + number + "}}"));
      return Ack.ok("passed on");
    } catch (RpcException refused) {
      refusal.compareAndSet(null, refused);
      return Ack.failed("refused");
    }
  }

  @Test
  void anOrderToStopATurnReachesTheAgentsOfEveryNode() throws Exception {
    Queue<Envelope> notices = new ConcurrentLinkedQueue<>();
    BusClient agent =
        two.peer(
            "agent:worker",
            envelope -> {
              if (envelope.from().equals(TraceOrder.ADDRESS)) {
                notices.add(envelope);
              }
              return Ack.ok("");
            });
    BusClient boss = one.client("agent:boss").connect();
    var question = new MessageId("question-1");
    boss.send(
        new Envelope(
            boss.clientId(),
            agent.clientId(),
            question,
            json("{\"type\":\"task\",\"content\":{}}")));
    TraceId trace = TraceId.startedBy(boss.clientId(), question);
    RawJson answer = json("{\"type\":\"note\",\"content\":{},\"cause\":\"question-1\"}");
    assertThat(agent.send(boss.clientId(), answer).acks()).hasSize(1);

    Ack stopped =
        boss.send(TraceOrder.ADDRESS, new TraceOrder(TraceOrder.Action.STOP, trace, null))
            .acks()
            .getFirst();

    assertThat(stopped.success()).as(stopped.message()).isTrue();
    await().until(() -> !notices.isEmpty());
    assertThat(notices.element().type()).isEqualTo(TraceNotice.STOPPED);
    assertThatThrownBy(() -> agent.send(boss.clientId(), answer))
        .isInstanceOf(RpcException.class)
        .hasMessageContaining("stopped");
  }
}
