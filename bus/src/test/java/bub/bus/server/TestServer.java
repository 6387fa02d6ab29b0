package bub.bus.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.bus.BusLimits;
import bub.bus.Hub;
import bub.bus.activity.log.ActivityLog;
import bub.testkit.RawWebSocket;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A bus on its own port, with two well-behaved peers from the start that must not notice anything a
 * test does to the server.
 */
final class TestServer implements AutoCloseable {
  private final BusServer server;
  private final @Nullable SSLContext tls;
  private final WirePeer ann;
  private final WirePeer bob;

  TestServer(
      ServerSettings settings, BusLimits limits, ActivityLog activity, @Nullable SSLContext tls) {
    this.tls = tls;
    try {
      server =
          BusServer.startEquipped(
              settings,
              loop ->
                  new BusServer.Equipment(
                      new Hub(
                          new Hub.Environment(
                              "bus-test",
                              limits,
                              activity,
                              loop,
                              InstantSource.system(),
                              System::nanoTime,
                              42)),
                      List.of(new EchoDialect())));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
    ann = peer("agent:ann");
    bob = peer("agent:bob");
  }

  /** The standard server. */
  static TestServer start() {
    return new Setup().start();
  }

  int port() {
    return server.port();
  }

  BusServer server() {
    return server;
  }

  /** A figure of the bus, read on its own thread. */
  long figure(String name) {
    return CompletableFuture.supplyAsync(
            () -> server.hub().metrics().values().getOrDefault(name, -1L), server.hub()::execute)
        .join();
  }

  /** A peer that acks whatever it gets. */
  WirePeer peer(String clientId) {
    return tls == null ? WirePeer.join(port(), clientId) : WirePeer.join(port(), clientId, tls);
  }

  /** A connection that has done nothing but the upgrade. */
  RawWebSocket raw() throws IOException {
    return RawWebSocket.connect(port());
  }

  /** A connection that has introduced itself and is the test's to drive. */
  RawWebSocket rawPeer(String clientId) throws IOException {
    RawWebSocket peer = raw();
    assertThat(peer.call(Wire.initialize(clientId))).contains("\"result\"");
    return peer;
  }

  RawWebSocket echo() throws IOException {
    return RawWebSocket.connect(port(), "/echo");
  }

  /** The two who were here first exchange a message, both ways. */
  void othersStillTalk() {
    assertThat(ann.sends("agent:bob", "hello").ack().success()).isTrue();
    assertThat(bob.sends("agent:ann", "hello").ack().success()).isTrue();
  }

  /** Waits until so many connections are open, those of the two not counted. */
  void awaitGuests(int count) {
    await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5))
        .until(() -> server.connections() - 2 == count);
  }

  @Override
  public void close() {
    ann.close();
    bob.close();
    server.close();
  }
}
