package bub.client;

import static bub.client.Messages.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import bub.client.ClientState.Connected;
import bub.client.ClientState.Connecting;
import bub.client.ClientState.Stopped;
import bub.client.ClientState.Waiting;
import bub.client.scripted.ManualTime;
import bub.client.scripted.ScriptedBus;
import bub.client.scripted.ScriptedServer;
import bub.client.transport.Connector;
import bub.jsonrpc.Reply;
import bub.protocol.Address;
import bub.protocol.CloseCodes;
import bub.protocol.Methods;
import bub.protocol.Subscription;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReconnectTest {
  private static final Address B = new Address("agent:b");

  private final ManualTime time = new ManualTime();
  private final ScriptedBus bus = new ScriptedBus();
  private final List<ClientState> states = new CopyOnWriteArrayList<>();
  private final ClientSettings settings =
      ClientSettings.of(URI.create("memory:bus"), new Address("agent:a"));
  private final BusClient client =
      new BusClient(settings, bus.inMemory(), time.environment(0.5)).onState(states::add);

  @AfterEach
  void close() {
    client.close();
  }

  @Test
  void subscribesAgainBeforeAnybodySends() throws Exception {
    client.connect();
    client.subscribe("x:*");
    client.subscribe("y:*");
    client.subscribe("z:*");
    client.unsubscribe("y:*");
    var mayConfirm = new CountDownLatch(1);
    bus.onCall(
        Methods.SUBSCRIBE,
        (_, _, answer) -> {
          mayConfirm.await();
          answer.result(Subscription.SUCCESS);
        });
    int before = bus.heard().size();

    bus.hangUp();
    time.passNextSleep();
    await().until(() -> bus.heard().contains("subscribe x:*") && bus.connections() == 1);
    assertThatThrownBy(() -> client.send(B, text("too early"))).isInstanceOf(NotConnected.class);
    mayConfirm.countDown();
    client.awaitConnected(Duration.ofSeconds(30));
    client.send(B, text("now"));

    assertThat(bus.heard().subList(before, bus.heard().size()))
        .containsExactly(
            "initialize agent:a", "subscribe x:*", "subscribe z:*", "sendMessage m2 to agent:b");
  }

  @Test
  void closeEndsAnAttemptInProgress() throws Exception {
    var dialing = new CountDownLatch(1);
    var closer = new AtomicReference<Thread>();
    var wasAwaited = new CompletableFuture<Boolean>();
    Connector slow =
        () -> {
          dialing.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException closed) {
            Thread other = closer.get();
            while (other.getState() == Thread.State.RUNNABLE) {
              Thread.onSpinWait(); // until the closer waits for this attempt, or has ended
            }
            wasAwaited.complete(other.isAlive());
          }
          throw new IOException("not connected");
        };
    var closing = new BusClient(settings, slow, time.environment(0.5)).start();
    dialing.await();
    closer.set(Thread.ofPlatform().unstarted(closing::close));
    closer.get().start();

    // An attempt that goes on could connect later, and replace the next client of this id.
    assertThat(wasAwaited.get(30, TimeUnit.SECONDS)).isTrue();
    closer.get().join();
  }

  @Test
  void whatIsSubscribedMeanwhileIsNotForgotten() throws Exception {
    var mayConfirm = new CountDownLatch(1);
    bus.onCall(
        Methods.SUBSCRIBE,
        (_, _, answer) -> {
          mayConfirm.await();
          answer.result(Subscription.SUCCESS);
        });
    client.subscribe("x:*");
    client.start();
    await().until(() -> bus.heard().contains("subscribe x:*"));
    client.subscribe("y:*");
    client.unsubscribe("x:*");
    mayConfirm.countDown();
    client.awaitConnected(Duration.ofSeconds(30));
    assertThat(bus.heard())
        .containsExactly("initialize agent:a", "subscribe x:*", "subscribe y:*", "unsubscribe x:*");
  }

  @Test
  void waitsLongerWithEachFailure() throws Exception {
    bus.beReachable(false);
    client.start();
    for (long millis : new long[] {50, 100, 200, 400, 800, 1_600, 3_200, 5_000}) {
      assertThat(time.passNextSleep()).isEqualTo(Duration.ofMillis(millis));
    }
    assertThat(time.nextSleep()).isEqualTo(Duration.ofSeconds(5));
    bus.beReachable(true);
    time.advance(Duration.ofSeconds(5));

    await()
        .untilAsserted(
            () ->
                assertThat(states)
                    .startsWith(
                        new Connecting(null), new Waiting(Duration.ofMillis(50), "the bus is down"))
                    .endsWith(new Connecting("the bus is down"), new Connected("bus-1")));
  }

  @Test
  void aConnectionThatLastedForgivesEarlierFailures() throws Exception {
    bus.beReachable(false);
    client.start();
    time.passNextSleep();
    assertThat(time.nextSleep()).isEqualTo(Duration.ofMillis(100));
    bus.beReachable(true);
    time.advance(Duration.ofMillis(100));
    client.awaitConnected(Duration.ofSeconds(30));

    time.advance(Duration.ofSeconds(11));
    bus.hangUp();
    assertThat(time.nextSleep()).isEqualTo(Duration.ofMillis(50));
  }

  @Test
  void aConnectionThatDidNotLastDoesNot() throws Exception {
    client.connect();
    bus.hangUp();
    assertThat(time.passNextSleep()).isEqualTo(Duration.ofMillis(50));
    client.awaitConnected(Duration.ofSeconds(30));
    bus.hangUp();
    assertThat(time.nextSleep()).isEqualTo(Duration.ofMillis(100));
  }

  @Test
  void callsInFlightFailAtOnceWhenTheConnectionEnds() throws Exception {
    bus.neverAnswer(Methods.SEND_MESSAGE);
    client.connect();
    var failure = new CompletableFuture<Exception>();
    Thread.startVirtualThread(
        () -> {
          try {
            client.send(B, text("lost"));
          } catch (Exception thrown) {
            failure.complete(thrown);
          }
        });
    await().until(() -> bus.heard("sendMessage").size() == 1);
    bus.hangUp();
    assertThat(failure.join())
        .isInstanceOfSatisfying(
            NoAnswer.class,
            lost -> assertThat(lost.reply()).isInstanceOf(Reply.Disconnected.class));
  }

  @Test
  void sendsFailAtOnceWhileThereIsNoConnection() throws Exception {
    assertThatThrownBy(() -> client.send(B, text("x")))
        .isInstanceOf(NotConnected.class)
        .hasMessageContaining("connect() was not called");
    client.connect();
    bus.beReachable(false);
    bus.hangUp();
    time.nextSleep();
    assertThatThrownBy(() -> client.send(B, text("x")))
        .isInstanceOf(NotConnected.class)
        .hasMessage("not connected to memory:bus: the bus goes away");
    assertThatThrownBy(() -> client.awaitConnected(Duration.ofMillis(1)))
        .isInstanceOf(NotConnected.class);
  }

  @Test
  void closingEndsTheWaiting() throws Exception {
    bus.beReachable(false);
    client.start();
    time.nextSleep();
    client.close();
    assertThat(client.state()).isEqualTo(new Stopped("closed"));
    assertThatThrownBy(() -> client.awaitConnected(Duration.ofSeconds(30)))
        .isInstanceOf(NotConnected.class)
        .hasMessageContaining("closed");
    assertThat(states).endsWith(new Stopped("closed"));
  }

  @Test
  void aFailedFirstConnectIsTheEnd() {
    bus.beReachable(false);
    assertThatThrownBy(client::connect)
        .isInstanceOf(NotConnected.class)
        .hasMessage("not connected to memory:bus: the bus is down");
    assertThat(client.state()).isInstanceOf(Stopped.class);
  }

  @Test
  void neverReturnsAfterItWasReplaced() throws Exception {
    try (var server = ScriptedServer.of(bus);
        var replaced =
            BusClient.of(ClientSettings.of(server.url(), new Address("agent:a"))).connect()) {
      server.closeAll(CloseCodes.REPLACED, "replaced");
      await().until(() -> replaced.state() instanceof Stopped);
      assertThat(replaced.state().words()).contains("another client has connected as agent:a");
      assertThat(bus.heard()).containsExactly("initialize agent:a");
      assertThatThrownBy(() -> replaced.awaitConnected(Duration.ofSeconds(30)))
          .hasMessageContaining("another client");
    }
  }

  @Test
  void neverReturnsAfterItWasReplacedWhileItConnected() throws Exception {
    bus.neverAnswer(Methods.INITIALIZE);
    try (var server = ScriptedServer.of(bus);
        var replaced =
            BusClient.of(ClientSettings.of(server.url(), new Address("agent:a"))).start()) {
      await().until(() -> bus.heard("initialize").size() == 1);
      server.closeAll(CloseCodes.REPLACED, "replaced");
      await().until(() -> replaced.state() instanceof Stopped);
    }
  }

  @Test
  void survivesAConnectorThatThrows() throws Exception {
    var faulty =
        new BusClient(
            settings,
            () -> {
              throw new IllegalStateException("a bug");
            },
            time.environment(0.5));
    try (faulty) {
      faulty.start();
      time.passNextSleep();
      time.passNextSleep();
    }
  }

  @Test
  void aSessionThatIsGoneIsNotOfferedAgain() throws Exception {
    bus.neverAnswer(Methods.SEND_MESSAGE);
    client.connect();
    var failures = new CopyOnWriteArrayList<Exception>();
    Thread.startVirtualThread(
        () -> {
          for (int i = 0; i < 2; i++) {
            try {
              client.send(B, text("lost"));
            } catch (Exception thrown) {
              failures.add(thrown);
            }
          }
        });
    await().until(() -> bus.heard("sendMessage").size() == 1);
    bus.beReachable(false);
    bus.hangUp();
    await().until(() -> failures.size() == 2);
    assertThat(failures.getLast()).isInstanceOf(NotConnected.class);
  }

  @Test
  void returnsAfterTheWireBroke() throws Exception {
    var quick = new Backoff(Duration.ofMillis(1), Duration.ofMillis(1));
    try (var server = ScriptedServer.of(bus);
        var dropped =
            BusClient.of(
                    ClientSettings.of(server.url(), new Address("agent:a")).withReconnect(quick))
                .connect()) {
      server.drop();
      await().until(() -> bus.heard("initialize").size() == 2);
      dropped.awaitConnected(Duration.ofSeconds(30));
      assertThat(dropped.send(B, text("back")).acks()).hasSize(1);
    }
  }
}
