package bub.bus.cluster;

import bub.jsonrpc.RpcError;
import bub.protocol.ErrorCodes;

/** Refusal of a connection while the cluster cannot decide who owns its clientId. */
public final class ClusterRefusal {
  private static final long RETRY_AFTER_MILLIS = 1_000;

  private ClusterRefusal() {}

  public static RpcError unavailable(String reason) {
    return new RpcError(
        ErrorCodes.DRAINING,
        "The cluster cannot accept a connection now: " + reason + ". Try again.",
        out ->
            out.beginObject()
                .field("reason", "cluster_unavailable")
                .field("retryAfterMs", RETRY_AFTER_MILLIS)
                .endObject());
  }
}
