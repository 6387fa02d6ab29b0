package bub.gateway.mcp;

import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import org.jspecify.annotations.Nullable;

/**
 * Tool as clients see it.
 *
 * @param output null when the tool has only text
 * @param annotations null when there are none
 * @param work what a call does
 */
record McpTool(
    String name,
    String description,
    RawJson input,
    @Nullable RawJson output,
    @Nullable RawJson annotations,
    TaskSupport taskSupport,
    ToolWork work)
    implements JsonValue {

  /** Runs one call, on its own virtual thread. An interrupt means that nobody waits any more. */
  @FunctionalInterface
  interface ToolWork {
    McpAnswer run(RequestContext context, RawJson arguments) throws Exception;
  }

  /** A failure is a result, so that the model can correct itself. */
  McpAnswer call(RequestContext context, RawJson arguments) throws Exception {
    try {
      return work.run(context, arguments);
    } catch (InterruptedException cancelled) {
      throw cancelled;
    } catch (Exception failure) {
      ToolOutcome outcome =
          ToolFailures.isForTheClient(failure, context) ? null : ToolFailures.explain(failure);
      if (outcome == null) {
        throw failure;
      }
      return outcome;
    }
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("name", name).field("description", description);
    out.field("inputSchema", input).optional("outputSchema", output);
    out.optional("annotations", annotations).endObject();
  }
}
