package bub.bus.openrpc;

import static bub.bus.openrpc.OpenRpcField.optional;
import static bub.bus.openrpc.OpenRpcField.required;
import static bub.bus.openrpc.OpenRpcField.whenKnown;

import bub.bus.activity.event.Trail;
import bub.protocol.Ack;
import bub.protocol.ConversationStarters;
import bub.protocol.Receipt;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Schemas and fields that several methods or dialects share. */
final class SharedSchemas {
  static final String ALWAYS_TRUE = "Always true. A failed call returns an error.";
  static final String PROCESSED = "True when the recipient processed the message.";
  static final String SHOULD_RETRY = "True when a retry can succeed.";
  static final String RETRY_SECONDS = "Seconds to wait before the retry.";
  static final String ACK_PAYLOAD = "Data from the recipient for the sender.";
  static final String EXPLANATION = "An explanation for people.";
  static final String SENDER = "The sender of the message.";
  static final String THE_MESSAGE_ID = "The id of the message.";
  static final String SERVER_ID = "The id of this bus.";
  private static final String SENT_TO = "The address that the message was sent to.";
  private static final String SELECTS =
      " that the message is sent to. It alone selects the recipients.";
  private static final String PROGRAM_NAME = "The name of the program.";
  private static final String PROGRAM_VERSION = "The version of the program.";
  private static final String STARTERS = "starters";
  private static final OpenRpcSchema STARTER_TEXTS =
      OpenRpcSchema.listOf(OpenRpcSchema.TEXT.like("Plan my day"));
  private static final String RESULT_STATUS =
      "One of: " + Receipt.PENDING + ", " + statuses() + ".";

  static final OpenRpcField TO =
      required("to", OpenRpcSchema.ADDRESS.like("agent:worker-42"), "The address" + SELECTS);
  static final OpenRpcField TOPIC =
      required("topic", OpenRpcSchema.ADDRESS.like("agent:worker-42"), "The topic" + SELECTS);
  static final OpenRpcField MESSAGE_ID =
      required(
          "messageId",
          OpenRpcSchema.MESSAGE_ID.like("msg_01J9"),
          "The id that the sender chose for the message. A retry uses the same id.");
  static final OpenRpcField SENT_ID =
      required("messageId", OpenRpcSchema.MESSAGE_ID, THE_MESSAGE_ID);
  static final OpenRpcField ACCEPTED = required("accepted", OpenRpcSchema.BOOLEAN, ALWAYS_TRUE);

  static final OpenRpcField SUBSCRIBE =
      required("subscribe", OpenRpcSchema.BOOLEAN, "True when the bus supports subscribe.");
  static final OpenRpcField PUBLISH =
      required("publish", OpenRpcSchema.BOOLEAN, "True when the bus supports sendMessage.");
  static final OpenRpcField PROCESS_MESSAGE =
      required(
          "processMessage",
          OpenRpcSchema.BOOLEAN,
          "True when the bus delivers messages with processMessage.");
  static final OpenRpcField TOPICS =
      required(
          "topics",
          OpenRpcSchema.listOf(OpenRpcSchema.ADDRESS),
          "Patterns of commonly used topics.");

  static final OpenRpcField NODE =
      optional(
          "node",
          OpenRpcSchema.TEXT.like("n1"),
          "In a cluster: asks only the node with this name. Default: all nodes.");
  static final OpenRpcField MISSING_NODES =
      whenKnown(
          "missingNodes",
          OpenRpcSchema.listOf(OpenRpcSchema.TEXT),
          "In a cluster: the nodes that did not answer. Absent when all of them answered.");
  private static final OpenRpcField ITS_NODE =
      whenKnown("node", OpenRpcSchema.TEXT, "In a cluster: the name of the node.");

  /** {@link bub.protocol.ClientInfo} of the bus itself. */
  static final OpenRpcSchema SERVER_INFO =
      OpenRpcSchema.closed(
              required("name", OpenRpcSchema.TEXT, PROGRAM_NAME),
              required("version", OpenRpcSchema.TEXT, PROGRAM_VERSION))
          .titled("ProgramInfo");

  /** {@link bub.protocol.ClientInfo} of a peer, as the bus writes it. */
  private static final OpenRpcSchema PEER_INFO =
      OpenRpcSchema.closed(
              required("name", OpenRpcSchema.TEXT, PROGRAM_NAME),
              required("version", OpenRpcSchema.TEXT, PROGRAM_VERSION),
              whenKnown(
                  STARTERS,
                  STARTER_TEXTS,
                  "The messages that the program suggests. Absent when there are none."))
          .titled("PeerInfo");

  /** {@link bub.protocol.Initialize} as params. */
  static final OpenRpcField[] INTRODUCTION = {
    required(
        "clientId",
        OpenRpcSchema.ADDRESS.like("tg:123456789"),
        "The address of the peer. A new connection replaces an older one with the same clientId."),
    optional(
        "clientInfo",
        OpenRpcSchema.open(
                optional("name", OpenRpcSchema.TEXT, PROGRAM_NAME),
                optional("version", OpenRpcSchema.TEXT, PROGRAM_VERSION),
                optional(
                    STARTERS,
                    STARTER_TEXTS,
                    "Messages that a person may begin a conversation with: at most "
                        + ConversationStarters.MOST
                        + " lines of at most "
                        + ConversationStarters.LONGEST
                        + " characters."))
            .titled("ClientInfo"),
        "The client program, for display."),
    optional(
        "authToken",
        OpenRpcSchema.TEXT,
        "The token that proves the identity of the peer. Required on a locked bus. An open bus"
            + " ignores unknown tokens.")
  };

  static final OpenRpcSchema SUCCESS =
      OpenRpcSchema.closed(required("success", OpenRpcSchema.BOOLEAN, ALWAYS_TRUE))
          .titled("Success");

  /** {@link Ack} as the bus writes it. */
  static final OpenRpcSchema ACK =
      OpenRpcSchema.closed(
              required("success", OpenRpcSchema.BOOLEAN, PROCESSED),
              required("message", OpenRpcSchema.TEXT, EXPLANATION),
              required("shouldRetry", OpenRpcSchema.BOOLEAN, SHOULD_RETRY),
              required(
                  "retrySeconds",
                  OpenRpcSchema.INTEGER.between(0, Ack.MAX_RETRY_SECONDS),
                  RETRY_SECONDS),
              required("payload", OpenRpcSchema.ANY_OBJECT, ACK_PAYLOAD))
          .titled("Ack");

  /** {@link bub.protocol.Status.Connection} as the bus writes it. */
  static final OpenRpcSchema CONNECTION =
      OpenRpcSchema.closed(
              required("clientId", OpenRpcSchema.ADDRESS, "The address of the peer."),
              required(
                  "connectionId",
                  OpenRpcSchema.TEXT,
                  "The id of the connection, unique while the bus runs."),
              required(
                  "subscriptions",
                  OpenRpcSchema.listOf(OpenRpcSchema.ADDRESS),
                  "The patterns that the peer subscribes to."),
              required("clientInfo", PEER_INFO, "The client program."),
              required("dialect", OpenRpcSchema.TEXT, "The dialect of the peer."),
              required("connectedAt", OpenRpcSchema.TIME, "When the peer called initialize."),
              ITS_NODE)
          .titled("PeerConnection");

  /** {@link bub.protocol.ActivityRow} as the bus writes it. */
  static final OpenRpcSchema ROW =
      OpenRpcSchema.closed(
              required(
                  "id",
                  OpenRpcSchema.INTEGER,
                  "The id of the event. Ids increase over time. Each node of a cluster has its"
                      + " own."),
              required("ts", OpenRpcSchema.TEXT, "The time of the event, in UTC."),
              required(
                  "event",
                  OpenRpcSchema.TEXT,
                  "One of: send_start, process_start, process_finish, send_finish, log_gap."),
              required("messageId", OpenRpcSchema.TEXT, THE_MESSAGE_ID),
              whenKnown("rpcId", OpenRpcSchema.TEXT, "The id of the JSON-RPC call."),
              whenKnown(
                  "actor",
                  OpenRpcSchema.TEXT,
                  "The sender of the message, or the recipient in process events."),
              whenKnown("to", OpenRpcSchema.TEXT, SENT_TO),
              whenKnown("status", OpenRpcSchema.TEXT, "One of: start, " + statuses() + "."),
              whenKnown(
                  "payload",
                  OpenRpcSchema.ANY_OBJECT,
                  "The payload of the message at send_start, the ack at process_finish."),
              whenKnown("error", OpenRpcSchema.TEXT, "A description of the error."),
              ITS_NODE)
          .titled("ActivityRow");

  /** {@link bub.protocol.ActivityRows} as the bus writes it. */
  static final OpenRpcField[] NEW_ROWS = {
    required("rows", OpenRpcSchema.listOf(ROW), "The events, oldest first."),
    required(
        "missed",
        OpenRpcSchema.INTEGER.atLeast(0),
        "The number of events that the bus dropped because the watcher was too slow.")
  };

  static final OpenRpcField[] ROWS = {NEW_ROWS[0], NEW_ROWS[1], MISSING_NODES};

  /** {@link Receipt} as the bus writes it. */
  static final OpenRpcSchema RECEIPT =
      OpenRpcSchema.closed(
          SENT_ID,
          whenKnown("from", OpenRpcSchema.TEXT, SENDER),
          whenKnown("to", OpenRpcSchema.TEXT, SENT_TO),
          required("status", OpenRpcSchema.TEXT, RESULT_STATUS),
          whenKnown("startedAt", OpenRpcSchema.TEXT, "When the bus received the message, in UTC."),
          whenKnown(
              "finishedAt",
              OpenRpcSchema.TEXT,
              "When the last recipient answered or failed, in UTC."),
          required(
              "deliveries",
              OpenRpcSchema.listOf(
                  OpenRpcSchema.closed(
                          required(
                              "recipient", OpenRpcSchema.TEXT, "The recipient of this delivery."),
                          required("status", OpenRpcSchema.TEXT, RESULT_STATUS),
                          whenKnown(
                              "startedAt",
                              OpenRpcSchema.TEXT,
                              "When the delivery started, in UTC."),
                          whenKnown(
                              "finishedAt", OpenRpcSchema.TEXT, "When the delivery ended, in UTC."),
                          whenKnown("ack", OpenRpcSchema.ANY_OBJECT, "The ack of the recipient."),
                          ITS_NODE)
                      .titled("Delivery")),
              "One entry per recipient."),
          MISSING_NODES);

  private SharedSchemas() {}

  static OpenRpcField payload(OpenRpcSchema schema) {
    return required(
        "payload", schema, "The payload. The bus forwards it unchanged, byte for byte.");
  }

  static OpenRpcField pattern(String param, String about) {
    return required(param, OpenRpcSchema.ADDRESS.like("tg:*"), about);
  }

  /** Describes {@link bub.protocol.Initialize.Result} with the capabilities of a dialect. */
  static OpenRpcSchema welcome(OpenRpcField... capabilities) {
    return OpenRpcSchema.closed(
        required("serverId", OpenRpcSchema.TEXT, SERVER_ID),
        required("serverInfo", SERVER_INFO, "The program of the bus."),
        required(
            "capabilities",
            OpenRpcSchema.closed(capabilities).titled("BusCapabilities"),
            "The features that the bus supports in this dialect."));
  }

  private static String statuses() {
    return Arrays.stream(Trail.Status.values())
        .map(Trail.Status::word)
        .collect(Collectors.joining(", "));
  }
}
