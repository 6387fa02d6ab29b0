package bub.console;

import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.MessageHandler;
import bub.console.watch.WatchIntervals;
import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.SendResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;

/** A bus, a console and peers: the fixture of most tests. */
final class Scene implements AutoCloseable {
  private static final WatchIntervals QUICK =
      new WatchIntervals(
          Duration.ofMillis(20),
          Duration.ofMillis(50),
          Duration.ofSeconds(2),
          Duration.ofMillis(100));

  static {
    Awaitility.setDefaultPollDelay(Duration.ZERO);
    Awaitility.setDefaultPollInterval(Duration.ofMillis(5));
  }

  final TestBus bus;
  final Path state;
  final Console console;
  final Web web;
  private final List<BusClient> peers = new ArrayList<>();

  Scene(Path directory) throws Exception {
    this(directory, settings -> settings);
  }

  Scene(Path directory, UnaryOperator<ConsoleSettings> change) throws Exception {
    this(directory, change, new TestBus(directory));
  }

  Scene(Path directory, UnaryOperator<ConsoleSettings> change, TestBus bus) throws Exception {
    this(directory, change, bus, bus::client);
  }

  Scene(
      Path directory,
      UnaryOperator<ConsoleSettings> change,
      TestBus bus,
      Function<Address, BusClient> connect)
      throws Exception {
    this.bus = bus;
    state = Files.createDirectories(directory.resolve("state"));
    ConsoleSettings settings = change.apply(ConsoleSettings.of(state).withPort(0));
    console = Console.start(settings, connect, ClientEnvironment.system(), QUICK);
    web = new Web(console.url());
  }

  /** Waits until the console is on the bus. */
  Scene connected() {
    await().until(() -> web.get("/api/me").status() == 200);
    await().until(() -> web.get("/api/status").fields().object("bus").fields().bool("connected"));
    return this;
  }

  BusClient peer(String name, MessageHandler handler) throws Exception {
    BusClient peer = bus.client(name).serveEvery(handler);
    peers.add(peer);
    return peer.connect();
  }

  BusClient peer(String name) throws Exception {
    return peer(name, _ -> Ack.ok("done"));
  }

  static SendResult send(BusClient from, String to, String id, String payload) throws Exception {
    return from.send(
        new Envelope(from.clientId(), new Address(to), new MessageId(id), json(payload)));
  }

  static RawJson json(String text) throws InvalidJson {
    return RawJson.parse(text);
  }

  @Override
  public void close() {
    console.close();
    peers.forEach(BusClient::close);
    bus.close();
  }
}
