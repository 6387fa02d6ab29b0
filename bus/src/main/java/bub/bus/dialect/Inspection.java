package bub.bus.dialect;

import bub.bus.Hub;
import bub.bus.activity.Activity.Watch;
import bub.bus.activity.ActivityOff;
import bub.bus.activity.Receipts;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.Answer;
import bub.jsonrpc.Peer;
import bub.jsonrpc.RpcError;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import bub.protocol.ActivityRows;
import bub.protocol.ErrorCodes;
import bub.protocol.Methods;
import bub.protocol.Receipt;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The methods by which consoles look into the bus: getStatus, getMetrics, getReceipt,
 * queryActivity, watchActivity. The same in every dialect. Hub thread only.
 */
final class Inspection {
  private static final JsonValue WATCHING =
      out -> out.beginObject().field("watching", true).endObject();

  private final Hub hub;
  private final Peer rpc;
  private @Nullable Watch watch;
  private long missed;

  Inspection(Hub hub, Peer rpc) {
    this.hub = hub;
    this.rpc = rpc;
    rpc.serve(Methods.GET_STATUS, _ -> hub.status());
    rpc.serve(Methods.GET_METRICS, _ -> hub.metrics());
    rpc.serve(Methods.WATCH_ACTIVITY, this::watch);
    rpc.serveDeferred(
        Methods.QUERY_ACTIVITY,
        (_, params, answer) -> ask(ActivityFilter.read(params), answer, rows -> rows));
    rpc.serveDeferred(Methods.GET_RECEIPT, (_, params, answer) -> receipt(params, answer));
  }

  private void receipt(@Nullable RawJson params, Answer answer) {
    Receipt.Query query = Receipt.Query.read(params);
    ask(
        ActivityFilter.ofMessage(query.messageId().value()),
        answer,
        rows -> Receipts.from(query.messageId(), rows.rows()));
  }

  private void ask(
      ActivityFilter filter, Answer answer, Function<ActivityRows, @Nullable JsonValue> view) {
    // What the asker has seen answered is then in the log, whatever the writer's rhythm.
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
          RpcError.invalidParams("messageId: the log has no such message").because("not_found"));
    } else if (failure instanceof ActivityOff) {
      answer.error(
          RpcError.of(RpcError.METHOD_NOT_FOUND, "the activity log is off").because("log_off"));
    } else {
      answer.error(
          RpcError.of(ErrorCodes.OVERLOADED, "the activity log cannot answer now")
              .because("log_busy"));
    }
  }

  private JsonValue watch(@Nullable RawJson params) {
    ActivityFilter filter = ActivityFilter.read(params);
    stop();
    watch = hub.activity().watch(filter, this::tell);
    return WATCHING;
  }

  /** A watcher that does not read is not waited for: it learns how much it missed. */
  private void tell(ActivityRows rows) {
    List<ActivityRow> news = rows.rows();
    var notice = new ActivityRows(news, missed + rows.missed());
    missed = rpc.notify(Methods.ACTIVITY, notice) ? 0 : missed + rows.missed() + news.size();
  }

  void stop() {
    if (watch != null) {
      watch.stop();
      watch = null;
    }
  }
}
