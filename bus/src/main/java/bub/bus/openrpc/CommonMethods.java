package bub.bus.openrpc;

import static bub.bus.openrpc.CallDirection.BUS_TO_PEER;
import static bub.bus.openrpc.CallDirection.PEER_TO_BUS;
import static bub.bus.openrpc.OpenRpcField.optional;
import static bub.bus.openrpc.OpenRpcField.required;
import static bub.bus.openrpc.OpenRpcField.whenKnown;

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

/** Methods that several dialects share. */
final class CommonMethods {
  private static final String TIME = "2026-02-17T12:00:00Z";
  private static final String NOW = "The current time.";

  private static final OpenRpcError FOR_OPERATORS =
      OpenRpcError.INVALID_PARAMS.because("operator_not_granted");
  private static final OpenRpcError FOR_OPERATORS_OF_NODES =
      OpenRpcError.INVALID_PARAMS.because("operator_not_granted", "unknown_node");

  /** {@link ActivityFilter} as params. */
  private static final OpenRpcField[] FILTER = {
    optional("messageId", OpenRpcSchema.TEXT, "Only events of this message."),
    optional("actor", OpenRpcSchema.TEXT, "Only events of this sender or recipient."),
    optional("to", OpenRpcSchema.TEXT, "Only events of messages to this address."),
    optional("event", OpenRpcSchema.TEXT, "Only events with this name."),
    optional("status", OpenRpcSchema.TEXT, "Only events with this status."),
    optional("since", OpenRpcSchema.TIME.like(TIME), "Only events at or after this time."),
    optional("until", OpenRpcSchema.TIME.like(TIME), "Only events before this time."),
    optional("beforeId", OpenRpcSchema.INTEGER, "Only events before this id, the newest ones."),
    optional("afterId", OpenRpcSchema.INTEGER, "Only events after this id, the oldest ones."),
    optional(
        "limit",
        OpenRpcSchema.INTEGER.between(1, ActivityFilter.MAX_LIMIT),
        "The maximum number of events. Default: " + ActivityFilter.everything().limit() + "."),
    optional(
        "oneIn",
        OpenRpcSchema.INTEGER.between(1, ActivityFilter.MAX_ONE_IN),
        "For watchActivity: selects one in this many messages by message id, with all their"
            + " events."),
    optional(
        "trace",
        OpenRpcSchema.TEXT,
        "Only events of messages that belong to this trace: 32 lower-case hex digits. The first"
            + " message of a turn often names no trace; it is the cause of others."),
    SharedSchemas.NODE,
    optional(
        "before",
        OpenRpcSchema.mapOf(OpenRpcSchema.INTEGER),
        "In a cluster: only events before these ids, by node, the newest ones."),
    optional(
        "after",
        OpenRpcSchema.mapOf(OpenRpcSchema.INTEGER),
        "In a cluster: only events after these ids, by node, the oldest ones.")
  };

  private CommonMethods() {}

  static List<OpenRpcMethod> and(OpenRpcError tooEarly, OpenRpcMethod... own) {
    var all = new ArrayList<>(List.of(own));
    all.add(ping().failsWith(tooEarly));
    all.add(discover().failsWith(tooEarly));
    all.add(status().failsWith(tooEarly));
    all.add(metrics().failsWith(tooEarly));
    all.add(ClusterDescription.method().failsWith(FOR_OPERATORS, tooEarly));
    all.add(receipt().failsWith(tooEarly));
    all.add(query().failsWith(tooEarly));
    all.add(watch().failsWith(tooEarly));
    all.add(activity());
    return all;
  }

  static OpenRpcMethod initialize(OpenRpcField... capabilities) {
    return new OpenRpcMethod(
            Methods.INITIALIZE, PEER_TO_BUS, "Introduces the peer. This must be the first call.")
        .takes(SharedSchemas.INTRODUCTION)
        .gives(SharedSchemas.welcome(capabilities), "The bus and its capabilities.");
  }

  /** Describes subscribe without interceptors; {@code param} is address or topic. */
  static OpenRpcMethod subscribe(String param) {
    return subscribe(
        "Subscribes to a pattern. A repeated subscription has no effect.",
        SharedSchemas.pattern(
            param, "An exact " + param + ", or a pattern with the wildcards * ? [set]."));
  }

  static OpenRpcMethod subscribe(String summary, OpenRpcField pattern) {
    return new OpenRpcMethod(Methods.SUBSCRIBE, PEER_TO_BUS, summary)
        .takes(pattern)
        .gives(SharedSchemas.SUCCESS, "Confirms the subscription.");
  }

  static OpenRpcMethod unsubscribe(String param) {
    return new OpenRpcMethod(Methods.UNSUBSCRIBE, PEER_TO_BUS, "Removes a subscription.")
        .takes(SharedSchemas.pattern(param, "The pattern, exactly as in the subscribe call."))
        .gives(SharedSchemas.SUCCESS, "Confirms that the subscription is removed.");
  }

  static OpenRpcMethod sendMessage(OpenRpcField... message) {
    return new OpenRpcMethod(
            Methods.SEND_MESSAGE,
            PEER_TO_BUS,
            "Sends a message. The result arrives after every recipient has answered or failed.")
        .takes(message);
  }

  static OpenRpcMethod processMessage(OpenRpcField... message) {
    return new OpenRpcMethod(
            Methods.PROCESS_MESSAGE, BUS_TO_PEER, "Delivers a message to the peer.")
        .takes(message);
  }

  private static OpenRpcMethod ping() {
    return new OpenRpcMethod(Methods.PING, PEER_TO_BUS, "Returns the time of the bus.")
        .gives(OpenRpcSchema.closed(required("timestamp", OpenRpcSchema.TIME, NOW)), NOW)
        .exampleCall(RawJson.EMPTY_OBJECT, new PingResult(Instant.parse(TIME)));
  }

  private static OpenRpcMethod discover() {
    return new OpenRpcMethod(
            Methods.DISCOVER, PEER_TO_BUS, "Describes the methods of this dialect.")
        .gives(OpenRpcSchema.ANY_OBJECT, "This document.");
  }

  private static OpenRpcMethod status() {
    return new OpenRpcMethod(
            Methods.GET_STATUS, PEER_TO_BUS, "Lists the connected peers and their subscriptions.")
        .takes(
            optional("after", OpenRpcSchema.INTEGER, "The next value of the previous page."),
            optional(
                "limit",
                OpenRpcSchema.INTEGER.between(1, Status.Query.MAX_LIMIT),
                "The maximum number of connections per page. Default: "
                    + Status.Query.MAX_LIMIT
                    + "."),
            SharedSchemas.NODE)
        .gives(
            OpenRpcSchema.closed(
                required("serverId", OpenRpcSchema.TEXT, SharedSchemas.SERVER_ID),
                required(
                    "connections",
                    OpenRpcSchema.listOf(SharedSchemas.CONNECTION),
                    "The connected peers."),
                optional(
                    "next",
                    OpenRpcSchema.INTEGER,
                    "The cursor of the next page. Absent on the last page."),
                SharedSchemas.MISSING_NODES),
            "One page of the connected peers.")
        .failsWith(FOR_OPERATORS_OF_NODES);
  }

  private static OpenRpcMethod metrics() {
    return new OpenRpcMethod(Methods.GET_METRICS, PEER_TO_BUS, "Returns counters and gauges.")
        .takes(SharedSchemas.NODE)
        .gives(
            OpenRpcSchema.closed(
                required(
                    "metrics",
                    OpenRpcSchema.mapOf(OpenRpcSchema.INTEGER),
                    "The values by metric name. New versions can add names."),
                whenKnown(
                    "nodes",
                    OpenRpcSchema.mapOf(OpenRpcSchema.mapOf(OpenRpcSchema.INTEGER)),
                    "In a cluster: the metrics of every node that answered, by node."),
                SharedSchemas.MISSING_NODES),
            "The metrics of this node, or of the node that the params name.")
        .failsWith(FOR_OPERATORS_OF_NODES);
  }

  private static OpenRpcMethod receipt() {
    return new OpenRpcMethod(
            Methods.GET_RECEIPT,
            PEER_TO_BUS,
            "Returns the outcome of a message from the activity log.")
        .takes(
            required(
                "messageId",
                OpenRpcSchema.MESSAGE_ID.like("msg_01J9"),
                SharedSchemas.THE_MESSAGE_ID),
            SharedSchemas.NODE)
        .gives(SharedSchemas.RECEIPT, "The receipt of the message.")
        .failsWith(
            OpenRpcError.INVALID_PARAMS.because(
                "operator_not_granted", "not_found", "unknown_node"),
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
            "The newest matching events, or the oldest ones with afterId or after.")
        .failsWith(
            OpenRpcError.INVALID_PARAMS.because(
                "operator_not_granted", "node_required", "unknown_node"),
            OpenRpcError.LOG_OFF,
            OpenRpcError.LOG_BUSY)
        .exampleCall(ActivityFilter.ofMessage("msg_01J9"));
  }

  private static OpenRpcMethod watch() {
    return new OpenRpcMethod(
            Methods.WATCH_ACTIVITY,
            PEER_TO_BUS,
            "Starts activity notifications. A second call replaces the first.")
        .takes(FILTER)
        .gives(
            OpenRpcSchema.closed(
                required("watching", OpenRpcSchema.BOOLEAN, SharedSchemas.ALWAYS_TRUE)),
            "Confirms that the notifications start.")
        .failsWith(FOR_OPERATORS_OF_NODES)
        .exampleCall(ActivityFilter.everything());
  }

  private static OpenRpcMethod activity() {
    return new OpenRpcMethod(
            Methods.ACTIVITY, BUS_TO_PEER, "Sends new events to a peer that called watchActivity.")
        .takes(SharedSchemas.NEW_ROWS);
  }
}
