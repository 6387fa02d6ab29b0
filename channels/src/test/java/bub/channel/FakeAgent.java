package bub.channel;

import bub.client.BusClient;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.SendResult;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.AppMessage;
import bub.protocol.message.Channel;
import bub.protocol.message.ChatMessage;
import bub.protocol.message.ChatReply;
import bub.protocol.message.DeliveryStatus;
import bub.protocol.message.Payload;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** An agent that acks and answers as a test scripts it. */
public final class FakeAgent implements AutoCloseable {
  private final Address name;
  private final List<Envelope> received = new CopyOnWriteArrayList<>();
  private final List<DeliveryStatus> statuses = new CopyOnWriteArrayList<>();
  private final ConcurrentLinkedQueue<Ack> script = new ConcurrentLinkedQueue<>();
  private final ExecutorService mind =
      Executors.newSingleThreadExecutor(Thread.ofVirtual().factory());
  private final BusClient client;
  private volatile boolean answers;

  public FakeAgent(TestBus bus, String name) throws Exception {
    this.name = new Address(name);
    this.client = bus.client(name).serveEvery(this::take);
    client.connect();
  }

  public Address name() {
    return name;
  }

  private Ack take(Envelope envelope) {
    if (AppMessage.read(envelope.payload()) instanceof DeliveryStatus status) {
      statuses.add(status);
      return Ack.ok("noted");
    }
    received.add(envelope);
    Ack scripted = script.poll();
    if (scripted != null) {
      return scripted;
    }
    if (answers && AppMessage.read(envelope.payload()) instanceof ChatMessage said) {
      // After the ack and one after the other, as a model would.
      mind.execute(() -> replyQuietly(envelope, "re: " + said.text()));
    }
    return Ack.ok("accepted");
  }

  private void replyQuietly(Envelope to, String text) {
    try {
      reply(to, text);
    } catch (Exception busIsGone) {
      // A test that kills the bus looks at what arrives, not at this.
    }
  }

  /** Answers everything from now on with {@code re: …}. */
  public FakeAgent thatAnswers() {
    answers = true;
    return this;
  }

  /** Gives the next message this ack, and does nothing else with it. */
  public FakeAgent thatAcks(Ack ack) {
    script.add(ack);
    return this;
  }

  public Ack reply(Envelope to, String text) throws Exception {
    return reply(to.from(), to.messageId() + "/reply", to.messageId().value(), text);
  }

  public Ack reply(Address to, String id, @Nullable String replyTo, String text) throws Exception {
    return send(to, id, new ChatReply(text, new Channel("telegram"), null, replyTo));
  }

  public Ack tells(Address to, AgentEvent.Kind event, JsonValue data) throws Exception {
    return send(to, "event-" + System.nanoTime(), new AgentEvent(event, data.toRaw()));
  }

  public Ack send(Address to, String id, AppMessage message) throws Exception {
    RawJson payload = Payload.of(message).toRaw();
    SendResult result = client.send(new Envelope(name, to, new MessageId(id), payload));
    return result.acks().getFirst();
  }

  /** The chat's reports about its replies. */
  public List<DeliveryStatus> statuses() {
    return statuses;
  }

  /** Messages received so far, such as {@code tg_message hello}, without delivery reports. */
  public List<String> heard() {
    return received.stream().map(FakeAgent::gist).toList();
  }

  public static String gist(Envelope envelope) {
    return AppMessage.read(envelope.payload()) instanceof ChatMessage said
        ? said.text()
        : String.valueOf(envelope.type());
  }

  public List<Envelope> received() {
    return received;
  }

  /** The last message that a person typed. */
  public Envelope lastSaid() {
    return received.reversed().stream()
        .filter(envelope -> ChatMessage.TYPE.equals(envelope.type()))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void close() {
    client.close();
    mind.shutdownNow();
  }
}
