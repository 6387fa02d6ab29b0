package bub.gateway;

import bub.client.BusClient;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.AppMessage;
import bub.protocol.message.ChatMessage;
import bub.protocol.message.ChatReply;
import bub.protocol.message.Configure;
import bub.protocol.message.Payload;
import bub.protocol.message.SpawnRequest;
import bub.protocol.message.SpawnResult;
import bub.protocol.message.UnknownMessage;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** An agent whose answers a test writes, and the system agent that assigns it to every chat. */
public final class TestAgent {
  private final Address id;
  private final BusClient client;
  private final BlockingQueue<Envelope> questions = new LinkedBlockingQueue<>();
  public final List<Envelope> others = new CopyOnWriteArrayList<>();

  private TestAgent(DoorScene scene, String name) throws Exception {
    id = new Address(name);
    client = scene.peer(name, this::take);
  }

  public static TestAgent in(DoorScene scene, String name) throws Exception {
    return new TestAgent(scene, name);
  }

  /** Answers spawn requests with this agent. */
  public TestAgent forEveryChat(DoorScene scene) throws Exception {
    BusClient[] system = new BusClient[1];
    system[0] =
        scene.peer(
            "agent:system",
            envelope -> {
              if (AppMessage.read(envelope.payload()) instanceof SpawnRequest) {
                Thread.startVirtualThread(() -> assign(system[0], envelope.from()));
              }
              return Ack.ok("spawning");
            });
    system[0].subscribe("system:*");
    return this;
  }

  private void assign(BusClient system, Address chat) {
    try {
      system.send(chat, Payload.of(new SpawnResult.Running(id)));
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }

  private Ack take(Envelope envelope) {
    return switch (AppMessage.read(envelope.payload())) {
      case ChatMessage _ -> {
        questions.add(envelope);
        yield Ack.ok("accepted");
      }
      case Configure _ -> Ack.ok("configured");
      case UnknownMessage _ -> {
        others.add(envelope);
        yield Ack.ok("noted");
      }
      case AppMessage _ -> Ack.failed("unknown");
    };
  }

  public Envelope question() throws InterruptedException {
    Envelope question = questions.poll(20, TimeUnit.SECONDS);
    if (question == null) {
      throw new AssertionError("no question came");
    }
    return question;
  }

  public static String text(Envelope question) {
    return ((ChatMessage) AppMessage.read(question.payload())).text();
  }

  public Ack reply(Envelope question, String text) throws Exception {
    return reply(question, Payload.of(reply(question, text, false)).toRaw());
  }

  public Ack fail(Envelope question, String text) throws Exception {
    return reply(question, Payload.of(reply(question, text, true)).toRaw());
  }

  private static ChatReply reply(Envelope question, String text, boolean failed) {
    return new ChatReply(text, null, null, question.messageId().value(), failed);
  }

  public Ack reply(Envelope question, RawJson payload) throws Exception {
    var id = new MessageId(question.messageId() + "/reply-" + payload.length());
    return client.send(new Envelope(this.id, question.from(), id, payload)).acks().getFirst();
  }

  public void partial(Envelope question, String text, int seq) throws Exception {
    RawJson data =
        RawJson.parse(
            "{\"message_id\":\"%s\",\"text\":\"%s\",\"seq\":%d}"
                .formatted(question.messageId(), text, seq));
    client.send(question.from(), Payload.of(new AgentEvent(AgentEvent.Kind.PARTIAL, data)));
  }
}
