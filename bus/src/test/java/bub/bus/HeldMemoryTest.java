package bub.bus;

import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.activity.log.DisabledActivityLog;
import bub.bus.dialect.Dialects;
import bub.bus.memory.MemoryLimits;
import java.util.ArrayList;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * The memory account covers everything that the bus holds for a peer, and is released afterwards.
 */
class HeldMemoryTest {
  private static final String LARGE = "x".repeat(100_000);
  private static final String SPACE = " ".repeat(100_000);

  private final ManualTime time = new ManualTime();
  private final Hub hub =
      new Hub(
          new Hub.Environment(
              "bus-test", limits(), new DisabledActivityLog(), Runnable::run, time, time, 1));

  @Test
  void subscriptionsAndClientInfo() {
    ScriptedPeer peer =
        new ScriptedPeer(hub, "agent:a", "{\"name\":\"" + "n".repeat(1_000) + "\"}");
    assertThat(held("client_info")).isGreaterThanOrEqualTo(1_000);
    long before = held("subscriptions");

    peer.calls(1, "subscribe", "{\"address\":\"" + "s".repeat(200) + "\"}");
    assertThat(held("subscriptions")).isGreaterThan(before + 200);
    peer.calls(2, "subscribe", "{\"address\":\"" + "s".repeat(200) + "\"}");
    peer.calls(3, "unsubscribe", "{\"address\":\"" + "s".repeat(200) + "\"}");
    assertThat(held("subscriptions")).isEqualTo(before);

    peer.leaves();
    assertNothingHeld();
  }

  @Test
  void callsAndTheirIdsUntilTheyAreAnswered() {
    ScriptedPeer sender = new ScriptedPeer(hub, "tg:1");
    ScriptedPeer worker = new ScriptedPeer(hub, "agent:a");
    sender.sends("\"" + "i".repeat(200) + "\"", "agent:a", "hello");
    assertThat(held("calls")).isGreaterThan(200);

    worker.answersLast("{}");
    sender.leaves();
    worker.leaves();
    assertNothingHeld();
  }

  @Test
  void refusesALongId() {
    ScriptedPeer sender = new ScriptedPeer(hub, "tg:1");
    sender.sends("\"" + "i".repeat(300) + "\"", "agent:a", "hello");
    assertThat(sender.last()).contains("-32600", "at most 256 bytes", "\"id\":null");
  }

  @Test
  void refusesMoreClientInfoThanFourKilobytes() {
    ScriptedPeer peer = new ScriptedPeer(hub, Dialects.ADDRESS);
    peer.calls(
        0, "initialize", "{\"clientId\":\"agent:a\",\"clientInfo\":{\"name\":\"" + LARGE + "\"}}");
    assertThat(peer.last()).contains("-32602", "clientInfo: must have at most 4096 bytes");
  }

  @Test
  void acksThatWaitForAnotherRecipient() {
    ScriptedPeer sender = new ScriptedPeer(hub, "tg:1");
    ScriptedPeer quick = listener("agent:quick");
    ScriptedPeer slow = listener("agent:slow");
    sender.sends("7", "room:1", "hello");
    quick.answersLast("{\"big\":\"" + LARGE + "\"}");
    assertThat(held("acks")).isBetween(100_000L, 110_000L);

    slow.answersLast("{}");
    assertThat(held("acks")).isZero();
    assertThat(sender.last()).contains(LARGE);
  }

  @Test
  void anAckDoesNotKeepTheFrameItCameIn() {
    ScriptedPeer sender = new ScriptedPeer(hub, "tg:1");
    ScriptedPeer quick = listener("agent:quick");
    listener("agent:slow");
    sender.sends("7", "room:1", "hello");
    quick.answersLast("{}" + SPACE);

    assertThat(held("acks")).isBetween(1L, 1_000L);
  }

  @Test
  void acksOfASenderThatHasLeftAreDropped() {
    ScriptedPeer sender = new ScriptedPeer(hub, "tg:1");
    ScriptedPeer quick = listener("agent:quick");
    ScriptedPeer slow = listener("agent:slow");
    sender.sends("7", "room:1", "hello");
    quick.answersLast("{\"big\":\"" + LARGE + "\"}");
    sender.leaves();
    assertThat(held("acks")).isZero();

    slow.answersLast("{}");
    quick.leaves();
    slow.leaves();
    assertNothingHeld();
  }

  @Test
  void anAckForWhichThereIsNoRoomBecomesAFailureThatSaysSo() {
    ScriptedPeer sender = new ScriptedPeer(hub, "tg:1");
    ScriptedPeer quick = listener("agent:quick");
    ScriptedPeer slow = listener("agent:slow");
    for (int i = 0; i < 50; i++) {
      sender.sends("" + i, "room:1", "hello");
      quick.answersLast("{\"big\":\"" + LARGE + "\"}");
    }
    assertThat(held("acks")).isLessThanOrEqualTo(limits().memory().perConnection());
    slow.answersLast("{}");

    assertThat(sender.last())
        .contains("\"success\":false", "\"shouldRetry\":true", "did not fit into the memory");
  }

  @Test
  void answersOfABatchThatIsNotComplete() {
    ScriptedPeer sender = new ScriptedPeer(hub, "tg:1");
    ScriptedPeer worker = new ScriptedPeer(hub, "agent:a");
    sender.says(
        "[" + discover(99) + "," + ScriptedPeer.message("100", "agent:a", "never answered") + "]");
    long held = held("batches");
    assertThat(held).isGreaterThan(1_000).isLessThanOrEqualTo(4L << 20);

    worker.answersLast("{}");
    assertThat(held("batches")).isZero();
    assertThat(sender.last()).contains("\"id\":100");
  }

  @Test
  void answersOfManyBatchesAreReplacedByErrorsWhenThereIsNoRoom() {
    ScriptedPeer sender = new ScriptedPeer(hub, "tg:1");
    ScriptedPeer worker = new ScriptedPeer(hub, "agent:a");
    for (int i = 0; i < 20; i++) {
      sender.says("[" + discover(99) + "," + ScriptedPeer.message("100", "agent:a", "waits") + "]");
    }
    assertThat(held("batches")).isLessThanOrEqualTo(limits().memory().perConnection());
    worker.answersLast("{}");
    assertThat(sender.last()).contains("-32012", "memory_full");

    sender.leaves();
    worker.leaves();
    assertNothingHeld();
  }

  @Test
  void theWholeFrameThatWaitsForAnInterceptor() {
    ScriptedPeer interceptor = new ScriptedPeer(hub, Dialects.CLASSIC);
    interceptor.calls(0, "initialize", "{\"clientId\":\"gate\"}");
    interceptor.calls(1, "subscribe", "{\"topic\":\"agent:*\"}");
    ScriptedPeer sender = new ScriptedPeer(hub, "tg:1");
    sender.says(ScriptedPeer.message("8", "agent:a", "hello") + SPACE);
    assertThat(held("interceptors")).isGreaterThan(100_000);

    interceptor.answersCall("{\"success\":true,\"stopPropagation\":false}");
    assertThat(held("interceptors")).isZero();
  }

  @Test
  void refusesSubscriptionsWhenThereIsNoRoom() {
    ScriptedPeer peer = new ScriptedPeer(hub, "agent:a");
    ScriptedPeer other = new ScriptedPeer(hub, "agent:b");
    String padding = "p".repeat(240);
    for (int i = 0; i < 1_000; i++) {
      peer.calls(i, "subscribe", "{\"address\":\"" + padding + i + "\"}");
      other.calls(i, "subscribe", "{\"address\":\"" + padding + "o" + i + "\"}");
    }
    assertThat(held("subscriptions")).isLessThan(2 * limits().memory().perConnection());
    peer.leaves();
    other.leaves();
    assertNothingHeld();
  }

  @Test
  void limitsPatternsThatMustBeTriedOneByOne() {
    ScriptedPeer peer = new ScriptedPeer(hub, "agent:a");
    for (int i = 0; i < 65; i++) {
      peer.calls(i, "subscribe", "{\"address\":\"*x" + i + "*y\"}");
    }
    assertThat(peer.last()).contains("too_many_patterns");
    peer.calls(99, "subscribe", "{\"address\":\"room:*\"}");
    assertThat(peer.last()).contains("\"id\":99,\"result\"");
  }

  private static BusLimits limits() {
    BusLimits standard = BusLimits.standard();
    return new BusLimits(
        standard.maxMessageBytes(),
        standard.maxDepth(),
        standard.maxBatch(),
        standard.initializeTimeout(),
        standard.processTimeout(),
        standard.interceptTimeout(),
        standard.maxInFlightPerPeer(),
        standard.maxSubscriptionsPerConnection(),
        standard.maxConnections(),
        new MemoryLimits(64L << 20, 64L << 20, 4L << 20, 4L << 20, 100, 100));
  }

  private static String discover(int count) {
    var calls = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      calls.add("{\"jsonrpc\":\"2.0\",\"id\":" + i + ",\"method\":\"rpc.discover\"}");
    }
    return String.join(",", calls);
  }

  private ScriptedPeer listener(String clientId) {
    ScriptedPeer peer = new ScriptedPeer(hub, clientId);
    peer.calls(1, "subscribe", "{\"address\":\"room:1\"}");
    return peer;
  }

  private long held(String kind) {
    return Objects.requireNonNull(hub.metrics().values().get("memory_held_" + kind + "_bytes"));
  }

  private void assertNothingHeld() {
    assertThat(hub.memory().held()).isZero();
  }
}
