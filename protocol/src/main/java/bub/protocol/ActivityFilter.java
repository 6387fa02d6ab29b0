package bub.protocol;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which events {@code queryActivity} and {@code watchActivity} want; what is absent does not
 * restrict. A query answers the newest {@code limit} events before {@code beforeId} (oldest first),
 * or with {@code afterId} the oldest after it.
 */
public record ActivityFilter(
    @Nullable String messageId,
    @Nullable String actor,
    @Nullable String to,
    @Nullable String event,
    @Nullable String status,
    @Nullable Instant since,
    @Nullable Instant until,
    @Nullable Long beforeId,
    @Nullable Long afterId,
    int limit)
    implements JsonValue {
  public static final int MAX_LIMIT = 1_000;
  private static final int DEFAULT_LIMIT = 100;
  private static final List<String> FIELDS =
      List.of(
          "messageId",
          "actor",
          "to",
          "event",
          "status",
          "since",
          "until",
          "beforeId",
          "afterId",
          "limit");

  public static ActivityFilter everything() {
    return new ActivityFilter(null, null, null, null, null, null, null, null, null, DEFAULT_LIMIT);
  }

  public static ActivityFilter ofMessage(String messageId) {
    return new ActivityFilter(messageId, null, null, null, null, null, null, null, null, MAX_LIMIT);
  }

  public static ActivityFilter read(@Nullable RawJson params) {
    Fields fields = Fields.of(params, FIELDS);
    long limit = fields.integer("limit", DEFAULT_LIMIT);
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new InvalidField("limit", "must be 1 to " + MAX_LIMIT);
    }
    return new ActivityFilter(
        fields.optionalString("messageId"),
        fields.optionalString("actor"),
        fields.optionalString("to"),
        fields.optionalString("event"),
        fields.optionalString("status"),
        Times.optionalTime(fields, "since"),
        Times.optionalTime(fields, "until"),
        id(fields, "beforeId"),
        id(fields, "afterId"),
        (int) limit);
  }

  private static @Nullable Long id(Fields fields, String name) {
    RawJson id = fields.find(name);
    return id == null || id.isNull() ? null : (Long) fields.integer(name, 0);
  }

  /** Whether an event passes, for watchers; ids and limit are for queries. */
  public boolean matches(ActivityRow row) {
    return same(messageId, row.messageId())
        && same(actor, row.actor())
        && same(to, row.to())
        && same(event, row.event())
        && same(status, row.status());
  }

  private static boolean same(@Nullable String wanted, @Nullable String actual) {
    return wanted == null || wanted.equals(actual);
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().optional("messageId", messageId).optional("actor", actor);
    out.optional("to", to).optional("event", event).optional("status", status);
    out.optional("since", since == null ? null : since.toString());
    out.optional("until", until == null ? null : until.toString());
    if (beforeId != null) {
      out.field("beforeId", beforeId);
    }
    if (afterId != null) {
      out.field("afterId", afterId);
    }
    out.field("limit", limit).endObject();
  }
}
