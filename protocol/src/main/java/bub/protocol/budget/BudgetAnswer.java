package bub.protocol.budget;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.NestedFields;
import bub.protocol.trace.GuardReasons;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Payload of the ack to a reservation or a settlement.
 *
 * @param costUsd null when the price is unknown
 * @param notices sentences for the person whose chat the agent serves
 */
public record BudgetAnswer(Result result, @Nullable BigDecimal costUsd, List<String> notices)
    implements JsonValue {
  private static final String GRANTED = "granted";
  private static final String SETTLED = "settled";

  /** Outcome; the ack's message explains a refusal to the person. */
  public enum Result {
    GRANTED,
    SETTLED,
    REFUSED
  }

  public BudgetAnswer {
    notices = List.copyOf(notices);
  }

  public static BudgetAnswer refused() {
    return new BudgetAnswer(Result.REFUSED, null, List.of());
  }

  /** Null for an ack of a peer that does not keep budgets. */
  public static @Nullable BudgetAnswer read(RawJson payload) {
    try {
      Fields fields = NestedFields.fields("payload", payload);
      if (GuardReasons.BUDGET_EXHAUSTED.equals(fields.optionalString("reason"))) {
        return refused();
      }
      Result result = result(fields.optionalString("budget"));
      return result == null
          ? null
          : new BudgetAnswer(
              result, UsdAmount.read(fields, "cost_usd"), NestedFields.strings(fields, "notices"));
    } catch (InvalidField ofAnotherKind) {
      return null;
    }
  }

  private static @Nullable Result result(@Nullable String word) {
    return switch (word) {
      case GRANTED -> Result.GRANTED;
      case SETTLED -> Result.SETTLED;
      case null, default -> null;
    };
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject();
    switch (result) {
      case REFUSED -> out.field("reason", GuardReasons.BUDGET_EXHAUSTED);
      case GRANTED -> out.field("budget", GRANTED);
      case SETTLED -> out.field("budget", SETTLED);
    }
    if (costUsd != null) {
      out.field("cost_usd", UsdAmount.json(costUsd));
    }
    out.name("notices").beginArray();
    notices.forEach(out::value);
    out.endArray().endObject();
  }
}
