package bub.protocol.trace;

import static java.nio.charset.StandardCharsets.US_ASCII;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.MessageId;
import java.math.BigDecimal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Data of the agent event {@code step}: one model call, tool call or wait of a turn.
 *
 * @param messageId message that the turn answers
 * @param number position of the step in the turn, from 1
 * @param name model or tool; for a wait, its reason ({@code approval}, {@code schedule}, {@code
 *     rate_limit}, {@code backoff})
 * @param millis duration of the step, which ended when the event was sent
 * @param error null when the step succeeded
 * @param usage null unless this is a model call
 * @param call null unless this is a tool call
 */
public record Step(
    MessageId messageId,
    int number,
    Kind kind,
    String name,
    long millis,
    @Nullable String error,
    @Nullable ModelUsage usage,
    @Nullable ToolUse call)
    implements JsonValue {
  /** Address for step events. The log stores them even when no peer listens. */
  public static final Address ADDRESS = new Address("system:steps");

  private static final long MAX_TOKENS = 1_000_000_000;
  private static final long MAX_MILLIS = 7L * 24 * 3600 * 1000;
  private static final int MAX_NUMBER = 1_000_000;
  private static final BigDecimal MAX_COST = new BigDecimal(1_000_000);
  private static final int MAX_COST_SCALE = 18;
  private static final int MAX_TEXT = 300;

  public enum Kind {
    MODEL,
    TOOL,
    WAIT;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Tokens of one model call; {@code costUsd} is null when the price is unknown. */
  public record ModelUsage(
      long tokensIn, long tokensOut, @Nullable BigDecimal costUsd, String finish, int retries) {}

  /**
   * Size and digest of the arguments and of the result.
   *
   * @param arguments complete text, only when the agent may report it
   */
  public record ToolUse(
      String argumentsDigest,
      long argumentsBytes,
      long resultBytes,
      @Nullable String arguments,
      @Nullable String result) {}

  public static Step read(RawJson data) {
    Fields fields = data.fields();
    Kind kind = kind(fields.string("kind"));
    return new Step(
        MessageId.check("message_id", fields.string("message_id")),
        (int) between(fields, "step", MAX_NUMBER),
        kind,
        brief(fields.string("name")),
        between(fields, "ms", MAX_MILLIS),
        optionalBrief(fields.optionalString("error")),
        kind == Kind.MODEL ? usage(fields) : null,
        kind == Kind.TOOL ? call(fields) : null);
  }

  private static Kind kind(String word) {
    for (Kind kind : Kind.values()) {
      if (kind.word().equals(word)) {
        return kind;
      }
    }
    throw new InvalidField("kind", "must be model, tool or wait");
  }

  private static ModelUsage usage(Fields fields) {
    String finish = fields.optionalString("finish");
    return new ModelUsage(
        between(fields, "tokens_in", MAX_TOKENS),
        between(fields, "tokens_out", MAX_TOKENS),
        cost(fields),
        finish == null ? "" : brief(finish),
        (int) between(fields, "retries", MAX_NUMBER));
  }

  private static @Nullable BigDecimal cost(Fields fields) {
    RawJson cost = fields.find("cost_usd");
    if (cost == null || cost.isNull()) {
      return null;
    }
    BigDecimal amount;
    try {
      amount = cost.isNumber() && cost.length() <= 32 ? new BigDecimal(cost.toString()) : null;
    } catch (NumberFormatException odd) {
      amount = null;
    }
    // With a huge exponent, the plain form of a sum has thousands of digits.
    if (amount == null
        || Math.abs(amount.scale()) > MAX_COST_SCALE
        || amount.signum() < 0
        || amount.compareTo(MAX_COST) > 0) {
      throw new InvalidField("cost_usd", "must be a number from 0 to " + MAX_COST);
    }
    return amount;
  }

  private static ToolUse call(Fields fields) {
    String digest = fields.optionalString("arguments_digest");
    return new ToolUse(
        digest == null ? "" : brief(digest),
        between(fields, "arguments_bytes", Integer.MAX_VALUE),
        between(fields, "result_bytes", Integer.MAX_VALUE),
        fields.optionalString("arguments"),
        fields.optionalString("result"));
  }

  private static long between(Fields fields, String name, long most) {
    long value = fields.integer(name, 0);
    if (value < 0 || value > most) {
      throw new InvalidField(name, "must be 0 to " + most);
    }
    return value;
  }

  private static String brief(String text) {
    return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "…";
  }

  private static @Nullable String optionalBrief(@Nullable String text) {
    return text == null ? null : brief(text);
  }

  public boolean isFailed() {
    return error != null;
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("message_id", messageId).field("step", number);
    out.field("kind", kind.word()).field("name", name).field("ms", millis);
    out.optional("error", error);
    if (usage != null) {
      out.field("tokens_in", usage.tokensIn()).field("tokens_out", usage.tokensOut());
      if (usage.costUsd() != null) {
        out.name("cost_usd").value(number(usage.costUsd()));
      }
      out.field("finish", usage.finish()).field("retries", usage.retries());
    }
    if (call != null) {
      out.field("arguments_digest", call.argumentsDigest());
      out.field("arguments_bytes", call.argumentsBytes()).field("result_bytes", call.resultBytes());
      out.optional("arguments", call.arguments()).optional("result", call.result());
    }
    out.endObject();
  }

  private static RawJson number(BigDecimal amount) {
    return RawJson.trusted(amount.stripTrailingZeros().toPlainString().getBytes(US_ASCII));
  }
}
