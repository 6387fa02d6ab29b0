package bub.bus.openrpc;

import static bub.bus.openrpc.OpenRpcField.optional;
import static bub.bus.openrpc.OpenRpcField.required;
import static bub.bus.openrpc.OpenRpcField.whenKnown;

import bub.bus.activity.event.Trail;
import bub.protocol.Ack;
import bub.protocol.Receipt;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Schemas that several methods or dialects share, in the form of the protocol's records. */
final class SharedSchemas {
  /** {@link bub.protocol.ClientInfo} as the bus writes it. */
  static final OpenRpcSchema CLIENT_INFO =
      OpenRpcSchema.closed(
          required("name", OpenRpcSchema.TEXT, "the program"),
          required("version", OpenRpcSchema.TEXT, "its version"));

  /** {@link bub.protocol.Initialize} as params. */
  static final OpenRpcField[] INTRODUCTION = {
    required(
        "clientId",
        OpenRpcSchema.ADDRESS.like("tg:123456789"),
        "the peer's own address; of two connections with one clientId the newest wins"),
    optional(
        "clientInfo",
        OpenRpcSchema.open(
            optional("name", OpenRpcSchema.TEXT, "the program"),
            optional("version", OpenRpcSchema.TEXT, "its version")),
        "for people"),
    optional(
        "authToken",
        OpenRpcSchema.TEXT,
        "proves who this is; a locked bus asks for it, an open one ignores it")
  };

  /** {@link bub.protocol.Subscription#SUCCESS} as a result. */
  static final OpenRpcSchema SUCCESS =
      OpenRpcSchema.closed(
          required("success", OpenRpcSchema.BOOLEAN, "true: else there is an error"));

  /** {@link Ack} as the bus writes it. */
  static final OpenRpcSchema ACK =
      OpenRpcSchema.closed(
          required("success", OpenRpcSchema.BOOLEAN, "whether it was processed"),
          required("message", OpenRpcSchema.TEXT, "why, for people"),
          required("shouldRetry", OpenRpcSchema.BOOLEAN, "whether sending it again can help"),
          required(
              "retrySeconds",
              OpenRpcSchema.INTEGER.between(0, Ack.MAX_RETRY_SECONDS),
              "how long to wait before"),
          required("payload", OpenRpcSchema.ANY_OBJECT, "what the recipient sent back"));

  /** {@link bub.protocol.Status.Connection} as the bus writes it. */
  static final OpenRpcSchema CONNECTION =
      OpenRpcSchema.closed(
          required("clientId", OpenRpcSchema.ADDRESS, "its address"),
          required("connectionId", OpenRpcSchema.TEXT, "unique for the life of the bus"),
          required(
              "subscriptions",
              OpenRpcSchema.listOf(OpenRpcSchema.ADDRESS),
              "the patterns it listens to"),
          required("clientInfo", CLIENT_INFO, "what it said of itself"),
          required("dialect", OpenRpcSchema.TEXT, "what it speaks"),
          required("connectedAt", OpenRpcSchema.TIME, "when it introduced itself"));

  /** {@link bub.protocol.ActivityRow} as the bus writes it. */
  static final OpenRpcSchema ROW =
      OpenRpcSchema.closed(
          required("id", OpenRpcSchema.INTEGER, "grows by time"),
          required("ts", OpenRpcSchema.TEXT, "when, in UTC"),
          required(
              "event",
              OpenRpcSchema.TEXT,
              "send_start, process_start, process_finish, send_finish or log_gap"),
          required("messageId", OpenRpcSchema.TEXT, "of which message"),
          whenKnown("rpcId", OpenRpcSchema.TEXT, "the id of the call"),
          whenKnown("actor", OpenRpcSchema.TEXT, "the sender, or the recipient in process events"),
          whenKnown("to", OpenRpcSchema.TEXT, "where the message goes"),
          whenKnown("status", OpenRpcSchema.TEXT, "start, or " + statuses()),
          whenKnown(
              "payload",
              OpenRpcSchema.ANY_OBJECT,
              "the message at send_start, the ack at process_finish"),
          whenKnown("error", OpenRpcSchema.TEXT, "what went wrong, for people"));

  /** {@link bub.protocol.ActivityRows} as the bus writes it. */
  static final OpenRpcField[] ROWS = {
    required("rows", OpenRpcSchema.listOf(ROW), "events, oldest first"),
    required(
        "missed", OpenRpcSchema.INTEGER.atLeast(0), "events that this watcher was too slow for")
  };

  /** {@link Receipt} as the bus writes it. */
  static final OpenRpcSchema RECEIPT =
      OpenRpcSchema.closed(
          required("messageId", OpenRpcSchema.MESSAGE_ID, "as asked"),
          whenKnown("from", OpenRpcSchema.TEXT, "who sent it"),
          whenKnown("to", OpenRpcSchema.TEXT, "where it went"),
          required("status", OpenRpcSchema.TEXT, Receipt.PENDING + ", or " + statuses()),
          whenKnown("startedAt", OpenRpcSchema.TEXT, "when, in UTC"),
          whenKnown("finishedAt", OpenRpcSchema.TEXT, "when all had answered"),
          required(
              "deliveries",
              OpenRpcSchema.listOf(
                  OpenRpcSchema.closed(
                      required("recipient", OpenRpcSchema.TEXT, "whose part this is"),
                      required(
                          "status", OpenRpcSchema.TEXT, Receipt.PENDING + ", or " + statuses()),
                      whenKnown("startedAt", OpenRpcSchema.TEXT, "when it was handed over"),
                      whenKnown("finishedAt", OpenRpcSchema.TEXT, "when it ended"),
                      whenKnown("ack", OpenRpcSchema.ANY_OBJECT, "its answer"))),
              "one for each recipient"));

  private SharedSchemas() {}

  /** Describes {@link bub.protocol.Initialize.Result} with the capabilities of a dialect. */
  static OpenRpcSchema welcome(OpenRpcField... capabilities) {
    return OpenRpcSchema.closed(
        required("serverId", OpenRpcSchema.TEXT, "which bus this is"),
        required("serverInfo", CLIENT_INFO, "the program that answers"),
        required("capabilities", OpenRpcSchema.closed(capabilities), "what it can do"));
  }

  private static String statuses() {
    return Arrays.stream(Trail.Status.values())
        .map(Trail.Status::word)
        .collect(Collectors.joining(", "));
  }
}
