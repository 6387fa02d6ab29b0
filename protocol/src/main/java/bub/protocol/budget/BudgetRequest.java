package bub.protocol.budget;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.NestedFields;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/**
 * Request to the keeper of the budgets; its JSON form is a whole payload. The members {@code cause}
 * and {@code trace} of the payload name the turn.
 */
public sealed interface BudgetRequest extends JsonValue {
  Address ADDRESS = new Address("system:budget");

  /** More than any model reads or writes in one call. */
  long MAX_TOKENS = 100_000_000;

  int MAX_MODEL_LENGTH = 300;

  /** Asks for one model call. The id of the message is the id of the reservation. */
  record Reserve(String model, long tokensIn, long tokensOut) implements BudgetRequest {
    public static final String TYPE = "budget_reserve";

    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().field("type", TYPE).name("content").beginObject();
      out.field("model", model).field("tokens_in", tokensIn).field("tokens_out", tokensOut);
      out.endObject().endObject();
    }
  }

  /** Reports the use of a reserved call, or of a call that could not be reserved. */
  record Settle(MessageId reservation, String model, long tokensIn, long tokensOut)
      implements BudgetRequest {
    public static final String TYPE = "budget_settle";

    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().field("type", TYPE).name("content").beginObject();
      out.field("reservation", reservation).field("model", model);
      out.field("tokens_in", tokensIn).field("tokens_out", tokensOut).endObject().endObject();
    }
  }

  /** Answered with a {@link BudgetStatus}; for operators. */
  record Query() implements BudgetRequest {
    public static final String TYPE = "budget_query";

    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().field("type", TYPE).field("content", RawJson.EMPTY_OBJECT).endObject();
    }
  }

  /** Answered with a {@link UsageReport} of at most one page; for operators. */
  record Report(LocalDate since, long skip) implements BudgetRequest {
    public static final String TYPE = "budget_report";

    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().field("type", TYPE).name("content").beginObject();
      out.field("since", since.toString()).field("skip", skip).endObject().endObject();
    }
  }

  /** Null for a payload of another type. */
  static @Nullable BudgetRequest read(RawJson payload) {
    Fields fields = NestedFields.fields("payload", payload);
    String type = fields.optionalString("type");
    return switch (type) {
      case Reserve.TYPE -> NestedFields.object(fields, "content", BudgetRequest::reserve);
      case Settle.TYPE -> NestedFields.object(fields, "content", BudgetRequest::settle);
      case Query.TYPE -> new Query();
      case Report.TYPE -> NestedFields.object(fields, "content", BudgetRequest::report);
      case null, default -> null;
    };
  }

  private static Reserve reserve(Fields content) {
    return new Reserve(model(content), tokens(content, "tokens_in"), tokens(content, "tokens_out"));
  }

  private static Settle settle(Fields content) {
    return new Settle(
        MessageId.check("reservation", content.string("reservation")),
        model(content),
        tokens(content, "tokens_in"),
        tokens(content, "tokens_out"));
  }

  private static Report report(Fields content) {
    try {
      return new Report(
          LocalDate.parse(content.string("since")), Math.max(0, content.integer("skip", 0)));
    } catch (DateTimeParseException notADay) {
      throw new InvalidField("since", "must be a day such as 2026-02-17");
    }
  }

  private static String model(Fields content) {
    String model = content.string("model");
    if (model.isBlank() || model.length() > MAX_MODEL_LENGTH) {
      throw new InvalidField("model", "must have 1 to " + MAX_MODEL_LENGTH + " characters");
    }
    return model;
  }

  private static long tokens(Fields content, String name) {
    if (!content.has(name)) {
      throw new InvalidField(name, "is missing");
    }
    long tokens = content.integer(name, -1);
    if (tokens < 0 || tokens > MAX_TOKENS) {
      throw new InvalidField(name, "must be 0 to " + MAX_TOKENS);
    }
    return tokens;
  }
}
