package bub.otlp;

import bub.bus.BusLimits;
import bub.bus.Hub;
import bub.bus.activity.file.ActivitySettings;
import bub.bus.activity.log.SqliteActivityLog;
import bub.bus.server.BusServer;
import bub.bus.server.ServerSettings;
import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.MessageHandler;
import bub.protocol.ActivityFilter;
import bub.protocol.Address;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A real bus with its log, and its clients. */
final class TracedBus implements AutoCloseable {
  private final SqliteActivityLog activity;
  private final BusServer server;
  private final List<BusClient> clients = new ArrayList<>();

  TracedBus(Path directory) throws Exception {
    activity =
        SqliteActivityLog.open(
            ActivitySettings.in(directory.resolve("activity.db")), TracedBus::epochMicros);
    server =
        BusServer.start(
            ServerSettings.on("127.0.0.1", 0),
            loop ->
                new Hub(
                    new Hub.Environment(
                        "bus-traced",
                        BusLimits.standard(),
                        activity,
                        loop,
                        Clock.systemUTC(),
                        System::nanoTime,
                        42)));
  }

  private static long epochMicros() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
  }

  void feed(TurnExporter exporter) {
    Hub hub = server.hub();
    hub.execute(() -> hub.activity().watch(ActivityFilter.everything(), exporter::accept));
  }

  BusClient client(String name) {
    URI url = URI.create("ws://127.0.0.1:" + server.port());
    BusClient client = BusClient.of(ClientSettings.of(url, new Address(name)));
    clients.add(client);
    return client;
  }

  BusClient agent(String name, MessageHandler handler) throws Exception {
    return client(name).serve(handler).connect();
  }

  @Override
  public void close() {
    clients.forEach(BusClient::close);
    server.close();
    activity.close();
  }
}
