package bub.gateway.mcp;

import bub.gateway.mcp.store.McpTaskStore;
import bub.gateway.mcp.store.StoredTask;
import bub.gateway.mcp.store.StoredTask.Status;
import bub.json.JsonWriter;
import bub.json.RawJson;

/** Tasks as clients see them. */
final class TaskJson {
  private static final long POLL_MILLIS = 500;

  private TaskJson() {}

  /** Result of the call that became a task. */
  static RawJson created(StoredTask task) {
    return McpResults.typed("task", out -> base(task, out));
  }

  static RawJson details(StoredTask task) {
    return McpResults.STATELESS.result(
        out -> {
          base(task, out);
          out.optional("inputRequests", task.questions());
          out.optional(task.status() == Status.FAILED ? "error" : "result", task.outcome());
        });
  }

  private static void base(StoredTask task, JsonWriter out) {
    out.field("taskId", task.id()).field("status", task.status().word());
    out.field("createdAt", task.created().toString());
    out.field("lastUpdatedAt", task.updated().toString());
    out.field("ttlMs", McpTaskStore.KEPT.toMillis()).field("pollIntervalMs", POLL_MILLIS);
  }
}
