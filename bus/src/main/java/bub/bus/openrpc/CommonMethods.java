package bub.bus.openrpc;

import static bub.bus.openrpc.CallDirection.BUS_TO_PEER;
import static bub.bus.openrpc.CallDirection.PEER_TO_BUS;
import static bub.bus.openrpc.OpenRpcField.optional;
import static bub.bus.openrpc.OpenRpcField.required;

import bub.json.RawJson;
import bub.protocol.ActivityFilter;
import bub.protocol.MessageId;
import bub.protocol.Methods;
import bub.protocol.PingResult;
import bub.protocol.Receipt;
import bub.protocol.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Methods that are the same in every dialect, except for the error before initialize. */
final class CommonMethods {
  private static final String TIME = "2026-02-17T12:00:00Z";

  private static final OpenRpcError FOR_OPERATORS =
      OpenRpcError.INVALID_PARAMS.because("operator_not_granted");

  /** {@link ActivityFilter} as params. */
  private static final OpenRpcField[] FILTER = {
    optional("messageId", OpenRpcSchema.TEXT, "only of this message"),
    optional("actor", OpenRpcSchema.TEXT, "only of this sender or recipient"),
    optional("to", OpenRpcSchema.TEXT, "only of messages to this address"),
    optional("event", OpenRpcSchema.TEXT, "only such events"),
    optional("status", OpenRpcSchema.TEXT, "only with this status"),
    optional("since", OpenRpcSchema.TIME.like(TIME), "from then on"),
    optional("until", OpenRpcSchema.TIME.like(TIME), "before"),
    optional("beforeId", OpenRpcSchema.INTEGER, "the newest before this event"),
    optional("afterId", OpenRpcSchema.INTEGER, "the oldest after this event"),
    optional(
        "limit",
        OpenRpcSchema.INTEGER.between(1, ActivityFilter.MAX_LIMIT),
        "at most so many; " + ActivityFilter.everything().limit() + " when absent"),
    optional(
        "oneIn",
        OpenRpcSchema.INTEGER.between(1, ActivityFilter.MAX_ONE_IN),
        "watchActivity: one in so many messages, chosen by its id, with all its events")
  };

  private CommonMethods() {}

  /** Combines the methods of a dialect with the common ones. */
  static List<OpenRpcMethod> and(OpenRpcError tooEarly, OpenRpcMethod... own) {
    var all = new ArrayList<>(List.of(own));
    all.add(ping().failsWith(tooEarly));
    all.add(discover().failsWith(tooEarly));
    all.add(status().failsWith(tooEarly));
    all.add(metrics().failsWith(tooEarly));
    all.add(receipt().failsWith(tooEarly));
    all.add(query().failsWith(tooEarly));
    all.add(watch().failsWith(tooEarly));
    all.add(activity());
    return all;
  }

  private static OpenRpcMethod ping() {
    return new OpenRpcMethod(Methods.PING, PEER_TO_BUS, "Tells the bus's clock.")
        .gives(OpenRpcSchema.closed(required("timestamp", OpenRpcSchema.TIME, "now")), "the time")
        .exampleCall(RawJson.EMPTY_OBJECT, new PingResult(Instant.parse(TIME)));
  }

  private static OpenRpcMethod discover() {
    return new OpenRpcMethod(
            Methods.DISCOVER, PEER_TO_BUS, "Describes the methods of this dialect.")
        .gives(OpenRpcSchema.ANY_OBJECT, "this document");
  }

  private static OpenRpcMethod status() {
    return new OpenRpcMethod(
            Methods.GET_STATUS, PEER_TO_BUS, "Tells who is connected and listens to what.")
        .takes(
            optional("after", OpenRpcSchema.INTEGER, "the next of the page before"),
            optional(
                "limit",
                OpenRpcSchema.INTEGER.between(1, Status.Query.MAX_LIMIT),
                "most connections on the page; " + Status.Query.MAX_LIMIT + " when absent"))
        .gives(
            OpenRpcSchema.closed(
                required("serverId", OpenRpcSchema.TEXT, "which bus this is"),
                required(
                    "connections",
                    OpenRpcSchema.listOf(SharedSchemas.CONNECTION),
                    "who is connected"),
                optional(
                    "next", OpenRpcSchema.INTEGER, "cursor of the next page, when there is one")),
            "who is connected")
        .failsWith(FOR_OPERATORS);
  }

  private static OpenRpcMethod metrics() {
    return new OpenRpcMethod(Methods.GET_METRICS, PEER_TO_BUS, "Tells counters and gauges.")
        .gives(
            OpenRpcSchema.closed(
                required(
                    "metrics",
                    OpenRpcSchema.mapOf(OpenRpcSchema.INTEGER),
                    "by name; new names may come")),
            "the numbers")
        .failsWith(FOR_OPERATORS);
  }

  private static OpenRpcMethod receipt() {
    return new OpenRpcMethod(
            Methods.GET_RECEIPT,
            PEER_TO_BUS,
            "Tells from the activity log what became of a message.")
        .takes(required("messageId", OpenRpcSchema.MESSAGE_ID.like("msg_01J9"), "of which message"))
        .gives(SharedSchemas.RECEIPT, "what became of it")
        .failsWith(
            OpenRpcError.INVALID_PARAMS.because("operator_not_granted", "not_found"),
            OpenRpcError.LOG_OFF,
            OpenRpcError.LOG_BUSY)
        .exampleCall(
            new Receipt.Query(new MessageId("msg_01J9")),
            new Receipt(
                new MessageId("msg_01J9"),
                "tg:123456789",
                "agent:worker-42",
                Receipt.PENDING,
                TIME,
                null,
                List.of()));
  }

  private static OpenRpcMethod query() {
    return new OpenRpcMethod(Methods.QUERY_ACTIVITY, PEER_TO_BUS, "Reads the activity log.")
        .takes(FILTER)
        .gives(
            OpenRpcSchema.closed(SharedSchemas.ROWS),
            "the newest that match, or with afterId the oldest")
        .failsWith(FOR_OPERATORS, OpenRpcError.LOG_OFF, OpenRpcError.LOG_BUSY)
        .exampleCall(ActivityFilter.ofMessage("msg_01J9"));
  }

  private static OpenRpcMethod watch() {
    return new OpenRpcMethod(
            Methods.WATCH_ACTIVITY,
            PEER_TO_BUS,
            "Asks for activity notifications from now on; a second call replaces the first.")
        .takes(FILTER)
        .gives(
            OpenRpcSchema.closed(required("watching", OpenRpcSchema.BOOLEAN, "true")),
            "that it begins")
        .failsWith(FOR_OPERATORS)
        .exampleCall(ActivityFilter.everything());
  }

  private static OpenRpcMethod activity() {
    return new OpenRpcMethod(
            Methods.ACTIVITY, BUS_TO_PEER, "Tells a peer that called watchActivity what happened.")
        .takes(SharedSchemas.ROWS);
  }
}
