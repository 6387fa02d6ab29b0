package bub.bus.openrpc;

import static bub.bus.openrpc.Direction.BUS_TO_PEER;
import static bub.bus.openrpc.Direction.PEER_TO_BUS;
import static bub.bus.openrpc.Field.optional;
import static bub.bus.openrpc.Field.required;
import static bub.bus.openrpc.Problem.INVALID_PARAMS;
import static bub.bus.openrpc.Problem.NOT_INITIALIZED;

import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.Methods;
import bub.protocol.Subscription;
import bub.protocol.TopicMessage;
import bub.protocol.message.Configure;
import bub.protocol.message.Payload;
import java.time.Instant;

/** What the topic dialect, at {@code /v2-topics}, says of itself. */
public final class TopicDescription {
  private static final String ABOUT =
      "Messages to a topic; the payload says who sends what and when, and senders may use the types"
          + " of their role only.";

  /** The payload that {@link TopicMessage#complete} wants. */
  private static final Schema PAYLOAD =
      Schema.open(
          required(
              "messageId", Schema.MESSAGE_ID.like("msg_01J9"), "the sender's; retries keep it"),
          required("type", Schema.TEXT.like("configure"), "one of the types of the sender's role"),
          required("from", Schema.ADDRESS.like("tg:123456789"), "who says it"),
          required("timestamp", Schema.TIME.like("2026-02-17T12:00:00Z"), "when"),
          required("content", Schema.ANY_OBJECT, "what the type says"));

  /** {@link TopicMessage}. */
  private static final Field[] MESSAGE = {
    topic("agent:worker-42", "where it goes; this alone decides"),
    required("payload", PAYLOAD, "passes through byte for byte")
  };

  /** Senders of other dialects may have written anything there; what they left out is added. */
  private static final Schema DELIVERED =
      Schema.open(
          required("messageId", Schema.ANYTHING, "the sender's"),
          required("type", Schema.TEXT, "what it is; message when the sender did not say"),
          required("from", Schema.ANYTHING, "who says it"),
          required("timestamp", Schema.ANYTHING, "when"),
          required("content", Schema.ANYTHING, "what the type says"));

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
      new Document(
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

  private static Method initialize() {
    return new Method(Methods.INITIALIZE, PEER_TO_BUS, "Introduces the peer: the first call.")
        .takes(Shapes.INTRODUCTION)
        .gives(
            Shapes.welcome(
                required("subscribe", Schema.BOOLEAN, "subscribe is served"),
                required("publish", Schema.BOOLEAN, "sendMessage is served"),
                required("processMessage", Schema.BOOLEAN, "processMessage will be called"),
                required("topics", Schema.listOf(Schema.ADDRESS), "the usual ones")),
            "who answered")
        .failsWith(
            INVALID_PARAMS.because("not_your_client_id"),
            Problem.INVALID_REQUEST,
            Problem.UNAUTHENTICATED,
            Problem.TOO_FAST,
            Problem.DRAINING);
  }

  private static Method subscribe() {
    return new Method(Methods.SUBSCRIBE, PEER_TO_BUS, "Listens to a pattern; twice is fine.")
        .takes(topic("tg:*", "a topic, or a pattern with * ? [set]"))
        .gives(Shapes.SUCCESS, "that it listens")
        .failsWith(
            NOT_INITIALIZED,
            INVALID_PARAMS.because("subscribe_not_granted", "too_many_subscriptions"))
        .exampleCall(new TopicMessage.Subscription("tg:*"), Subscription.SUCCESS);
  }

  private static Method unsubscribe() {
    return new Method(Methods.UNSUBSCRIBE, PEER_TO_BUS, "Takes a subscription back.")
        .takes(topic("tg:*", "the very text that was subscribed"))
        .gives(Shapes.SUCCESS, "that it no longer listens")
        .failsWith(NOT_INITIALIZED, INVALID_PARAMS, AddressDescription.NO_SUBSCRIPTION)
        .exampleCall(new TopicMessage.Subscription("tg:*"), Subscription.SUCCESS);
  }

  private static Field topic(String example, String about) {
    return required("topic", Schema.ADDRESS.like(example), about);
  }

  private static Method sendMessage() {
    return new Method(
            Methods.SEND_MESSAGE,
            PEER_TO_BUS,
            "Sends a message; the result comes when every recipient has answered or failed to.")
        .takes(MESSAGE)
        .gives(
            Schema.closed(
                required("accepted", Schema.BOOLEAN, "true: else there is an error"),
                required("messageId", Schema.MESSAGE_ID, "as sent"),
                required("deliveredTo", Schema.INTEGER.atLeast(0), "how many recipients took it")),
            "how far it went")
        .failsWith(
            NOT_INITIALIZED,
            INVALID_PARAMS.because(
                "send_as_not_granted", "type_not_allowed", "operator_not_granted"),
            Problem.TOO_FAST,
            Problem.DRAINING)
        .exampleCall(EXAMPLE, new TopicMessage.Sent(true, new MessageId("msg_01J9"), 1));
  }

  private static Method processMessage() {
    return new Method(Methods.PROCESS_MESSAGE, BUS_TO_PEER, "Hands a message over.")
        .takes(
            topic("agent:worker-42", "where it goes, such as a group's"),
            required("payload", DELIVERED, "as it was sent"))
        .gives(
            Schema.open(
                required("processed", Schema.BOOLEAN, "whether it was"),
                optional("status", Schema.TEXT, "in a word, for people"),
                optional("message", Schema.TEXT, "why, for people")),
            "what became of it")
        .exampleCall(EXAMPLE, out -> out.beginObject().field("processed", true).endObject());
  }
}
