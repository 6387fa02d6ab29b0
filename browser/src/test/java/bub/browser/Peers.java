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
import java.util.Deque;

/** Others on the bus, as a test needs them; all leave when it is over. Safe for any thread. */
@SuppressWarnings("try")
final class Peers implements AutoCloseable {
  private final URI bus;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  Peers(URI bus) {
    this.bus = bus;
  }

  /** A peer that says "done" to everything. */
  BusClient peer(String name) throws Exception {
    return peer(name, _ -> Ack.ok("done"));
  }

  BusClient peer(String name, MessageHandler handler) throws Exception {
    return add(client(name).serveEvery(handler)).connect();
  }

  /**
   * An agent that offers one capability in the lobby.
   *
   * @param capability as it is registered: name, description, input_schema, output_schema …
   */
  BusClient agent(String name, String capability, CapabilityHandler<RawJson, RawJson> handler)
      throws Exception {
    BusClient agent = add(client(name));
    LobbyClient lobby = LobbyClient.of(agent);
    agent.connect();
    lobby.offer(Capability.read(json(capability)), handler);
    return agent;
  }

  /** Messages between new peers, so many a second, until it is closed or the test is over. */
  Traffic traffic(int perSecond) throws Exception {
    return add(Traffic.start(this, perSecond));
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

  private BusClient client(String name) {
    return BusClient.of(ClientSettings.of(bus, new Address(name)));
  }

  private synchronized <T extends AutoCloseable> T add(T thing) {
    open.push(thing);
    return thing;
  }

  @Override
  public synchronized void close() throws Exception {
    while (!open.isEmpty()) {
      open.pop().close();
    }
  }
}
