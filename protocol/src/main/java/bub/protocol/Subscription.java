package bub.protocol;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Params of {@code subscribe} and {@code unsubscribe}. */
public record Subscription(Pattern address) implements JsonValue {
  private static final List<String> FIELDS = List.of("address");

  public static final JsonValue SUCCESS =
      out -> out.beginObject().field("success", true).endObject();

  public static Subscription read(@Nullable RawJson params) {
    return new Subscription(Pattern.read(Fields.of(params, FIELDS), "address"));
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("address", address.text()).endObject();
  }
}
