package bub.bus.dialect;

import bub.bus.openrpc.TopicDescription;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.Pattern;
import bub.protocol.SendResult;
import bub.protocol.TopicMessage;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Dialect with topics, at {@code /v2-topics}: the topic alone selects the recipients, and the
 * payload contains the sender, the type and the time. Senders may use only the types of their role.
 */
final class TopicDialect implements WireFormat {
  private static final List<String> TOPICS = List.of("tg:*", "agent:*", "system:*");

  private final InstantSource clock;

  TopicDialect(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public String path() {
    return "/v2-topics";
  }

  @Override
  public String name() {
    return "topic";
  }

  @Override
  public JsonValue description() {
    return TopicDescription.DOCUMENT;
  }

  @Override
  public boolean strictTypes() {
    return true;
  }

  @Override
  public Pattern readSubscription(@Nullable RawJson params) {
    return Pattern.check("topic", TopicMessage.Subscription.read(params).topic());
  }

  @Override
  public Envelope readMessage(@Nullable RawJson params, Address self, Supplier<MessageId> newId) {
    return TopicMessage.read(params).complete();
  }

  @Override
  public JsonValue initialized(String serverId) {
    return InitializeResults.byTopic(serverId, true, TOPICS);
  }

  @Override
  public JsonValue sent(SendResult result) {
    return new TopicMessage.Sent(true, result.messageId(), countTaken(result.acks()));
  }

  /** A failed recipient must not look like a successful one: this result has no acks. */
  private static int countTaken(List<Ack> acks) {
    int taken = 0;
    for (int i = 0; i < acks.size(); i++) {
      taken += acks.get(i).success() ? 1 : 0;
    }
    return taken;
  }

  @Override
  public JsonValue halted(MessageId id, Address by, Ack ack) {
    return new TopicMessage.Sent(true, id, 0);
  }

  /**
   * Adds the members that other dialects have only in the envelope. A subscriber sees only the
   * sender in the payload, so that sender must be the real one.
   */
  @Override
  public JsonValue delivery(Envelope envelope) {
    return out -> {
      out.beginObject().field("topic", envelope.to().value()).name("payload");
      if (saysWhoSends(envelope)) {
        out.extended(envelope.payload(), more -> complete(envelope, more));
      } else {
        out.beginObject();
        copyWithoutSender(envelope.payload().fields(), out);
        complete(envelope, out.field("from", envelope.from()));
        out.endObject();
      }
      out.endObject();
    };
  }

  /** False when the payload names another sender, or several. */
  private static boolean saysWhoSends(Envelope envelope) {
    Fields there = envelope.payload().fields();
    try {
      RawJson from = there.find("from");
      return from == null || from.isString() && from.asString().equals(envelope.from().value());
    } catch (InvalidField several) {
      return false;
    }
  }

  private static void copyWithoutSender(Fields payload, JsonWriter out) {
    for (int i = 0; i < payload.count(); i++) {
      if (!payload.name(i).equals("from")) {
        out.field(payload.name(i), payload.value(i));
      }
    }
  }

  private void complete(Envelope envelope, JsonWriter out) {
    Fields there = envelope.payload().fields();
    if (!there.has("messageId")) {
      out.field("messageId", envelope.messageId());
    }
    if (!there.has("type")) {
      out.field("type", "message");
    }
    if (!there.has("from")) {
      out.field("from", envelope.from());
    }
    if (!there.has("timestamp")) {
      out.field("timestamp", clock.instant().toString());
    }
    if (!there.has("content")) {
      out.field("content", RawJson.EMPTY_OBJECT);
    }
  }

  @Override
  public Ack readAck(RawJson answer) {
    if (!answer.isObject()) {
      throw new InvalidField("result", "must be an object");
    }
    Fields fields = answer.fields();
    boolean processed = fields.bool("processed");
    String status = fields.optionalString("status");
    String message = fields.optionalString("message");
    String said = message != null ? message : status != null ? status : "";
    return processed ? Ack.ok(said) : Ack.failed(said);
  }
}
