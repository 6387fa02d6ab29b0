package bub.channel;

import bub.client.BusClient;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.AppMessage;
import bub.protocol.message.Payload;
import bub.protocol.message.RouteAssigned;
import bub.protocol.message.SpawnRequest;
import bub.protocol.message.SpawnResult;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A system agent under the control of a test. */
public final class FakeSystem implements AutoCloseable {
  public static final Address NAME = new Address("agent:system");

  private final List<Envelope> requests = new CopyOnWriteArrayList<>();
  private final ConcurrentLinkedQueue<Ack> script = new ConcurrentLinkedQueue<>();
  private final AtomicInteger sent = new AtomicInteger();
  // What it has to say arrives in order, as from a real outbox.
  private final ExecutorService outbox =
      Executors.newSingleThreadExecutor(Thread.ofVirtual().factory());
  private final BusClient client;
  private volatile Function<SpawnRequest, @Nullable Address> spawner = _ -> null;
  private volatile @Nullable Address route;

  public FakeSystem(TestBus bus) throws Exception {
    client = bus.client(NAME.value()).serveEvery(this::take);
    client.subscribe("system:spawn");
    client.subscribe("system:route");
    client.connect();
  }

  private Ack take(Envelope envelope) {
    if (envelope.to().value().equals("system:route")) {
      JsonValue answer =
          out -> {
            Address agent = route;
            out.beginObject().field("agent_id", agent == null ? null : agent.value()).endObject();
          };
      return Ack.ok("", answer);
    }
    requests.add(envelope);
    Ack scripted = script.poll();
    if (scripted != null) {
      return scripted;
    }
    if (AppMessage.read(envelope.payload()) instanceof SpawnRequest request) {
      Address agent = spawner.apply(request);
      if (agent != null) {
        outbox.execute(() -> assignQuietly(envelope.from(), request, agent));
      }
    }
    return Ack.ok("spawning");
  }

  private void assignQuietly(Address chat, SpawnRequest request, Address agent) {
    try {
      send(chat, new SpawnResult.Running(agent));
      send(chat, new RouteAssigned(request.chatId(), request.channel(), agent));
    } catch (Exception busIsGone) {
      // As with a real one: the chat asks again.
    }
  }

  /** Assigns this agent to whoever asks. */
  public FakeSystem thatAssigns(String agent) {
    spawner = _ -> new Address(agent);
    return this;
  }

  public FakeSystem thatSpawns(Function<SpawnRequest, @Nullable Address> how) {
    spawner = how;
    return this;
  }

  /** Gives the next request this ack, and does nothing else about it. */
  public FakeSystem thatAcks(Ack ack) {
    script.add(ack);
    return this;
  }

  /** What it says when it is asked for a route. */
  public void route(@Nullable String agent) {
    route = agent == null ? null : new Address(agent);
  }

  public Ack send(Address to, AppMessage message) throws Exception {
    return send(to, "system-" + sent.incrementAndGet(), message);
  }

  public Ack send(Address to, String id, AppMessage message) throws Exception {
    RawJson payload = Payload.of(message).toRaw();
    return client.send(new Envelope(NAME, to, new MessageId(id), payload)).acks().getFirst();
  }

  public Ack tells(Address to, AgentEvent.Kind event, String agent, String detail)
      throws Exception {
    JsonValue data =
        out -> out.beginObject().field("client_id", agent).field("error", detail).endObject();
    return send(to, new AgentEvent(event, data.toRaw()));
  }

  public List<Envelope> requests() {
    return requests;
  }

  @Override
  public void close() {
    client.close();
    outbox.shutdownNow();
  }
}
