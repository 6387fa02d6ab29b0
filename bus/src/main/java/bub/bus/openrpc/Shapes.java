package bub.bus.openrpc;

import static bub.bus.openrpc.Field.optional;
import static bub.bus.openrpc.Field.required;
import static bub.bus.openrpc.Field.whenKnown;

import bub.bus.activity.Trail;
import bub.protocol.Ack;
import bub.protocol.Receipt;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The objects that several methods or dialects share, as the protocol's records write them. */
final class Shapes {
  /** {@link bub.protocol.ClientInfo}, as the bus writes it. */
  static final Schema CLIENT_INFO =
      Schema.closed(
          required("name", Schema.TEXT, "the program"),
          required("version", Schema.TEXT, "its version"));

  /** {@link bub.protocol.Initialize}. */
  static final Field[] INTRODUCTION = {
    required(
        "clientId",
        Schema.ADDRESS.like("tg:123456789"),
        "the peer's own address; of two connections with one clientId the newest wins"),
    optional(
        "clientInfo",
        Schema.open(
            optional("name", Schema.TEXT, "the program"),
            optional("version", Schema.TEXT, "its version")),
        "for people"),
    optional(
        "authToken",
        Schema.TEXT,
        "proves who this is; a locked bus asks for it, an open one ignores it")
  };

  /** {@link bub.protocol.Subscription#SUCCESS}. */
  static final Schema SUCCESS =
      Schema.closed(required("success", Schema.BOOLEAN, "true: else there is an error"));

  /** {@link Ack}, as the bus writes it. */
  static final Schema ACK =
      Schema.closed(
          required("success", Schema.BOOLEAN, "whether it was processed"),
          required("message", Schema.TEXT, "why, for people"),
          required("shouldRetry", Schema.BOOLEAN, "whether sending it again can help"),
          required(
              "retrySeconds",
              Schema.INTEGER.between(0, Ack.MAX_RETRY_SECONDS),
              "how long to wait before"),
          required("payload", Schema.ANY_OBJECT, "what the recipient sent back"));

  /** {@link bub.protocol.Status.Connection}. */
  static final Schema CONNECTION =
      Schema.closed(
          required("clientId", Schema.ADDRESS, "its address"),
          required("connectionId", Schema.TEXT, "unique for the life of the bus"),
          required("subscriptions", Schema.listOf(Schema.ADDRESS), "the patterns it listens to"),
          required("clientInfo", CLIENT_INFO, "what it said of itself"),
          required("dialect", Schema.TEXT, "what it speaks"),
          required("connectedAt", Schema.TIME, "when it introduced itself"));

  /** {@link bub.protocol.ActivityRow}. */
  static final Schema ROW =
      Schema.closed(
          required("id", Schema.INTEGER, "grows by time"),
          required("ts", Schema.TEXT, "when, in UTC"),
          required(
              "event",
              Schema.TEXT,
              "send_start, process_start, process_finish, send_finish or log_gap"),
          required("messageId", Schema.TEXT, "of which message"),
          whenKnown("rpcId", Schema.TEXT, "the id of the call"),
          whenKnown("actor", Schema.TEXT, "the sender, or the recipient in process events"),
          whenKnown("to", Schema.TEXT, "where the message goes"),
          whenKnown("status", Schema.TEXT, "start, or " + statuses()),
          whenKnown(
              "payload", Schema.ANY_OBJECT, "the message at send_start, the ack at process_finish"),
          whenKnown("error", Schema.TEXT, "what went wrong, for people"));

  /** {@link bub.protocol.ActivityRows}. */
  static final Field[] ROWS = {
    required("rows", Schema.listOf(ROW), "events, oldest first"),
    required("missed", Schema.INTEGER.atLeast(0), "events that this watcher was too slow for")
  };

  /** {@link Receipt}. */
  static final Schema RECEIPT =
      Schema.closed(
          required("messageId", Schema.MESSAGE_ID, "as asked"),
          whenKnown("from", Schema.TEXT, "who sent it"),
          whenKnown("to", Schema.TEXT, "where it went"),
          required("status", Schema.TEXT, Receipt.PENDING + ", or " + statuses()),
          whenKnown("startedAt", Schema.TEXT, "when, in UTC"),
          whenKnown("finishedAt", Schema.TEXT, "when all had answered"),
          required(
              "deliveries",
              Schema.listOf(
                  Schema.closed(
                      required("recipient", Schema.TEXT, "whose part this is"),
                      required("status", Schema.TEXT, Receipt.PENDING + ", or " + statuses()),
                      whenKnown("startedAt", Schema.TEXT, "when it was handed over"),
                      whenKnown("finishedAt", Schema.TEXT, "when it ended"),
                      whenKnown("ack", Schema.ANY_OBJECT, "its answer"))),
              "one for each recipient"));

  private Shapes() {}

  /** {@link bub.protocol.Initialize.Result}: the capabilities are each dialect's own. */
  static Schema welcome(Field... capabilities) {
    return Schema.closed(
        required("serverId", Schema.TEXT, "which bus this is"),
        required("serverInfo", CLIENT_INFO, "the program that answers"),
        required("capabilities", Schema.closed(capabilities), "what it can do"));
  }

  private static String statuses() {
    return Arrays.stream(Trail.Status.values())
        .map(Trail.Status::word)
        .collect(Collectors.joining(", "));
  }
}
