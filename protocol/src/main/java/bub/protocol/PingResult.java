package bub.protocol;

import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.time.Instant;

/** Result of {@code ping}: the time of the bus. */
public record PingResult(Instant timestamp) implements JsonValue {

  public static PingResult read(RawJson result) {
    return new PingResult(Times.time(NestedFields.fields("result", result), "timestamp"));
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("timestamp", timestamp.toString()).endObject();
  }
}
