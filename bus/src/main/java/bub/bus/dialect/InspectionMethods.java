package bub.bus.dialect;

import bub.bus.Hub;
import bub.bus.activity.log.ActivityLog.Watch;
import bub.bus.activity.log.ActivityLogDisabled;
import bub.bus.activity.query.ReceiptBuilder;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.Answer;
import bub.jsonrpc.Handler;
import bub.jsonrpc.Peer;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import bub.protocol.ActivityRows;
import bub.protocol.ErrorCodes;
import bub.protocol.Methods;
import bub.protocol.Receipt;
import bub.protocol.Status;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Methods that inspect the bus, the same in every dialect. Hub thread only. */
final class InspectionMethods {
  private static final JsonValue WATCHING =
      out -> out.beginObject().field("watching", true).endObject();

  private final Hub hub;
  private final Peer rpc;
  private final Supplier<@Nullable RpcError> guard;
  private @Nullable Watch watch;
  private long missed;

  /** The guard returns null, or the error when this peer may not inspect the bus. */
  InspectionMethods(Hub hub, Peer rpc, Supplier<@Nullable RpcError> guard) {
    this.hub = hub;
    this.rpc = rpc;
    this.guard = guard;
    serve(Methods.GET_STATUS, params -> hub.status(Status.Query.read(params)));
    serve(Methods.GET_METRICS, _ -> hub.metrics());
    serve(Methods.WATCH_ACTIVITY, this::watch);
    serveDeferred(
        Methods.QUERY_ACTIVITY,
        (_, params, answer) -> ask(ActivityFilter.read(params), answer, rows -> rows));
    serveDeferred(Methods.GET_RECEIPT, (_, params, answer) -> receipt(params, answer));
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

  private void receipt(@Nullable RawJson params, Answer answer) {
    Receipt.Query query = Receipt.Query.read(params);
    ask(
        ActivityFilter.ofMessage(query.messageId().value()),
        answer,
        rows -> ReceiptBuilder.from(query.messageId(), rows.rows()));
  }

  private void ask(
      ActivityFilter filter, Answer answer, Function<ActivityRows, @Nullable JsonValue> view) {
    // Flush first, so that the log has every message whose answer the caller has already seen.
    hub.activity().tick();
    hub.activity()
        .query(filter)
        .whenComplete((rows, failure) -> hub.execute(() -> conclude(rows, failure, answer, view)));
  }

  private static void conclude(
      @Nullable ActivityRows rows,
      @Nullable Throwable failure,
      Answer answer,
      Function<ActivityRows, @Nullable JsonValue> view) {
    JsonValue result = rows == null ? null : view.apply(rows);
    if (result != null) {
      answer.result(result);
    } else if (failure == null) {
      answer.error(
          RpcError.invalidParams("messageId: not found in the activity log").because("not_found"));
    } else if (failure instanceof ActivityLogDisabled) {
      answer.error(
          RpcError.of(RpcError.METHOD_NOT_FOUND, "The activity log is off").because("log_off"));
    } else {
      answer.error(
          RpcError.of(ErrorCodes.OVERLOADED, "The activity log is unavailable: try again later")
              .because("log_busy"));
    }
  }

  private JsonValue watch(@Nullable RawJson params) {
    ActivityFilter filter = ActivityFilter.read(params);
    stop();
    watch = hub.activity().watch(filter, this::tell);
    return WATCHING;
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
  }
}
