package bub.bus.openrpc;

import static bub.bus.openrpc.OpenRpcError.INVALID_PARAMS;
import static bub.bus.openrpc.OpenRpcError.NOT_INITIALIZED;
import static bub.bus.openrpc.OpenRpcField.optional;
import static bub.bus.openrpc.OpenRpcField.required;

import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.Subscription;
import bub.protocol.TopicMessage;
import bub.protocol.message.Configure;
import bub.protocol.message.Payload;
import java.time.Instant;

/** OpenRPC description of the topic dialect, at {@code /v2-topics}. */
public final class TopicDescription {
  private static final String ABOUT =
      "Sends messages to topics. The payload contains the sender, the type and the time. Senders"
          + " can use only the types of their role.";

  private static final String SENT_AT = "When the sender created the message.";
  private static final String CONTENT = "The content, in the format of the type.";

  /** Payload that {@link TopicMessage#complete} requires. */
  private static final OpenRpcSchema PAYLOAD =
      OpenRpcSchema.open(
          SharedSchemas.MESSAGE_ID,
          required(
              "type",
              OpenRpcSchema.TEXT.like("configure"),
              "A message type that the role of the sender can send."),
          required("from", OpenRpcSchema.ADDRESS.like("tg:123456789"), SharedSchemas.SENDER),
          required("timestamp", OpenRpcSchema.TIME.like("2026-02-17T12:00:00Z"), SENT_AT),
          required("content", OpenRpcSchema.ANY_OBJECT, CONTENT));

  /** {@link TopicMessage} as a peer sends it. */
  private static final OpenRpcField[] MESSAGE = {
    SharedSchemas.TOPIC, SharedSchemas.payload(PAYLOAD)
  };

  /** Senders of other dialects may use any values; the bus adds missing members. */
  private static final OpenRpcSchema DELIVERED =
      OpenRpcSchema.open(
          required("messageId", OpenRpcSchema.ANYTHING, SharedSchemas.THE_MESSAGE_ID),
          required("type", OpenRpcSchema.TEXT, "The message type. Default: message."),
          required("from", OpenRpcSchema.ANYTHING, SharedSchemas.SENDER),
          required("timestamp", OpenRpcSchema.ANYTHING, SENT_AT),
          required("content", OpenRpcSchema.ANYTHING, CONTENT));

  private static final TopicMessage EXAMPLE =
      new TopicMessage(
          new Address("agent:worker-42"),
          new Payload(
                  new Configure(new Address("tg:123456789")),
                  new Address("tg:123456789"),
                  Instant.parse("2026-02-17T12:00:00Z"),
                  "msg_01J9")
              .toRaw());

  public static final RawJson DOCUMENT =
      new OpenRpcDocument(
              "topic",
              "/v2-topics",
              ABOUT,
              CommonMethods.and(
                  NOT_INITIALIZED,
                  initialize(),
                  subscribe(),
                  unsubscribe(),
                  sendMessage(),
                  processMessage()))
          .toRaw();

  private TopicDescription() {}

  private static OpenRpcMethod initialize() {
    return CommonMethods.initialize(
            SharedSchemas.SUBSCRIBE,
            SharedSchemas.PUBLISH,
            SharedSchemas.PROCESS_MESSAGE,
            SharedSchemas.TOPICS)
        .failsWith(
            INVALID_PARAMS.because("not_your_client_id"),
            OpenRpcError.INVALID_REQUEST,
            OpenRpcError.UNAUTHENTICATED,
            OpenRpcError.TOO_FAST,
            OpenRpcError.NOT_ADMITTED);
  }

  private static OpenRpcMethod subscribe() {
    return CommonMethods.subscribe("topic")
        .failsWith(
            NOT_INITIALIZED,
            INVALID_PARAMS.because(
                "subscribe_not_granted", "too_many_subscriptions", "too_many_patterns"))
        .exampleCall(new TopicMessage.Subscription("tg:*"), Subscription.SUCCESS);
  }

  private static OpenRpcMethod unsubscribe() {
    return CommonMethods.unsubscribe("topic")
        .failsWith(NOT_INITIALIZED, INVALID_PARAMS, AddressDescription.NO_SUBSCRIPTION)
        .exampleCall(new TopicMessage.Subscription("tg:*"), Subscription.SUCCESS);
  }

  private static OpenRpcMethod sendMessage() {
    return CommonMethods.sendMessage(MESSAGE)
        .gives(
            OpenRpcSchema.closed(
                SharedSchemas.ACCEPTED,
                SharedSchemas.SENT_ID,
                required(
                    "deliveredTo",
                    OpenRpcSchema.INTEGER.atLeast(0),
                    "The number of recipients that processed the message.")),
            "The outcome of the message.")
        .failsWith(
            NOT_INITIALIZED,
            INVALID_PARAMS.because(
                "send_as_not_granted", "type_not_allowed", "operator_not_granted"),
            OpenRpcError.NOT_DELIVERED,
            OpenRpcError.DRAINING)
        .exampleCall(EXAMPLE, new TopicMessage.Sent(true, new MessageId("msg_01J9"), 1));
  }

  private static OpenRpcMethod processMessage() {
    return CommonMethods.processMessage(
            SharedSchemas.TOPIC,
            required("payload", DELIVERED, "The payload. The bus adds missing members."))
        .gives(
            OpenRpcSchema.open(
                required("processed", OpenRpcSchema.BOOLEAN, SharedSchemas.PROCESSED),
                optional("status", OpenRpcSchema.TEXT, "A one-word result for people."),
                optional("message", OpenRpcSchema.TEXT, SharedSchemas.EXPLANATION)),
            "The ack of the peer.")
        .exampleCall(EXAMPLE, out -> out.beginObject().field("processed", true).endObject());
  }
}
