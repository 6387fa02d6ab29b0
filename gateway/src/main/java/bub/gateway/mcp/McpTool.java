package bub.gateway.mcp;

import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Tool as clients see it.
 *
 * @param output null when the tool has only text
 * @param annotations null when there are none
 * @param work what a call does
 * @param asyncWork the same without a thread that waits; null when there is no such way
 */
record McpTool(
    String name,
    String description,
    RawJson input,
    @Nullable RawJson output,
    @Nullable RawJson annotations,
    TaskSupport taskSupport,
    ToolWork work,
    @Nullable AsyncToolWork asyncWork)
    implements JsonValue {

  /** A tool whose calls always have a thread of their own. */
  McpTool(
      String name,
      String description,
      RawJson input,
      @Nullable RawJson output,
      @Nullable RawJson annotations,
      TaskSupport taskSupport,
      ToolWork work) {
    this(name, description, input, output, annotations, taskSupport, work, null);
  }

  /** Runs one call, on its own virtual thread. An interrupt means that nobody waits any more. */
  @FunctionalInterface
  interface ToolWork {
    McpAnswer run(RequestContext context, RawJson arguments) throws Exception;
  }

  /** Starts one call and never blocks. A cancelled run stops it. */
  @FunctionalInterface
  interface AsyncToolWork {
    CompletableFuture<McpAnswer> start(RequestContext context, RawJson arguments);
  }

  /** A failure is a result, so that the model can correct itself. */
  McpAnswer call(RequestContext context, RawJson arguments) throws Exception {
    try {
      return work.run(context, arguments);
    } catch (InterruptedException cancelled) {
      throw cancelled;
    } catch (Exception failure) {
      return explain(failure, context);
    }
  }

  private static McpAnswer explain(Exception failure, RequestContext context) throws Exception {
    ToolOutcome outcome =
        ToolFailures.isForTheClient(failure, context) ? null : ToolFailures.explain(failure);
    if (outcome == null) {
      throw failure;
    }
    return outcome;
  }

  /** The same as {@link #call}, without blocking. */
  static CompletableFuture<McpAnswer> start(
      AsyncToolWork work, RequestContext context, RawJson arguments) {
    return work.start(context, arguments)
        .exceptionallyCompose(
            thrown -> {
              Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
              if (!(cause instanceof Exception failure)) {
                return CompletableFuture.failedFuture(thrown);
              }
              try {
                return CompletableFuture.completedFuture(explain(failure, context));
              } catch (Exception unexplained) {
                return CompletableFuture.failedFuture(unexplained);
              }
            });
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("name", name).field("description", description);
    out.field("inputSchema", input).optional("outputSchema", output);
    out.optional("annotations", annotations).endObject();
  }
}
