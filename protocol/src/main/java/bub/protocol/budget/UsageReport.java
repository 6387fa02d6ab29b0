package bub.protocol.budget;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.NestedFields;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One page of the use of models, oldest day first; {@code hasMore}: skip these for the next. */
public record UsageReport(List<Row> rows, boolean hasMore) implements JsonValue {
  public static final int PAGE = 1_000;

  /**
   * Calls of one model by one agent for one chat on one day.
   *
   * @param chat empty when the agent serves no chat
   * @param costUsd null when the model has no price
   */
  public record Row(
      String day,
      String agent,
      String chat,
      String model,
      long calls,
      long tokensIn,
      long tokensOut,
      @Nullable BigDecimal costUsd)
      implements JsonValue {

    static Row read(RawJson row) {
      Fields fields = row.fields();
      return new Row(
          fields.string("day"),
          fields.string("agent"),
          fields.string("chat"),
          fields.string("model"),
          fields.integer("calls", 0),
          fields.integer("tokens_in", 0),
          fields.integer("tokens_out", 0),
          UsdAmount.read(fields, "cost_usd"));
    }

    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().field("day", day).field("agent", agent).field("chat", chat);
      out.field("model", model).field("calls", calls).field("tokens_in", tokensIn);
      out.field("tokens_out", tokensOut);
      if (costUsd != null) {
        out.field("cost_usd", UsdAmount.json(costUsd));
      }
      out.endObject();
    }
  }

  public UsageReport {
    rows = List.copyOf(rows);
  }

  public static UsageReport read(RawJson payload) {
    Fields fields = NestedFields.fields("payload", payload);
    return new UsageReport(
        NestedFields.objects(fields, "rows", Row::read), fields.bool("has_more", false));
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("has_more", hasMore).name("rows").beginArray();
    rows.forEach(out::value);
    out.endArray().endObject();
  }
}
