package bub.client;

import static bub.client.Messages.message;
import static bub.client.Messages.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.scripted.ScriptedBus;
import bub.client.scripted.ScriptedServer;
import bub.jsonrpc.Reply;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.ErrorCodes;
import bub.protocol.Methods;
import bub.protocol.Subscription;
import bub.protocol.trace.GuardReasons;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HandlerTest {
  private final ScriptedBus bus = new ScriptedBus();
  private final ScriptedServer server = ScriptedServer.of(bus);
  private final BusClient client =
      BusClient.of(ClientSettings.of(server.url(), new Address("agent:a")).withMaxHandlers(2));

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private Ack deliver(String id) throws Exception {
    return bus.deliver(message("tg:1", id, "agent:a"));
  }

  @Test
  void theHandlersAckIsTheAnswer() throws Exception {
    client.serve(envelope -> Ack.ok("read", envelope.payload())).connect();
    assertThat(deliver("m1")).isEqualTo(Ack.ok("read", text("hello")));
  }

  @Test
  void aHandlerThatThrowsGivesAFailedAckThatTellsNoSecrets() throws Exception {
    client
        .serve(
            _ -> {
              throw new IllegalStateException("password is hunter2");
            })
        .connect();
    assertThat(deliver("m1")).isEqualTo(Ack.failed("agent:a failed to handle the message"));
    assertThat(bus.connections()).isEqualTo(1);
  }

  @Test
  void aHandlerThatRunsOutOfStackGivesAFailedAck() throws Exception {
    client
        .serve(
            _ -> {
              throw new StackOverflowError();
            })
        .connect();
    assertThat(deliver("m1").success()).isFalse();
    client.serve(_ -> Ack.ok("fine"));
    assertThat(deliver("m2").success()).isTrue();
  }

  @Test
  void aHandlerMayRefuseInItsOwnWords() throws Exception {
    client
        .serve(
            _ -> {
              throw new RpcException(RpcError.invalidParams("no such chat"));
            })
        .connect();
    assertThat(deliver("m1").message()).contains("no such chat");
  }

  @Test
  void whatTheHandlerCouldNotReachMayBeRetried() throws Exception {
    bus.refuse(Methods.SEND_MESSAGE, RpcError.of(ErrorCodes.OVERLOADED, "slow down"));
    client.serve(_ -> client.send(new Address("b"), text("x")).acks().getFirst()).connect();
    assertThat(deliver("m1").shouldRetry()).isTrue();
    bus.onCall(Methods.SEND_MESSAGE, (_, _, answer) -> answer.result(text("no receipt")));
    assertThat(deliver("m2").shouldRetry()).isTrue();
  }

  @Test
  void whatTheLoopGuardRefusedTheHandlerIsNotRetried() throws Exception {
    bus.refuse(
        Methods.SEND_MESSAGE,
        RpcError.of(ErrorCodes.OVERLOADED, "a loop").because(GuardReasons.LOOP_DETECTED));
    client.serve(_ -> client.send(new Address("b"), text("x")).acks().getFirst()).connect();
    Ack ack = deliver("m1");
    assertThat(ack.success()).isFalse();
    assertThat(ack.shouldRetry()).isFalse();
    assertThat(ack.message()).contains("a loop");
  }

  @Test
  void withoutAHandlerMessagesFail() throws Exception {
    client.connect();
    assertThat(deliver("m1")).isEqualTo(Ack.failed("agent:a does not accept messages"));
  }

  @Test
  void anAckThatIsTooLargeFailsAlone() throws Exception {
    client.serve(_ -> Ack.ok("big", text("x".repeat(1024 * 1024)))).connect();
    assertThat(deliver("m1").message()).contains("too large");
    assertThat(bus.connections()).isEqualTo(1);
  }

  @Test
  void aMalformedMessageIsAnError() throws Exception {
    client.serve(_ -> Ack.ok("")).connect();
    var result = new CompletableFuture<Reply>();
    var peer = bus.newest();
    peer.request(
        peer.reserveId(),
        Methods.PROCESS_MESSAGE,
        text("no envelope"),
        Duration.ofSeconds(5),
        result::complete);
    assertThat(result.join().problem()).contains("-32602");
  }

  @Test
  void pastItsLimitItIsBusyAndTheSenderMayRetry() throws Exception {
    var go = new CountDownLatch(1);
    var running = new CountDownLatch(2);
    client
        .serve(
            _ -> {
              running.countDown();
              go.await();
              return Ack.ok("done");
            })
        .connect();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var first = threads.submit(() -> deliver("m1"));
      var second = threads.submit(() -> deliver("m2"));
      running.await();
      Ack third = deliver("m3");
      assertThat(third.success()).isFalse();
      assertThat(third.shouldRetry()).isTrue();
      assertThat(third.message()).contains("busy");
      go.countDown();
      assertThat(first.get().success()).isTrue();
      assertThat(second.get().success()).isTrue();
    }
    assertThat(deliver("m3").success()).isTrue();
  }

  @Test
  void aHandlerMaySendAndBeSentToInTurn() throws Exception {
    // The bus carries what the handler sends back to the same client, as a cycle of peers would.
    bus.onSend(
        (envelope, answer) -> answer.result(ScriptedBus.receipt(envelope, bus.deliver(envelope))));
    client
        .serve(
            envelope ->
                envelope.messageId().value().equals("m1")
                    ? client.send(new Address("agent:a"), text("again")).acks().getFirst()
                    : Ack.ok("the end of the cycle"))
        .connect();
    assertThat(deliver("m1").message()).isEqualTo("the end of the cycle");
  }

  @Test
  void aHandlerThatRunsRightAfterTheConnectMaySend() throws Exception {
    client.subscribe("x:*");
    client.serve(_ -> client.send(new Address("agent:b"), text("nested")).acks().getFirst());
    var ack = new CompletableFuture<Ack>();
    bus.onCall(
        Methods.SUBSCRIBE,
        (_, _, answer) -> {
          Thread.startVirtualThread(() -> ack.completeAsync(() -> quietly("early")));
          await().until(() -> bus.newest().pendingCalls() == 1);
          answer.result(Subscription.SUCCESS);
        });
    client.connect();
    assertThat(ack.join().success()).isTrue();
  }

  private Ack quietly(String id) {
    try {
      return deliver(id);
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }

  @Test
  void aDuplicateIsNotHandledTwiceUnlessAskedFor() throws Exception {
    var runs = new AtomicInteger();
    client.serve(_ -> Ack.ok("run " + runs.incrementAndGet())).connect();
    assertThat(deliver("m1")).isEqualTo(deliver("m1"));
    client.serveEvery(_ -> Ack.ok("run " + runs.incrementAndGet()));
    deliver("m1");
    deliver("m1");
    assertThat(runs).hasValue(3);
  }
}
