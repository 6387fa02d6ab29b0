package bub.bus.openrpc;

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
      "Sends messages from one address to another and returns one ack per recipient.";
  private static final JsonValue NOTE =
      out -> out.beginObject().field("type", "note").field("text", "hello").endObject();
  private static final Envelope MESSAGE =
      new Envelope(
          new Address("tg:123456789"),
          new Address("agent:worker-42"),
          new MessageId("msg_01J9"),
          NOTE.toRaw());

  private static final OpenRpcField FROM =
      optional(
          "from",
          OpenRpcSchema.ADDRESS.like("tg:123456789"),
          SharedSchemas.SENDER + " Default: the clientId of the peer.");
  private static final OpenRpcField PAYLOAD =
      SharedSchemas.payload(OpenRpcSchema.ANY_OBJECT.like(NOTE));

  /** {@link Envelope} as a peer sends it. */
  private static final OpenRpcField[] MESSAGE_TO_SEND = {
    FROM, SharedSchemas.TO, SharedSchemas.MESSAGE_ID, PAYLOAD
  };

  /** {@link Envelope} as the bus delivers it. */
  private static final OpenRpcField[] ENVELOPE = {
    required("from", OpenRpcSchema.ADDRESS.like("tg:123456789"), SharedSchemas.SENDER),
    SharedSchemas.TO,
    SharedSchemas.MESSAGE_ID,
    PAYLOAD
  };

  /** {@link Ack} as the bus reads it. */
  private static final OpenRpcSchema ANSWER =
      OpenRpcSchema.open(
          required("success", OpenRpcSchema.BOOLEAN, SharedSchemas.PROCESSED),
          optional("message", OpenRpcSchema.TEXT, SharedSchemas.EXPLANATION),
          optional("shouldRetry", OpenRpcSchema.BOOLEAN, SharedSchemas.SHOULD_RETRY),
          optional(
              "retrySeconds",
              OpenRpcSchema.INTEGER,
              SharedSchemas.RETRY_SECONDS
                  + " The bus limits it to 0 to "
                  + Ack.MAX_RETRY_SECONDS
                  + "."),
          optional("payload", OpenRpcSchema.ANY_OBJECT, SharedSchemas.ACK_PAYLOAD));

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
    return CommonMethods.initialize(
            SharedSchemas.SUBSCRIBE,
            SharedSchemas.PROCESS_MESSAGE,
            required(
                "addresses",
                OpenRpcSchema.listOf(OpenRpcSchema.ADDRESS),
                "Patterns of commonly used addresses."))
        .failsWith(
            INVALID_PARAMS.because("not_your_client_id"),
            OpenRpcError.INVALID_REQUEST,
            OpenRpcError.UNAUTHENTICATED,
            OpenRpcError.TOO_FAST,
            OpenRpcError.NOT_ADMITTED)
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
    return CommonMethods.subscribe("address")
        .failsWith(
            NOT_INITIALIZED,
            INVALID_PARAMS.because(
                "subscribe_not_granted", "too_many_subscriptions", "too_many_patterns"))
        .exampleCall(new Subscription(Pattern.of("tg:*")), Subscription.SUCCESS);
  }

  private static OpenRpcMethod unsubscribe() {
    return CommonMethods.unsubscribe("address")
        .failsWith(NOT_INITIALIZED, INVALID_PARAMS, NO_SUBSCRIPTION)
        .exampleCall(new Subscription(Pattern.of("tg:*")), Subscription.SUCCESS);
  }

  private static OpenRpcMethod sendMessage() {
    return CommonMethods.sendMessage(MESSAGE_TO_SEND)
        .gives(
            OpenRpcSchema.closed(
                SharedSchemas.ACCEPTED,
                SharedSchemas.SENT_ID,
                required(
                    "acks", OpenRpcSchema.listOf(SharedSchemas.ACK), "One ack per recipient.")),
            "The answers of the recipients.")
        .failsWith(
            NOT_INITIALIZED,
            INVALID_PARAMS.because(
                "send_as_not_granted", "type_not_allowed", "operator_not_granted", "invalid_type"),
            OpenRpcError.NOT_DELIVERED,
            OpenRpcError.DRAINING)
        .exampleCall(MESSAGE, new SendResult(true, MESSAGE.messageId(), List.of(Ack.ok("ok"))));
  }

  private static OpenRpcMethod announce() {
    return new OpenRpcMethod(
            Methods.NOTIFY,
            PEER_TO_BUS,
            "Sends a message without an answer. The sender receives no acks and no errors.")
        .takes(
            SharedSchemas.TO,
            PAYLOAD,
            FROM,
            optional(
                "messageId",
                OpenRpcSchema.MESSAGE_ID.like("msg_01J9"),
                SharedSchemas.THE_MESSAGE_ID + " Default: an id that the bus creates."))
        .exampleCall(new NotifyParams(MESSAGE.to(), MESSAGE.payload(), null, null));
  }

  private static OpenRpcMethod processMessage() {
    return CommonMethods.processMessage(ENVELOPE)
        .gives(ANSWER, "The ack of the peer.")
        .exampleCall(MESSAGE, Ack.ok("ok"));
  }
}
