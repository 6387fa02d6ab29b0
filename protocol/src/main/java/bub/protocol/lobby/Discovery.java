package bub.protocol.lobby;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.NestedFields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Query for capabilities by name, such as {@code find_*@^2}, or by words; the other is null. */
public record Discovery(
    @Nullable String name, @Nullable String words, boolean onlyCallable, int limit)
    implements JsonValue {
  public static final int USUAL_LIMIT = 100;
  public static final int MAX_LIMIT = 1_000;
  public static final int MAX_WORDS = 1_024;

  private static final List<String> FIELDS =
      List.of("capability_name", "query", "query_keywords", "only_callable", "limit");

  public Discovery {
    if ((name == null) == (words == null)) {
      throw new InvalidField(
          "capability_name", "give either capability_name or a query (query or query_keywords)");
    }
    if (name != null) {
      CapabilityRef.check("capability_name", name);
    }
    if (words != null) {
      checkWords("query", words);
    }
    limit = Math.clamp(limit, 1, MAX_LIMIT);
  }

  public static Discovery byName(String name) {
    return new Discovery(name, null, false, USUAL_LIMIT);
  }

  public static Discovery byWords(String words) {
    return new Discovery(null, words, false, USUAL_LIMIT);
  }

  public Discovery onlyWhatMayBeCalled() {
    return new Discovery(name, words, true, limit);
  }

  public Discovery atMost(int agents) {
    return new Discovery(name, words, onlyCallable, agents);
  }

  public @Nullable CapabilityRef capability() {
    return name == null ? null : CapabilityRef.check("capability_name", name);
  }

  public static Discovery read(RawJson payload) {
    Fields fields = StrictReader.order(payload, FIELDS);
    return new Discovery(
        fields.optionalString("capability_name"),
        words(fields),
        fields.bool("only_callable", false),
        (int) Math.clamp(fields.integer("limit", USUAL_LIMIT), 1L, MAX_LIMIT));
  }

  private static @Nullable String words(Fields fields) {
    String query = fields.optionalString("query");
    RawJson keywords = fields.find("query_keywords");
    if (keywords == null || keywords.isNull()) {
      return query;
    }
    if (query != null) {
      throw new InvalidField("query_keywords", "must be absent when there is a query");
    }
    return checkWords(
        "query_keywords", String.join(" ", NestedFields.strings(fields, "query_keywords")));
  }

  private static String checkWords(String field, String words) {
    if (words.isBlank() || words.length() > MAX_WORDS) {
      throw new InvalidField(field, "must have 1 to " + MAX_WORDS + " characters");
    }
    return words;
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().optional("capability_name", name).optional("query", words);
    if (onlyCallable) {
      out.field("only_callable", true);
    }
    if (limit != USUAL_LIMIT) {
      out.field("limit", limit);
    }
    out.endObject();
  }
}
