package bub.bus.openrpc;

import static bub.bus.openrpc.CallDirection.BUS_TO_PEER;
import static bub.bus.openrpc.CallDirection.PEER_TO_BUS;
import static bub.bus.openrpc.OpenRpcError.INVALID_PARAMS;
import static bub.bus.openrpc.OpenRpcError.NOT_INITIALIZED;
import static bub.bus.openrpc.OpenRpcField.optional;
import static bub.bus.openrpc.OpenRpcField.required;

import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.ClientInfo;
import bub.protocol.Envelope;
import bub.protocol.ErrorCodes;
import bub.protocol.Initialize;
import bub.protocol.MessageId;
import bub.protocol.Methods;
import bub.protocol.NotifyParams;
import bub.protocol.Pattern;
import bub.protocol.SendResult;
import bub.protocol.Subscription;
import java.util.List;

/** OpenRPC description of the address dialect, at {@code /}. */
public final class AddressDescription {
  static final OpenRpcError NO_SUBSCRIPTION =
      OpenRpcError.of(ErrorCodes.SUBSCRIPTION_NOT_FOUND, "Subscription not found");

  private static final String ABOUT =
      "Messages from an address to an address, and one ack for every recipient.";
  private static final JsonValue NOTE =
      out -> out.beginObject().field("type", "note").field("text", "hello").endObject();
  private static final Envelope MESSAGE =
      new Envelope(
          new Address("tg:123456789"),
          new Address("agent:worker-42"),
          new MessageId("msg_01J9"),
          NOTE.toRaw());

  /** {@link Envelope} as a peer sends it. */
  private static final OpenRpcField[] MESSAGE_TO_SEND = {
    optional("from", OpenRpcSchema.ADDRESS.like("tg:123456789"), "who says it; else its clientId"),
    required(
        "to", OpenRpcSchema.ADDRESS.like("agent:worker-42"), "where it goes; this alone decides"),
    required(
        "messageId", OpenRpcSchema.MESSAGE_ID.like("msg_01J9"), "the sender's; retries keep it"),
    required("payload", OpenRpcSchema.ANY_OBJECT.like(NOTE), "passes through byte for byte")
  };

  /** {@link Envelope} as the bus delivers it. */
  private static final OpenRpcField[] ENVELOPE = {
    required("from", OpenRpcSchema.ADDRESS.like("tg:123456789"), "who says it"),
    required(
        "to", OpenRpcSchema.ADDRESS.like("agent:worker-42"), "where it goes; this alone decides"),
    required(
        "messageId", OpenRpcSchema.MESSAGE_ID.like("msg_01J9"), "the sender's; retries keep it"),
    required("payload", OpenRpcSchema.ANY_OBJECT.like(NOTE), "passes through byte for byte")
  };

  /** {@link Ack} as the bus reads it. */
  private static final OpenRpcSchema ANSWER =
      OpenRpcSchema.open(
          required("success", OpenRpcSchema.BOOLEAN, "whether it was processed"),
          optional("message", OpenRpcSchema.TEXT, "why, for people"),
          optional("shouldRetry", OpenRpcSchema.BOOLEAN, "whether sending it again can help"),
          optional(
              "retrySeconds",
              OpenRpcSchema.INTEGER,
              "how long to wait before; taken as 0 to " + Ack.MAX_RETRY_SECONDS),
          optional("payload", OpenRpcSchema.ANY_OBJECT, "goes back to the sender"));

  public static final RawJson DOCUMENT =
      new OpenRpcDocument(
              "address",
              "/",
              ABOUT,
              CommonMethods.and(
                  NOT_INITIALIZED,
                  initialize(),
                  subscribe(),
                  unsubscribe(),
                  sendMessage(),
                  announce(),
                  processMessage()))
          .toRaw();

  private AddressDescription() {}

  private static OpenRpcMethod initialize() {
    return new OpenRpcMethod(
            Methods.INITIALIZE, PEER_TO_BUS, "Introduces the peer: the first call.")
        .takes(SharedSchemas.INTRODUCTION)
        .gives(
            SharedSchemas.welcome(
                required("subscribe", OpenRpcSchema.BOOLEAN, "subscribe is served"),
                required("processMessage", OpenRpcSchema.BOOLEAN, "processMessage will be called"),
                required(
                    "addresses", OpenRpcSchema.listOf(OpenRpcSchema.ADDRESS), "the usual ones")),
            "who answered")
        .failsWith(
            INVALID_PARAMS.because("not_your_client_id"),
            OpenRpcError.INVALID_REQUEST,
            OpenRpcError.UNAUTHENTICATED,
            OpenRpcError.TOO_FAST,
            OpenRpcError.DRAINING)
        .exampleCall(
            new Initialize(new Address("agent:worker-42"), new ClientInfo("mine", "1.0"), null),
            new Initialize.Result(
                "bus-abc123",
                new ClientInfo("bub-bus", ClientInfo.VERSION),
                true,
                true,
                List.of("tg:*")));
  }

  private static OpenRpcMethod subscribe() {
    return new OpenRpcMethod(Methods.SUBSCRIBE, PEER_TO_BUS, "Listens to a pattern; twice is fine.")
        .takes(pattern("an address, or a pattern with * ? [set]"))
        .gives(SharedSchemas.SUCCESS, "that it listens")
        .failsWith(
            NOT_INITIALIZED,
            INVALID_PARAMS.because("subscribe_not_granted", "too_many_subscriptions"))
        .exampleCall(new Subscription(Pattern.of("tg:*")), Subscription.SUCCESS);
  }

  private static OpenRpcMethod unsubscribe() {
    return new OpenRpcMethod(Methods.UNSUBSCRIBE, PEER_TO_BUS, "Takes a subscription back.")
        .takes(pattern("the very text that was subscribed"))
        .gives(SharedSchemas.SUCCESS, "that it no longer listens")
        .failsWith(NOT_INITIALIZED, INVALID_PARAMS, NO_SUBSCRIPTION)
        .exampleCall(new Subscription(Pattern.of("tg:*")), Subscription.SUCCESS);
  }

  /** Describes the params of a {@link Subscription}. */
  private static OpenRpcField pattern(String about) {
    return required("address", OpenRpcSchema.ADDRESS.like("tg:*"), about);
  }

  private static OpenRpcMethod sendMessage() {
    return new OpenRpcMethod(
            Methods.SEND_MESSAGE,
            PEER_TO_BUS,
            "Sends a message; the result comes when every recipient has answered or failed to.")
        .takes(MESSAGE_TO_SEND)
        .gives(
            OpenRpcSchema.closed(
                required("accepted", OpenRpcSchema.BOOLEAN, "true: else there is an error"),
                required("messageId", OpenRpcSchema.MESSAGE_ID, "as sent"),
                required(
                    "acks", OpenRpcSchema.listOf(SharedSchemas.ACK), "one for each recipient")),
            "what the recipients answered")
        .failsWith(
            NOT_INITIALIZED,
            INVALID_PARAMS.because(
                "send_as_not_granted", "type_not_allowed", "operator_not_granted", "invalid_type"),
            OpenRpcError.TOO_FAST,
            OpenRpcError.DRAINING)
        .exampleCall(MESSAGE, new SendResult(true, MESSAGE.messageId(), List.of(Ack.ok("ok"))));
  }

  private static OpenRpcMethod announce() {
    return new OpenRpcMethod(
            Methods.NOTIFY,
            PEER_TO_BUS,
            "Sends a message that nobody waits for: there is no answer, not even a refusal.")
        .takes(
            required("to", OpenRpcSchema.ADDRESS.like("agent:worker-42"), "where it goes"),
            required(
                "payload", OpenRpcSchema.ANY_OBJECT.like(NOTE), "passes through byte for byte"),
            optional(
                "from", OpenRpcSchema.ADDRESS.like("tg:123456789"), "the own clientId when absent"),
            optional(
                "messageId",
                OpenRpcSchema.MESSAGE_ID.like("msg_01J9"),
                "made by the bus when absent"))
        .exampleCall(new NotifyParams(MESSAGE.to(), MESSAGE.payload(), null, null));
  }

  private static OpenRpcMethod processMessage() {
    return new OpenRpcMethod(Methods.PROCESS_MESSAGE, BUS_TO_PEER, "Hands a message over.")
        .takes(ENVELOPE)
        .gives(ANSWER, "an ack")
        .exampleCall(MESSAGE, Ack.ok("ok"));
  }
}
