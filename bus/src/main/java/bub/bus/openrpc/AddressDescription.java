package bub.bus.openrpc;

import static bub.bus.openrpc.Direction.BUS_TO_PEER;
import static bub.bus.openrpc.Direction.PEER_TO_BUS;
import static bub.bus.openrpc.Field.optional;
import static bub.bus.openrpc.Field.required;
import static bub.bus.openrpc.Problem.INVALID_PARAMS;
import static bub.bus.openrpc.Problem.NOT_INITIALIZED;

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
import bub.protocol.Notice;
import bub.protocol.Pattern;
import bub.protocol.SendResult;
import bub.protocol.Subscription;
import java.util.List;

/** What the address dialect, at {@code /}, says of itself. */
public final class AddressDescription {
  static final Problem NO_SUBSCRIPTION =
      Problem.of(ErrorCodes.SUBSCRIPTION_NOT_FOUND, "Subscription not found");

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

  /** {@link Envelope}, as a peer sends it. */
  private static final Field[] MESSAGE_TO_SEND = {
    optional("from", Schema.ADDRESS.like("tg:123456789"), "who says it; else its clientId"),
    required("to", Schema.ADDRESS.like("agent:worker-42"), "where it goes; this alone decides"),
    required("messageId", Schema.MESSAGE_ID.like("msg_01J9"), "the sender's; retries keep it"),
    required("payload", Schema.ANY_OBJECT.like(NOTE), "passes through byte for byte")
  };

  /** {@link Envelope}, as the bus delivers it. */
  private static final Field[] ENVELOPE = {
    required("from", Schema.ADDRESS.like("tg:123456789"), "who says it"),
    required("to", Schema.ADDRESS.like("agent:worker-42"), "where it goes; this alone decides"),
    required("messageId", Schema.MESSAGE_ID.like("msg_01J9"), "the sender's; retries keep it"),
    required("payload", Schema.ANY_OBJECT.like(NOTE), "passes through byte for byte")
  };

  /** {@link Ack}, as the bus reads it. */
  private static final Schema ANSWER =
      Schema.open(
          required("success", Schema.BOOLEAN, "whether it was processed"),
          optional("message", Schema.TEXT, "why, for people"),
          optional("shouldRetry", Schema.BOOLEAN, "whether sending it again can help"),
          optional(
              "retrySeconds",
              Schema.INTEGER,
              "how long to wait before; taken as 0 to " + Ack.MAX_RETRY_SECONDS),
          optional("payload", Schema.ANY_OBJECT, "goes back to the sender"));

  public static final RawJson DOCUMENT =
      new Document(
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

  private static Method initialize() {
    return new Method(Methods.INITIALIZE, PEER_TO_BUS, "Introduces the peer: the first call.")
        .takes(Shapes.INTRODUCTION)
        .gives(
            Shapes.welcome(
                required("subscribe", Schema.BOOLEAN, "subscribe is served"),
                required("processMessage", Schema.BOOLEAN, "processMessage will be called"),
                required("addresses", Schema.listOf(Schema.ADDRESS), "the usual ones")),
            "who answered")
        .failsWith(
            INVALID_PARAMS.because("not_your_client_id"),
            Problem.INVALID_REQUEST,
            Problem.UNAUTHENTICATED,
            Problem.TOO_FAST,
            Problem.DRAINING)
        .exampleCall(
            new Initialize(new Address("agent:worker-42"), new ClientInfo("mine", "1.0"), null),
            new Initialize.Result(
                "bus-abc123",
                new ClientInfo("bub-bus", ClientInfo.VERSION),
                true,
                true,
                List.of("tg:*")));
  }

  private static Method subscribe() {
    return new Method(Methods.SUBSCRIBE, PEER_TO_BUS, "Listens to a pattern; twice is fine.")
        .takes(pattern("an address, or a pattern with * ? [set]"))
        .gives(Shapes.SUCCESS, "that it listens")
        .failsWith(
            NOT_INITIALIZED,
            INVALID_PARAMS.because("subscribe_not_granted", "too_many_subscriptions"))
        .exampleCall(new Subscription(Pattern.of("tg:*")), Subscription.SUCCESS);
  }

  private static Method unsubscribe() {
    return new Method(Methods.UNSUBSCRIBE, PEER_TO_BUS, "Takes a subscription back.")
        .takes(pattern("the very text that was subscribed"))
        .gives(Shapes.SUCCESS, "that it no longer listens")
        .failsWith(NOT_INITIALIZED, INVALID_PARAMS, NO_SUBSCRIPTION)
        .exampleCall(new Subscription(Pattern.of("tg:*")), Subscription.SUCCESS);
  }

  /** {@link Subscription}. */
  private static Field pattern(String about) {
    return required("address", Schema.ADDRESS.like("tg:*"), about);
  }

  private static Method sendMessage() {
    return new Method(
            Methods.SEND_MESSAGE,
            PEER_TO_BUS,
            "Sends a message; the result comes when every recipient has answered or failed to.")
        .takes(MESSAGE_TO_SEND)
        .gives(
            Schema.closed(
                required("accepted", Schema.BOOLEAN, "true: else there is an error"),
                required("messageId", Schema.MESSAGE_ID, "as sent"),
                required("acks", Schema.listOf(Shapes.ACK), "one for each recipient")),
            "what the recipients answered")
        .failsWith(
            NOT_INITIALIZED,
            INVALID_PARAMS.because(
                "send_as_not_granted", "type_not_allowed", "operator_not_granted", "invalid_type"),
            Problem.TOO_FAST,
            Problem.DRAINING)
        .exampleCall(MESSAGE, new SendResult(true, MESSAGE.messageId(), List.of(Ack.ok("ok"))));
  }

  private static Method announce() {
    return new Method(
            Methods.NOTIFY,
            PEER_TO_BUS,
            "Sends a message that nobody waits for: there is no answer, not even a refusal.")
        .takes(
            required("to", Schema.ADDRESS.like("agent:worker-42"), "where it goes"),
            required("payload", Schema.ANY_OBJECT.like(NOTE), "passes through byte for byte"),
            optional("from", Schema.ADDRESS.like("tg:123456789"), "the own clientId when absent"),
            optional(
                "messageId", Schema.MESSAGE_ID.like("msg_01J9"), "made by the bus when absent"))
        .exampleCall(new Notice(MESSAGE.to(), MESSAGE.payload(), null, null));
  }

  private static Method processMessage() {
    return new Method(Methods.PROCESS_MESSAGE, BUS_TO_PEER, "Hands a message over.")
        .takes(ENVELOPE)
        .gives(ANSWER, "an ack")
        .exampleCall(MESSAGE, Ack.ok("ok"));
  }
}
