package bub.browser;

import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.MessageHandler;
import bub.client.NoAnswer;
import bub.client.lobby.CapabilityHandler;
import bub.client.lobby.LobbyClient;
import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.SendResult;
import bub.protocol.lobby.Capability;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/** Other peers on the bus, closed at the end of the test. Safe for any thread. */
final class Peers implements AutoCloseable {
  private static final int PAIRS = 16;
  private static final int AT_A_TIME = 2;
  private static final String ONE_OF_MANY = "{\"type\":\"text\",\"text\":\"one of many\"}";

  private final URI bus;
  private final Deque<Runnable> farewells = new ArrayDeque<>();

  Peers(URI bus) {
    this.bus = bus;
  }

  /** A peer that says "done" to everything. */
  BusClient peer(String name) throws Exception {
    return peer(name, _ -> Ack.ok("done"));
  }

  BusClient peer(String name, MessageHandler handler) throws Exception {
    return client(name).serveEvery(handler).connect();
  }

  /**
   * An agent that offers one capability in the lobby.
   *
   * @param capability as it is registered: name, description, input_schema, output_schema …
   */
  BusClient agent(String name, String capability, CapabilityHandler<RawJson, RawJson> handler)
      throws Exception {
    BusClient agent = client(name);
    LobbyClient lobby = LobbyClient.of(agent);
    agent.connect();
    lobby.offer(Capability.read(json(capability)), handler);
    return agent;
  }

  /** Messages between new peers, so many a second, until it is closed or the test is over. */
  Traffic traffic(int perSecond) throws Exception {
    var lines = new ArrayList<Traffic.Line>();
    for (int i = 0; i < PAIRS; i++) {
      String listener = "agent:busy-" + i;
      peer(listener);
      var line = new Traffic.Line(peer("load:" + i), listener, json(ONE_OF_MANY));
      lines.addAll(Collections.nCopies(AT_A_TIME, line));
    }
    return traffic(perSecond, lines);
  }

  /** The same on lines of your own. */
  Traffic traffic(int perSecond, List<Traffic.Line> lines) {
    Traffic traffic = Traffic.on(lines, perSecond);
    return add(traffic, traffic::close);
  }

  /** Sends {@code {"type": "text", "text": …}}. */
  static SendResult say(BusClient from, String to, String text)
      throws RpcException, NoAnswer, InterruptedException {
    return from.send(
        new Address(to),
        out -> out.beginObject().field("type", "text").field("text", text).endObject());
  }

  static SendResult send(BusClient from, String to, String payload) throws Exception {
    return from.send(new Address(to), json(payload));
  }

  static RawJson json(String text) throws InvalidJson {
    return RawJson.parse(text);
  }

  /** A client that is not connected yet. */
  BusClient client(String name) {
    BusClient client = BusClient.of(ClientSettings.of(bus, new Address(name)));
    return add(client, client::close);
  }

  private synchronized <T> T add(T thing, Runnable farewell) {
    farewells.push(farewell);
    return thing;
  }

  @Override
  public synchronized void close() {
    while (!farewells.isEmpty()) {
      farewells.pop().run();
    }
  }
}
