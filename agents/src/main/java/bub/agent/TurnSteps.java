package bub.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.agent.model.Model;
import bub.agent.model.ToolCall;
import bub.agent.tool.ToolContext;
import bub.agent.tool.ToolResult;
import bub.agent.tool.Toolbox;
import bub.client.TimeSource;
import bub.protocol.MessageId;
import bub.protocol.trace.Step;
import bub.protocol.trace.Step.Kind;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Steps of one turn, numbered in the order in which they end. Safe for any thread. */
final class TurnSteps {
  static final String INTERRUPTED = "interrupted";

  private static final int MAX_ERROR = 300;
  // Two such texts fit into one message, whatever characters they have.
  private static final int MAX_TEXT = 64_000;

  private final StepReporter reporter;
  private final MessageId message;
  private final TimeSource time;
  private int count;

  /** {@code before} is the number of steps that are reported already. */
  TurnSteps(StepReporter reporter, MessageId message, TimeSource time, int before) {
    this.reporter = reporter;
    this.message = message;
    this.time = time;
    this.count = before;
  }

  Model reporting(Model model) {
    return new ReportingModel(model, this, time);
  }

  ToolResult use(Toolbox tools, ToolCall call, ToolContext context) throws InterruptedException {
    Instant start = time.now();
    try {
      ToolResult result = tools.use(call, context);
      tool(call, since(start), result.text(), result.isSuccess() ? null : result.text());
      return result;
    } catch (InterruptedException stopped) {
      tool(call, since(start), "", INTERRUPTED);
      throw stopped;
    }
  }

  private void tool(ToolCall call, Duration took, String result, @Nullable String error) {
    boolean isFull = reporter.isFull();
    var use =
        new Step.ToolUse(
            ToolContext.digest(call.arguments()),
            bytes(call.arguments()),
            bytes(result),
            isFull ? Truncation.end(call.arguments(), MAX_TEXT) : null,
            isFull ? Truncation.end(result, MAX_TEXT) : null);
    report(Kind.TOOL, call.name(), took, error, null, use);
  }

  void model(String name, Duration took, @Nullable String error, Step.ModelUsage usage) {
    report(Kind.MODEL, name, took, error, usage, null);
  }

  void waited(String why, Duration took) {
    report(Kind.WAIT, why, took, null, null, null);
  }

  private synchronized void report(
      Kind kind,
      String name,
      Duration took,
      @Nullable String error,
      Step.@Nullable ModelUsage usage,
      Step.@Nullable ToolUse call) {
    String brief = error == null ? null : Truncation.end(error, MAX_ERROR);
    long millis = Math.max(0, took.toMillis()); // the clock may go back
    reporter.report(new Step(message, ++count, kind, name, millis, brief, usage, call));
  }

  Duration since(Instant start) {
    return Duration.between(start, time.now());
  }

  private static long bytes(String text) {
    return text.getBytes(UTF_8).length;
  }
}
