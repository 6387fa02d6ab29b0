package bub.bus.dialect;

import bub.bus.Hub;
import bub.bus.activity.log.ActivityLog.Watch;
import bub.bus.inspect.ClusterInspection;
import bub.bus.inspect.RemoteFeed;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.Handler;
import bub.jsonrpc.Peer;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import bub.protocol.ActivityRows;
import bub.protocol.ClusterStatus;
import bub.protocol.Methods;
import bub.protocol.Metrics;
import bub.protocol.Receipt;
import bub.protocol.Status;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Methods that inspect the bus, the same in every dialect. Hub thread only. */
final class InspectionMethods {
  private static final JsonValue WATCHING =
      out -> out.beginObject().field("watching", true).endObject();

  private final Hub hub;
  private final Peer rpc;
  private final Supplier<@Nullable RpcError> guard;
  private final ClusterInspection inspection;
  private @Nullable Watch watch;
  private @Nullable RemoteFeed feed;
  private long missed;

  /** The guard returns null, or the error when this peer may not inspect the bus. */
  InspectionMethods(Hub hub, Peer rpc, Supplier<@Nullable RpcError> guard) {
    this.hub = hub;
    this.rpc = rpc;
    this.guard = guard;
    inspection = new ClusterInspection(hub);
    serve(Methods.WATCH_ACTIVITY, this::watch);
    serve(Methods.GET_CLUSTER, _ -> cluster());
    serveDeferred(
        Methods.GET_STATUS,
        (_, params, answer) -> inspection.status(Status.Query.read(params), answer));
    serveDeferred(
        Methods.GET_METRICS,
        (_, params, answer) -> inspection.metrics(Metrics.Query.read(params), answer));
    serveDeferred(
        Methods.QUERY_ACTIVITY,
        (_, params, answer) -> inspection.query(ActivityFilter.read(params), answer));
    serveDeferred(
        Methods.GET_RECEIPT,
        (_, params, answer) -> inspection.receipt(Receipt.Query.read(params), answer));
  }

  private void serve(String method, Handler.Method handler) {
    rpc.serve(
        method,
        params -> {
          refuseStrangers();
          return handler.call(params);
        });
  }

  private void serveDeferred(String method, Handler.Deferred handler) {
    rpc.serveDeferred(
        method,
        (id, params, answer) -> {
          refuseStrangers();
          handler.call(id, params, answer);
        });
  }

  private void refuseStrangers() throws RpcException {
    RpcError refusal = guard.get();
    if (refusal != null) {
      throw new RpcException(refusal);
    }
  }

  private JsonValue cluster() throws RpcException {
    ClusterStatus status = inspection.cluster();
    if (status == null) {
      throw new RpcException(
          RpcError.of(RpcError.METHOD_NOT_FOUND, "This bus is not a node of a cluster")
              .because("not_clustered"));
    }
    return status;
  }

  private JsonValue watch(@Nullable RawJson params) throws RpcException {
    ActivityFilter filter = ActivityFilter.read(params);
    RpcError unknown = inspection.refuse(filter.node());
    if (unknown != null) {
      throw new RpcException(unknown);
    }
    stop();
    String self = hub.cluster().nodeName();
    if (filter.node() == null || filter.node().equals(self)) {
      watch = hub.activity().watch(filter, this::tellOwn);
    }
    if (!self.isEmpty() && !self.equals(filter.node())) {
      feed = new RemoteFeed(hub, filter, this::tell);
    }
    return WATCHING;
  }

  /** Reads the events of other nodes, if this peer watches them. */
  void tick() {
    if (feed != null) {
      feed.tick();
    }
  }

  private void tellOwn(ActivityRows rows) {
    String node = hub.cluster().nodeName();
    if (node.isEmpty()) {
      tell(rows);
    } else {
      List<ActivityRow> named = rows.rows().stream().map(row -> row.on(node)).toList();
      tell(new ActivityRows(named, rows.missed()));
    }
  }

  /** Never waits for a slow watcher, which learns the number of missed rows. */
  private void tell(ActivityRows rows) {
    List<ActivityRow> news = rows.rows();
    var notice = new ActivityRows(news, missed + rows.missed());
    boolean told = !rpc.isBehind() && rpc.notify(Methods.ACTIVITY, notice);
    missed = told ? 0 : missed + rows.missed() + news.size();
  }

  void stop() {
    if (watch != null) {
      watch.stop();
      watch = null;
    }
    if (feed != null) {
      feed.stop();
      feed = null;
    }
  }
}
