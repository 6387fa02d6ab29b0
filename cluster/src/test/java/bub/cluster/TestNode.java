package bub.cluster;

import static org.awaitility.Awaitility.await;

import bub.bus.BusLimits;
import bub.bus.Hub;
import bub.bus.activity.log.DisabledActivityLog;
import bub.bus.server.BusServer;
import bub.bus.server.ServerSettings;
import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.MessageHandler;
import bub.cluster.interest.NodeId;
import bub.cluster.nats.ClusterUnavailable;
import bub.cluster.nats.NatsConnection;
import bub.cluster.nats.NatsSettings;
import bub.protocol.Address;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** A real bus that is a node of a cluster, and its clients. */
final class TestNode implements AutoCloseable {
  private final NatsConnection nats;
  private final AtomicReference<ClusterNode> node = new AtomicReference<>();
  private final BusServer server;
  private final List<BusClient> clients = new ArrayList<>();

  private TestNode(String name, NatsConnection nats) throws Exception {
    this.nats = nats;
    var self = new NodeId(name, ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE));
    server =
        BusServer.start(
            ServerSettings.on("127.0.0.1", 0),
            loop -> {
              var hub =
                  new Hub(
                      new Hub.Environment(
                          "bus-" + name,
                          BusLimits.standard(),
                          new DisabledActivityLog(),
                          loop,
                          Clock.systemUTC(),
                          System::nanoTime,
                          42));
              try {
                node.set(ClusterNode.join(self, hub, nats));
              } catch (ClusterUnavailable unavailable) {
                throw new IllegalStateException(unavailable);
              }
              return hub;
            });
  }

  static TestNode start(String name, String servers) throws Exception {
    return start(name, NatsSettings.of(servers, "test"));
  }

  static TestNode start(String name, NatsSettings settings) throws Exception {
    var nats = new NatsConnection(settings, name);
    nats.start();
    if (!nats.awaitConnected(Duration.ofSeconds(20))) {
      throw new IllegalStateException("no connection to NATS: " + nats.state());
    }
    return new TestNode(name, nats);
  }

  ClusterNode cluster() {
    return node.get();
  }

  NatsConnection nats() {
    return nats;
  }

  <T> T onHub(Supplier<T> question) {
    var answer = new CompletableFuture<T>();
    server.hub().execute(() -> answer.complete(question.get()));
    return answer.join();
  }

  /** Waits until this node sees exactly these others, with complete tables. */
  TestNode sees(String... names) {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> onHub(() -> cluster().others().equals(List.of(names)) && cluster().isComplete()));
    return this;
  }

  URI url() {
    return URI.create("ws://127.0.0.1:" + server.port());
  }

  BusClient client(String name) {
    BusClient client = BusClient.of(ClientSettings.of(url(), new Address(name)));
    clients.add(client);
    return client;
  }

  BusClient peer(String name, MessageHandler handler) throws Exception {
    return client(name).serveEvery(handler).connect();
  }

  /** Ends like a killed process: nobody is told. */
  void kill() {
    nats.close();
    cluster().close();
    clients.forEach(BusClient::close);
    server.close();
  }

  @Override
  public void close() {
    clients.forEach(BusClient::close);
    kill();
  }
}
