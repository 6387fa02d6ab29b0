package bub.bus.openrpc;

import static bub.bus.openrpc.CallDirection.BOTH_WAYS;
import static bub.bus.openrpc.CallDirection.BUS_TO_PEER;
import static bub.bus.openrpc.CallDirection.PEER_TO_BUS;
import static bub.bus.openrpc.OpenRpcError.INVALID_PARAMS;
import static bub.bus.openrpc.OpenRpcError.INVALID_REQUEST;
import static bub.bus.openrpc.OpenRpcField.optional;
import static bub.bus.openrpc.OpenRpcField.required;

import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.InterceptorStatus;
import bub.protocol.Methods;
import bub.protocol.Subscription;
import bub.protocol.TopicMessage;

/** OpenRPC description of the classic dialect, at {@code /v1}. */
public final class ClassicDescription {
  private static final String ABOUT =
      "Messages to a topic; subscribers see them before everybody else, one after the other, and"
          + " may halt them.";
  private static final JsonValue NOTE =
      out -> out.beginObject().field("type", "note").field("text", "hello").endObject();

  /** {@link TopicMessage} as it is sent in both directions. */
  private static final OpenRpcField[] MESSAGE = {
    topic("agent:worker-42", "where it goes"),
    required("payload", OpenRpcSchema.ANY_OBJECT.like(NOTE), "passes through byte for byte")
  };

  private static final TopicMessage EXAMPLE =
      new TopicMessage(new Address("agent:worker-42"), NOTE.toRaw());

  public static final RawJson DOCUMENT =
      new OpenRpcDocument(
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

  private static OpenRpcMethod initialize() {
    return new OpenRpcMethod(
            Methods.INITIALIZE, PEER_TO_BUS, "Introduces the peer: the first call.")
        .takes(SharedSchemas.INTRODUCTION)
        .gives(
            SharedSchemas.welcome(
                required("subscribe", OpenRpcSchema.BOOLEAN, "subscribe is served"),
                required("publish", OpenRpcSchema.BOOLEAN, "sendMessage is served"),
                required("topics", OpenRpcSchema.listOf(OpenRpcSchema.ADDRESS), "the usual ones")),
            "who answered")
        .failsWith(
            OpenRpcError.of(-32002, "Invalid client info"),
            OpenRpcError.of(-32001, "Already initialized"),
            INVALID_PARAMS.because("not_your_client_id"),
            OpenRpcError.UNAUTHENTICATED,
            OpenRpcError.TOO_FAST,
            OpenRpcError.DRAINING);
  }

  private static OpenRpcMethod subscribe() {
    return new OpenRpcMethod(Methods.SUBSCRIBE, PEER_TO_BUS, "Sees messages to a pattern first.")
        .takes(topic("tg:*", "a topic; a pattern with * ? [set]; or a beginning with - or : last"))
        .gives(SharedSchemas.SUCCESS, "that it listens")
        .failsWith(
            INVALID_REQUEST,
            INVALID_PARAMS.because(
                "subscribe_not_granted", "intercept_not_granted", "too_many_subscriptions"),
            OpenRpcError.of(-32003, "Already subscribed"))
        .exampleCall(new TopicMessage.Subscription("tg:*"), Subscription.SUCCESS);
  }

  private static OpenRpcMethod unsubscribe() {
    return new OpenRpcMethod(Methods.UNSUBSCRIBE, PEER_TO_BUS, "Takes a subscription back.")
        .takes(topic("tg:*", "the very text that was subscribed"))
        .gives(SharedSchemas.SUCCESS, "that it no longer listens")
        .failsWith(
            INVALID_REQUEST, INVALID_PARAMS, OpenRpcError.of(-32004, "Subscription not found"))
        .exampleCall(new TopicMessage.Subscription("tg:*"), Subscription.SUCCESS);
  }

  private static OpenRpcField topic(String example, String about) {
    return required("topic", OpenRpcSchema.ADDRESS.like(example), about);
  }

  private static OpenRpcMethod sendMessage() {
    return new OpenRpcMethod(
            Methods.SEND_MESSAGE,
            BOTH_WAYS,
            "Sends a message to the bus, or hands one over to a subscriber.")
        .takes(MESSAGE)
        .gives(
            OpenRpcSchema.open(
                required("success", OpenRpcSchema.BOOLEAN, "whether all have processed it"),
                optional("stopPropagation", OpenRpcSchema.BOOLEAN, "whether it goes no further")),
            "the verdict of a subscriber, or of all together")
        .failsWith(
            INVALID_REQUEST,
            INVALID_PARAMS.because(
                "send_as_not_granted", "type_not_allowed", "operator_not_granted", "invalid_type"),
            OpenRpcError.TOO_FAST,
            OpenRpcError.DRAINING)
        .exampleCall(EXAMPLE, new TopicMessage.Verdict(true, false));
  }

  private static OpenRpcMethod interceptorStatus() {
    return new OpenRpcMethod(
            Methods.INTERCEPTOR_STATUS,
            BUS_TO_PEER,
            "Tells a subscriber that messages stop waiting for its answers, or wait again.")
        .takes(
            required("suspended", OpenRpcSchema.BOOLEAN, "true when messages do not wait"),
            required("missed", OpenRpcSchema.INTEGER, "answers in a row that did not come in time"),
            required("failureMode", OpenRpcSchema.TEXT, "open: messages pass; closed: they halt"))
        .exampleCall(new InterceptorStatus(true, 3, "open"));
  }

  private static OpenRpcMethod announce() {
    return new OpenRpcMethod(Methods.NOTIFY, BOTH_WAYS, "Tells of a message that nobody waits for.")
        .takes(MESSAGE)
        .exampleCall(EXAMPLE);
  }
}
