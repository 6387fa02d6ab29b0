package bub.protocol.budget;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.NestedFields;
import bub.protocol.Pattern;
import bub.protocol.Times;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Budgets and their use now, with warnings for the operator. */
public record BudgetStatus(List<Row> budgets, List<String> warnings) implements JsonValue {

  /**
   * Use of one budget by one agent, chat or turn.
   *
   * @param subject address or trace id; null when nothing was used yet
   * @param used settled amount, in the unit of the limit (billionths of a dollar for money)
   * @param reserved amount of calls that are under way
   * @param resetsAt null for a turn
   */
  public record Row(
      Budget budget, @Nullable String subject, long used, long reserved, @Nullable Instant resetsAt)
      implements JsonValue {

    static Row read(RawJson row) {
      Fields fields = row.fields();
      return new Row(
          new Budget(Pattern.check("for", fields.string("for")), limit(fields.string("limit"))),
          fields.optionalString("subject"),
          fields.integer("used", 0),
          fields.integer("reserved", 0),
          Times.optionalTime(fields, "resets_at"));
    }

    private static BudgetLimit limit(String text) {
      try {
        return BudgetLimit.parse(text);
      } catch (IllegalArgumentException odd) {
        throw new InvalidField("limit", String.valueOf(odd.getMessage()));
      }
    }

    @Override
    public void writeTo(JsonWriter out) {
      BudgetLimit limit = budget.limit();
      out.beginObject().field("for", budget.target().text()).field("limit", limit.toString());
      out.optional("subject", subject).field("amount", limit.amount()).field("used", used);
      out.field("reserved", reserved);
      out.optional("resets_at", resetsAt == null ? null : resetsAt.toString()).endObject();
    }
  }

  public BudgetStatus {
    budgets = List.copyOf(budgets);
    warnings = List.copyOf(warnings);
  }

  public static BudgetStatus read(RawJson payload) {
    Fields fields = NestedFields.fields("payload", payload);
    return new BudgetStatus(
        NestedFields.objects(fields, "budgets", Row::read),
        NestedFields.strings(fields, "warnings"));
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().name("budgets").beginArray();
    budgets.forEach(out::value);
    out.endArray().name("warnings").beginArray();
    warnings.forEach(out::value);
    out.endArray().endObject();
  }
}
