package bub.bus.inspect;

import bub.bus.Hub;
import bub.bus.activity.log.ActivityLogDisabled;
import bub.bus.cluster.NodeQuestion;
import bub.json.InvalidField;
import bub.jsonrpc.Reply;
import bub.jsonrpc.RpcError;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRows;
import bub.protocol.ErrorCodes;
import bub.protocol.Methods;
import bub.protocol.Metrics;
import bub.protocol.Status;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Inspection of this node only, also on behalf of other nodes. Hub thread only. */
public final class NodeInspection {
  private final Hub hub;

  public NodeInspection(Hub hub) {
    this.hub = hub;
  }

  /**
   * Answers another node, which puts the answers of all nodes together. Calls {@code done} once.
   */
  public void answer(NodeQuestion question, Consumer<Reply> done) {
    try {
      switch (question.method()) {
        case Methods.GET_STATUS ->
            done.accept(new Reply.Answered(status(Status.Query.read(question.params())).toRaw()));
        case Methods.GET_METRICS -> done.accept(new Reply.Answered(metrics().toRaw()));
        case Methods.QUERY_ACTIVITY ->
            query(
                ActivityFilter.read(question.params()),
                rows -> done.accept(new Reply.Answered(rows.toRaw())),
                error -> done.accept(new Reply.Rejected(error)));
        default -> done.accept(new Reply.Rejected(RpcError.methodNotFound(question.method())));
      }
    } catch (InvalidField odd) {
      done.accept(new Reply.Rejected(RpcError.invalidParams(String.valueOf(odd.getMessage()))));
    }
  }

  Status status(Status.Query query) {
    String node = hub.cluster().nodeName();
    boolean isMerged = !node.isEmpty() && query.node() == null;
    return hub.status(isMerged ? new StatusCursor(query).on(node) : query);
  }

  Metrics metrics() {
    return hub.metrics();
  }

  void query(ActivityFilter filter, Consumer<ActivityRows> answer, Consumer<RpcError> refusal) {
    // Flush first, so that the log has every message whose answer the caller has already seen.
    hub.activity().tick();
    hub.activity()
        .query(filter.localTo(hub.cluster().nodeName()))
        .whenComplete(
            (rows, failure) -> hub.execute(() -> conclude(rows, failure, answer, refusal)));
  }

  private static void conclude(
      @Nullable ActivityRows rows,
      @Nullable Throwable failure,
      Consumer<ActivityRows> answer,
      Consumer<RpcError> refusal) {
    if (rows != null) {
      answer.accept(rows);
    } else if (failure instanceof ActivityLogDisabled) {
      refusal.accept(
          RpcError.of(RpcError.METHOD_NOT_FOUND, "The activity log is off").because("log_off"));
    } else {
      refusal.accept(
          RpcError.of(ErrorCodes.OVERLOADED, "The activity log is unavailable: try again later")
              .because("log_busy"));
    }
  }
}
