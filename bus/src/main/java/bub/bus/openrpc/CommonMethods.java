package bub.bus.openrpc;

import static bub.bus.openrpc.Direction.BUS_TO_PEER;
import static bub.bus.openrpc.Direction.PEER_TO_BUS;
import static bub.bus.openrpc.Field.optional;
import static bub.bus.openrpc.Field.required;

import bub.json.RawJson;
import bub.protocol.ActivityFilter;
import bub.protocol.MessageId;
import bub.protocol.Methods;
import bub.protocol.Ping;
import bub.protocol.Receipt;
import bub.protocol.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The methods that are the same in every dialect, but for the error of those who come too early.
 */
final class CommonMethods {
  private static final String TIME = "2026-02-17T12:00:00Z";

  private static final Problem FOR_OPERATORS =
      Problem.INVALID_PARAMS.because("operator_not_granted");

  /** {@link ActivityFilter}. */
  private static final Field[] FILTER = {
    optional("messageId", Schema.TEXT, "only of this message"),
    optional("actor", Schema.TEXT, "only of this sender or recipient"),
    optional("to", Schema.TEXT, "only of messages to this address"),
    optional("event", Schema.TEXT, "only such events"),
    optional("status", Schema.TEXT, "only with this status"),
    optional("since", Schema.TIME.like(TIME), "from then on"),
    optional("until", Schema.TIME.like(TIME), "before"),
    optional("beforeId", Schema.INTEGER, "the newest before this event"),
    optional("afterId", Schema.INTEGER, "the oldest after this event"),
    optional(
        "limit",
        Schema.INTEGER.between(1, ActivityFilter.MAX_LIMIT),
        "at most so many; " + ActivityFilter.everything().limit() + " when absent"),
    optional(
        "oneIn",
        Schema.INTEGER.between(1, ActivityFilter.MAX_ONE_IN),
        "watchActivity: one in so many messages, chosen by its id, with all its events")
  };

  private CommonMethods() {}

  /** A dialect's own methods, and these. */
  static List<Method> and(Problem tooEarly, Method... own) {
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

  private static Method ping() {
    return new Method(Methods.PING, PEER_TO_BUS, "Tells the bus's clock.")
        .gives(Schema.closed(required("timestamp", Schema.TIME, "now")), "the time")
        .exampleCall(RawJson.EMPTY_OBJECT, new Ping(Instant.parse(TIME)));
  }

  private static Method discover() {
    return new Method(Methods.DISCOVER, PEER_TO_BUS, "Describes the methods of this dialect.")
        .gives(Schema.ANY_OBJECT, "this document");
  }

  private static Method status() {
    return new Method(
            Methods.GET_STATUS, PEER_TO_BUS, "Tells who is connected and listens to what.")
        .takes(
            optional("after", Schema.INTEGER, "the next of the page before"),
            optional(
                "limit",
                Schema.INTEGER.between(1, Status.Query.MAX_LIMIT),
                "most connections on the page; " + Status.Query.MAX_LIMIT + " when absent"))
        .gives(
            Schema.closed(
                required("serverId", Schema.TEXT, "which bus this is"),
                required("connections", Schema.listOf(Shapes.CONNECTION), "who is connected"),
                optional("next", Schema.INTEGER, "cursor of the next page, when there is one")),
            "who is connected")
        .failsWith(FOR_OPERATORS);
  }

  private static Method metrics() {
    return new Method(Methods.GET_METRICS, PEER_TO_BUS, "Tells counters and gauges.")
        .gives(
            Schema.closed(
                required("metrics", Schema.mapOf(Schema.INTEGER), "by name; new names may come")),
            "the numbers")
        .failsWith(FOR_OPERATORS);
  }

  private static Method receipt() {
    return new Method(
            Methods.GET_RECEIPT,
            PEER_TO_BUS,
            "Tells from the activity log what became of a message.")
        .takes(required("messageId", Schema.MESSAGE_ID.like("msg_01J9"), "of which message"))
        .gives(Shapes.RECEIPT, "what became of it")
        .failsWith(
            Problem.INVALID_PARAMS.because("operator_not_granted", "not_found"),
            Problem.LOG_OFF,
            Problem.LOG_BUSY)
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

  private static Method query() {
    return new Method(Methods.QUERY_ACTIVITY, PEER_TO_BUS, "Reads the activity log.")
        .takes(FILTER)
        .gives(Schema.closed(Shapes.ROWS), "the newest that match, or with afterId the oldest")
        .failsWith(FOR_OPERATORS, Problem.LOG_OFF, Problem.LOG_BUSY)
        .exampleCall(ActivityFilter.ofMessage("msg_01J9"));
  }

  private static Method watch() {
    return new Method(
            Methods.WATCH_ACTIVITY,
            PEER_TO_BUS,
            "Asks for activity notifications from now on; a second call replaces the first.")
        .takes(FILTER)
        .gives(Schema.closed(required("watching", Schema.BOOLEAN, "true")), "that it begins")
        .failsWith(FOR_OPERATORS)
        .exampleCall(ActivityFilter.everything());
  }

  private static Method activity() {
    return new Method(
            Methods.ACTIVITY, BUS_TO_PEER, "Tells a peer that called watchActivity what happened.")
        .takes(Shapes.ROWS);
  }
}
