package bub.bus.openrpc;

import static bub.bus.openrpc.CallDirection.BUS_TO_PEER;
import static bub.bus.openrpc.CallDirection.PEER_TO_BUS;
import static bub.bus.openrpc.OpenRpcError.INVALID_PARAMS;
import static bub.bus.openrpc.OpenRpcError.NOT_INITIALIZED;
import static bub.bus.openrpc.OpenRpcField.optional;
import static bub.bus.openrpc.OpenRpcField.required;

import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.Methods;
import bub.protocol.Subscription;
import bub.protocol.TopicMessage;
import bub.protocol.message.Configure;
import bub.protocol.message.Payload;
import java.time.Instant;

/** OpenRPC description of the topic dialect, at {@code /v2-topics}. */
public final class TopicDescription {
  private static final String ABOUT =
      "Messages to a topic; the payload says who sends what and when, and senders may use the types"
          + " of their role only.";

  /** Payload that {@link TopicMessage#complete} requires. */
  private static final OpenRpcSchema PAYLOAD =
      OpenRpcSchema.open(
          required(
              "messageId",
              OpenRpcSchema.MESSAGE_ID.like("msg_01J9"),
              "the sender's; retries keep it"),
          required(
              "type",
              OpenRpcSchema.TEXT.like("configure"),
              "one of the types of the sender's role"),
          required("from", OpenRpcSchema.ADDRESS.like("tg:123456789"), "who says it"),
          required("timestamp", OpenRpcSchema.TIME.like("2026-02-17T12:00:00Z"), "when"),
          required("content", OpenRpcSchema.ANY_OBJECT, "what the type says"));

  /** {@link TopicMessage} as a peer sends it. */
  private static final OpenRpcField[] MESSAGE = {
    topic("agent:worker-42", "where it goes; this alone decides"),
    required("payload", PAYLOAD, "passes through byte for byte")
  };

  /**
   * Delivered payload. Senders of other dialects may use any values; the bus adds missing members.
   */
  private static final OpenRpcSchema DELIVERED =
      OpenRpcSchema.open(
          required("messageId", OpenRpcSchema.ANYTHING, "the sender's"),
          required("type", OpenRpcSchema.TEXT, "what it is; message when the sender did not say"),
          required("from", OpenRpcSchema.ANYTHING, "who says it"),
          required("timestamp", OpenRpcSchema.ANYTHING, "when"),
          required("content", OpenRpcSchema.ANYTHING, "what the type says"));

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
    return new OpenRpcMethod(
            Methods.INITIALIZE, PEER_TO_BUS, "Introduces the peer: the first call.")
        .takes(SharedSchemas.INTRODUCTION)
        .gives(
            SharedSchemas.welcome(
                required("subscribe", OpenRpcSchema.BOOLEAN, "subscribe is served"),
                required("publish", OpenRpcSchema.BOOLEAN, "sendMessage is served"),
                required("processMessage", OpenRpcSchema.BOOLEAN, "processMessage will be called"),
                required("topics", OpenRpcSchema.listOf(OpenRpcSchema.ADDRESS), "the usual ones")),
            "who answered")
        .failsWith(
            INVALID_PARAMS.because("not_your_client_id"),
            OpenRpcError.INVALID_REQUEST,
            OpenRpcError.UNAUTHENTICATED,
            OpenRpcError.TOO_FAST,
            OpenRpcError.DRAINING);
  }

  private static OpenRpcMethod subscribe() {
    return new OpenRpcMethod(Methods.SUBSCRIBE, PEER_TO_BUS, "Listens to a pattern; twice is fine.")
        .takes(topic("tg:*", "a topic, or a pattern with * ? [set]"))
        .gives(SharedSchemas.SUCCESS, "that it listens")
        .failsWith(
            NOT_INITIALIZED,
            INVALID_PARAMS.because("subscribe_not_granted", "too_many_subscriptions"))
        .exampleCall(new TopicMessage.Subscription("tg:*"), Subscription.SUCCESS);
  }

  private static OpenRpcMethod unsubscribe() {
    return new OpenRpcMethod(Methods.UNSUBSCRIBE, PEER_TO_BUS, "Takes a subscription back.")
        .takes(topic("tg:*", "the very text that was subscribed"))
        .gives(SharedSchemas.SUCCESS, "that it no longer listens")
        .failsWith(NOT_INITIALIZED, INVALID_PARAMS, AddressDescription.NO_SUBSCRIPTION)
        .exampleCall(new TopicMessage.Subscription("tg:*"), Subscription.SUCCESS);
  }

  private static OpenRpcField topic(String example, String about) {
    return required("topic", OpenRpcSchema.ADDRESS.like(example), about);
  }

  private static OpenRpcMethod sendMessage() {
    return new OpenRpcMethod(
            Methods.SEND_MESSAGE,
            PEER_TO_BUS,
            "Sends a message; the result comes when every recipient has answered or failed to.")
        .takes(MESSAGE)
        .gives(
            OpenRpcSchema.closed(
                required("accepted", OpenRpcSchema.BOOLEAN, "true: else there is an error"),
                required("messageId", OpenRpcSchema.MESSAGE_ID, "as sent"),
                required(
                    "deliveredTo",
                    OpenRpcSchema.INTEGER.atLeast(0),
                    "how many recipients took it")),
            "how far it went")
        .failsWith(
            NOT_INITIALIZED,
            INVALID_PARAMS.because(
                "send_as_not_granted", "type_not_allowed", "operator_not_granted"),
            OpenRpcError.TOO_FAST,
            OpenRpcError.DRAINING)
        .exampleCall(EXAMPLE, new TopicMessage.Sent(true, new MessageId("msg_01J9"), 1));
  }

  private static OpenRpcMethod processMessage() {
    return new OpenRpcMethod(Methods.PROCESS_MESSAGE, BUS_TO_PEER, "Hands a message over.")
        .takes(
            topic("agent:worker-42", "where it goes, such as a group's"),
            required("payload", DELIVERED, "as it was sent"))
        .gives(
            OpenRpcSchema.open(
                required("processed", OpenRpcSchema.BOOLEAN, "whether it was"),
                optional("status", OpenRpcSchema.TEXT, "in a word, for people"),
                optional("message", OpenRpcSchema.TEXT, "why, for people")),
            "what became of it")
        .exampleCall(EXAMPLE, out -> out.beginObject().field("processed", true).endObject());
  }
}
