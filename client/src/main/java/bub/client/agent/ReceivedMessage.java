package bub.client.agent;

import bub.client.store.ChatHistory;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.message.AgentEvent;
import bub.protocol.trace.Step;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Message on its way to a handler. Safe for any thread. */
public final class ReceivedMessage {
  private final Envelope envelope;
  private final AgentParts agent;
  private final AtomicInteger steps = new AtomicInteger();

  ReceivedMessage(Envelope envelope, AgentParts agent) {
    this.envelope = envelope;
    this.agent = agent;
  }

  public Envelope envelope() {
    return envelope;
  }

  public Address from() {
    return envelope.from();
  }

  public Address to() {
    return envelope.to();
  }

  public MessageId id() {
    return envelope.messageId();
  }

  public RawJson payload() {
    return envelope.payload();
  }

  /** Type of the payload; null when it has none. */
  public @Nullable String type() {
    return typeOf(envelope);
  }

  static @Nullable String typeOf(Envelope envelope) {
    try {
      return envelope.type();
    } catch (InvalidField noType) {
      return null;
    }
  }

  /** Content of the payload; empty when it has none. */
  public RawJson content() {
    RawJson content = payload().isObject() ? payload().fields().find("content") : null;
    return content != null && content.isObject() ? content : RawJson.EMPTY_OBJECT;
  }

  /** Words of a chat message; empty for other messages. */
  public String text() {
    String text = textOf(content().fields(), "text");
    return text == null ? "" : text;
  }

  /** Place where the person writes, such as telegram; null when the chat does not say. */
  public @Nullable String channel() {
    return textOf(content().fields(), "channel");
  }

  // ---- the turn of this message

  /** Earlier lines of this chat, oldest first; the newest is this message. */
  public List<ChatHistory.Line> history(int limit) throws IOException, InterruptedException {
    ChatHistory history = agent.files().historyIfAny();
    if (history == null) {
      throw new IllegalStateException("this agent keeps no history; call keepHistory() first");
    }
    return history.lines(from(), limit);
  }

  /** Tells the sender that the agent works on it. Chat handlers do so by themselves. */
  public void typing() {
    agent.event(from(), new AgentEvent(AgentEvent.Kind.TYPING, RawJson.EMPTY_OBJECT));
  }

  /** Reports a step of this turn for {@code bub trace}. */
  public void step(Step.Kind kind, String name, Duration took) {
    step(kind, name, took, null);
  }

  public void step(Step.Kind kind, String name, Duration took, Step.@Nullable ModelUsage usage) {
    int number = steps.incrementAndGet();
    var step = new Step(id(), number, kind, name, took.toMillis(), null, usage, null);
    agent.event(Step.ADDRESS, new AgentEvent(AgentEvent.Kind.STEP, step.toRaw()));
  }

  private static @Nullable String textOf(Fields fields, String name) {
    RawJson value = fields.find(name);
    return value != null && value.isString() ? value.asString() : null;
  }

  @Override
  public String toString() {
    return type() + " " + id() + " from " + from() + " to " + to();
  }
}
