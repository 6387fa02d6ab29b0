package bub.bus.openrpc;

import static bub.bus.openrpc.CallDirection.PEER_TO_BUS;
import static bub.bus.openrpc.OpenRpcField.required;
import static bub.bus.openrpc.OpenRpcField.whenKnown;

import bub.jsonrpc.RpcError;
import bub.protocol.Methods;

/** Description of {@link bub.protocol.ClusterStatus} and the method that returns it. */
final class ClusterDescription {
  private static final OpenRpcSchema NODE =
      OpenRpcSchema.closed(
              required("name", OpenRpcSchema.TEXT, "The name of the node."),
              whenKnown("epoch", OpenRpcSchema.INTEGER, "The number of this run of the node."),
              required("version", OpenRpcSchema.TEXT, "The version of bub."),
              required(
                  "protocol", OpenRpcSchema.INTEGER, "The version of the protocol between nodes."),
              required("state", OpenRpcSchema.TEXT, "One of: up, joining, silent, leaving."),
              whenKnown("connectedSince", OpenRpcSchema.TIME, "When the node joined."),
              required(
                  "interest",
                  OpenRpcSchema.INTEGER,
                  "The number of patterns and peers that the node has announced."),
              whenKnown(
                  "lagMs",
                  OpenRpcSchema.INTEGER,
                  "Milliseconds since this node last heard from it."),
              whenKnown(
                  "rttMs", OpenRpcSchema.INTEGER, "Milliseconds of the last question and answer."),
              whenKnown(
                  "clockMs",
                  OpenRpcSchema.INTEGER,
                  "Milliseconds by which its clock differs from the clock of this node."))
          .titled("ClusterNode");

  private static final OpenRpcSchema NATS =
      OpenRpcSchema.closed(
              required(
                  "state", OpenRpcSchema.TEXT, "One of: connected, reconnecting, disconnected."),
              whenKnown("server", OpenRpcSchema.TEXT, "The address of the NATS server."),
              whenKnown("version", OpenRpcSchema.TEXT, "The version of the NATS server."),
              whenKnown(
                  "quorum",
                  OpenRpcSchema.BOOLEAN,
                  "True when the shared state can be changed now."),
              whenKnown("since", OpenRpcSchema.TIME, "When the state last changed."),
              required(
                  "reconnects", OpenRpcSchema.INTEGER, "The number of new connections to NATS."),
              whenKnown("lastError", OpenRpcSchema.TEXT, "The last problem with NATS."))
          .titled("NatsConnection");

  private ClusterDescription() {}

  static OpenRpcMethod method() {
    return new OpenRpcMethod(
            Methods.GET_CLUSTER,
            PEER_TO_BUS,
            "Returns the nodes of the cluster as this node knows them.")
        .gives(
            OpenRpcSchema.closed(
                required("node", OpenRpcSchema.TEXT, "The name of this node."),
                required("cluster", OpenRpcSchema.TEXT, "The name of the cluster."),
                required("nodes", OpenRpcSchema.listOf(NODE), "All known nodes, by name."),
                required("nats", NATS, "The connection of this node to NATS.")),
            "The cluster.")
        .failsWith(
            OpenRpcError.of(RpcError.METHOD_NOT_FOUND, "This bus is not a node")
                .because("not_clustered"));
  }
}
