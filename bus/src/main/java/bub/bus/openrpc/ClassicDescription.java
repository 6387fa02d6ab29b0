package bub.bus.openrpc;

import static bub.bus.openrpc.CallDirection.BOTH_WAYS;
import static bub.bus.openrpc.CallDirection.BUS_TO_PEER;
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
      "Sends messages to topics. Subscribers are interceptors: they receive a message before its"
          + " recipients, one after the other, and can halt it.";
  private static final JsonValue NOTE =
      out -> out.beginObject().field("type", "note").field("text", "hello").endObject();

  /** {@link TopicMessage} as it is sent in both directions. */
  private static final OpenRpcField[] MESSAGE = {
    SharedSchemas.TOPIC, SharedSchemas.payload(OpenRpcSchema.ANY_OBJECT.like(NOTE))
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
    return CommonMethods.initialize(
            SharedSchemas.SUBSCRIBE, SharedSchemas.PUBLISH, SharedSchemas.TOPICS)
        .failsWith(
            OpenRpcError.of(-32002, "Invalid client info"),
            OpenRpcError.of(-32001, "Already initialized"),
            INVALID_PARAMS.because("not_your_client_id"),
            OpenRpcError.UNAUTHENTICATED,
            OpenRpcError.TOO_FAST,
            OpenRpcError.NOT_ADMITTED);
  }

  private static OpenRpcMethod subscribe() {
    return CommonMethods.subscribe(
            "Intercepts the messages to a pattern: the peer receives them before their recipients.",
            SharedSchemas.pattern(
                "topic",
                "An exact topic, a pattern with the wildcards * ? [set], or a prefix that ends with"
                    + " '-' or ':'."))
        .failsWith(
            INVALID_REQUEST,
            INVALID_PARAMS.because(
                "subscribe_not_granted",
                "intercept_not_granted",
                "too_many_subscriptions",
                "too_many_patterns"),
            OpenRpcError.of(-32003, "Already subscribed"))
        .exampleCall(new TopicMessage.Subscription("tg:*"), Subscription.SUCCESS);
  }

  private static OpenRpcMethod unsubscribe() {
    return CommonMethods.unsubscribe("topic")
        .failsWith(
            INVALID_REQUEST, INVALID_PARAMS, OpenRpcError.of(-32004, "Subscription not found"))
        .exampleCall(new TopicMessage.Subscription("tg:*"), Subscription.SUCCESS);
  }

  private static OpenRpcMethod sendMessage() {
    return new OpenRpcMethod(
            Methods.SEND_MESSAGE,
            BOTH_WAYS,
            "Sends a message to the bus, or delivers a message to a subscriber.")
        .takes(MESSAGE)
        .gives(
            OpenRpcSchema.open(
                required(
                    "success",
                    OpenRpcSchema.BOOLEAN,
                    "True when the subscriber, or every recipient, processed the message."),
                optional(
                    "stopPropagation", OpenRpcSchema.BOOLEAN, "True when the message is halted.")),
            "The result of the subscriber, or the combined result of all recipients.")
        .failsWith(
            INVALID_REQUEST,
            INVALID_PARAMS.because(
                "send_as_not_granted", "type_not_allowed", "operator_not_granted", "invalid_type"),
            OpenRpcError.NOT_DELIVERED,
            OpenRpcError.DRAINING)
        .exampleCall(EXAMPLE, new TopicMessage.Verdict(true, false));
  }

  private static OpenRpcMethod interceptorStatus() {
    return new OpenRpcMethod(
            Methods.INTERCEPTOR_STATUS,
            BUS_TO_PEER,
            "Tells an interceptor whether messages wait for its answers.")
        .takes(
            required(
                "suspended",
                OpenRpcSchema.BOOLEAN,
                "True when messages do not wait for the interceptor."),
            required(
                "missed",
                OpenRpcSchema.INTEGER,
                "The number of consecutive answers that missed their deadline."),
            required(
                "failureMode",
                OpenRpcSchema.TEXT,
                "What happens to messages without an answer. open: they pass. closed: the bus"
                    + " halts them."))
        .exampleCall(new InterceptorStatus(true, 3, "open"));
  }

  private static OpenRpcMethod announce() {
    return new OpenRpcMethod(
            Methods.NOTIFY, BOTH_WAYS, "Sends or delivers a message without an answer.")
        .takes(MESSAGE)
        .exampleCall(EXAMPLE);
  }
}
