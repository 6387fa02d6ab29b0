package bub.client.trace;

import bub.client.trace.TurnSpan.Kind;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.protocol.trace.Step;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Figures of a turn.
 *
 * @param costUsd null when no model call has a known price
 * @param unpricedCalls model calls whose price is unknown, which the cost does not include
 * @param malformedSteps step events that could not be read
 */
public record TurnTotals(
    int messages,
    int steps,
    int modelCalls,
    int toolCalls,
    long tokensIn,
    long tokensOut,
    @Nullable BigDecimal costUsd,
    int unpricedCalls,
    int errors,
    int malformedSteps)
    implements JsonValue {

  static TurnTotals of(List<TurnSpan> spans, int malformedSteps) {
    int messages = 0;
    int steps = 0;
    int models = 0;
    int tools = 0;
    long in = 0;
    long out = 0;
    int unpriced = 0;
    int errors = 0;
    BigDecimal cost = null;
    for (TurnSpan span : spans) {
      messages += span.message() == null ? 0 : 1;
      steps += span.step() == null ? 0 : 1;
      tools += span.kind() == Kind.TOOL ? 1 : 0;
      errors += span.isFailed() ? 1 : 0;
      if (span.step() != null && span.step().usage() != null) {
        Step.ModelUsage usage = span.step().usage();
        models++;
        in += usage.tokensIn();
        out += usage.tokensOut();
        boolean isFree = usage.tokensIn() + usage.tokensOut() == 0;
        unpriced += usage.costUsd() == null && !isFree ? 1 : 0;
        cost = plus(cost, usage.costUsd());
      }
    }
    return new TurnTotals(
        messages, steps, models, tools, in, out, cost, unpriced, errors, malformedSteps);
  }

  private static @Nullable BigDecimal plus(@Nullable BigDecimal sum, @Nullable BigDecimal more) {
    if (sum == null || more == null) {
      return sum == null ? more : sum;
    }
    return sum.add(more);
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("messages", messages).field("steps", steps);
    out.field("modelCalls", modelCalls).field("toolCalls", toolCalls);
    out.field("tokensIn", tokensIn).field("tokensOut", tokensOut);
    if (costUsd != null) {
      out.field("costUsd", TurnSpan.number(costUsd));
    }
    out.field("unpricedCalls", unpricedCalls).field("errors", errors);
    out.field("malformedSteps", malformedSteps).endObject();
  }
}
