package bub.bus.openrpc;

import static bub.bus.openrpc.Direction.BOTH_WAYS;
import static bub.bus.openrpc.Direction.BUS_TO_PEER;
import static bub.bus.openrpc.Direction.PEER_TO_BUS;
import static bub.bus.openrpc.Field.optional;
import static bub.bus.openrpc.Field.required;
import static bub.bus.openrpc.Problem.INVALID_PARAMS;
import static bub.bus.openrpc.Problem.INVALID_REQUEST;

import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.InterceptorStatus;
import bub.protocol.Methods;
import bub.protocol.Subscription;
import bub.protocol.TopicMessage;

/** What the classic dialect, at {@code /v1}, says of itself. */
public final class ClassicDescription {
  private static final String ABOUT =
      "Messages to a topic; subscribers see them before everybody else, one after the other, and"
          + " may halt them.";
  private static final JsonValue NOTE =
      out -> out.beginObject().field("type", "note").field("text", "hello").endObject();

  /** {@link TopicMessage}. */
  private static final Field[] MESSAGE = {
    topic("agent:worker-42", "where it goes"),
    required("payload", Schema.ANY_OBJECT.like(NOTE), "passes through byte for byte")
  };

  private static final TopicMessage EXAMPLE =
      new TopicMessage(new Address("agent:worker-42"), NOTE.toRaw());

  public static final RawJson DOCUMENT =
      new Document(
              "classic",
              "/v1",
              ABOUT,
              CommonMethods.and(
                  INVALID_REQUEST,
                  initialize(),
                  subscribe(),
                  unsubscribe(),
                  sendMessage(),
                  announce(),
                  interceptorStatus()))
          .toRaw();

  private ClassicDescription() {}

  private static Method initialize() {
    return new Method(Methods.INITIALIZE, PEER_TO_BUS, "Introduces the peer: the first call.")
        .takes(Shapes.INTRODUCTION)
        .gives(
            Shapes.welcome(
                required("subscribe", Schema.BOOLEAN, "subscribe is served"),
                required("publish", Schema.BOOLEAN, "sendMessage is served"),
                required("topics", Schema.listOf(Schema.ADDRESS), "the usual ones")),
            "who answered")
        .failsWith(
            Problem.of(-32002, "Invalid client info"),
            Problem.of(-32001, "Already initialized"),
            INVALID_PARAMS.because("not_your_client_id"),
            Problem.UNAUTHENTICATED,
            Problem.TOO_FAST,
            Problem.DRAINING);
  }

  private static Method subscribe() {
    return new Method(Methods.SUBSCRIBE, PEER_TO_BUS, "Sees messages to a pattern first.")
        .takes(topic("tg:*", "a topic; a pattern with * ? [set]; or a beginning with - or : last"))
        .gives(Shapes.SUCCESS, "that it listens")
        .failsWith(
            INVALID_REQUEST,
            INVALID_PARAMS.because(
                "subscribe_not_granted", "intercept_not_granted", "too_many_subscriptions"),
            Problem.of(-32003, "Already subscribed"))
        .exampleCall(new TopicMessage.Subscription("tg:*"), Subscription.SUCCESS);
  }

  private static Method unsubscribe() {
    return new Method(Methods.UNSUBSCRIBE, PEER_TO_BUS, "Takes a subscription back.")
        .takes(topic("tg:*", "the very text that was subscribed"))
        .gives(Shapes.SUCCESS, "that it no longer listens")
        .failsWith(INVALID_REQUEST, INVALID_PARAMS, Problem.of(-32004, "Subscription not found"))
        .exampleCall(new TopicMessage.Subscription("tg:*"), Subscription.SUCCESS);
  }

  private static Field topic(String example, String about) {
    return required("topic", Schema.ADDRESS.like(example), about);
  }

  private static Method sendMessage() {
    return new Method(
            Methods.SEND_MESSAGE,
            BOTH_WAYS,
            "Sends a message to the bus, or hands one over to a subscriber.")
        .takes(MESSAGE)
        .gives(
            Schema.open(
                required("success", Schema.BOOLEAN, "whether all have processed it"),
                optional("stopPropagation", Schema.BOOLEAN, "whether it goes no further")),
            "the verdict of a subscriber, or of all together")
        .failsWith(
            INVALID_REQUEST,
            INVALID_PARAMS.because(
                "send_as_not_granted", "type_not_allowed", "operator_not_granted", "invalid_type"),
            Problem.TOO_FAST,
            Problem.DRAINING)
        .exampleCall(EXAMPLE, new TopicMessage.Verdict(true, false));
  }

  private static Method interceptorStatus() {
    return new Method(
            Methods.INTERCEPTOR_STATUS,
            BUS_TO_PEER,
            "Tells a subscriber that messages stop waiting for its answers, or wait again.")
        .takes(
            required("suspended", Schema.BOOLEAN, "true when messages do not wait"),
            required("missed", Schema.INTEGER, "answers in a row that did not come in time"),
            required("failureMode", Schema.TEXT, "open: messages pass; closed: they halt"))
        .exampleCall(new InterceptorStatus(true, 3, "open"));
  }

  private static Method announce() {
    return new Method(Methods.NOTIFY, BOTH_WAYS, "Tells of a message that nobody waits for.")
        .takes(MESSAGE)
        .exampleCall(EXAMPLE);
  }
}
