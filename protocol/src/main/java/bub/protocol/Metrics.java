package bub.protocol;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.SequencedMap;
import java.util.LinkedHashMap;

/** The result of {@code getMetrics}: counters and gauges by name. */
public record Metrics(SequencedMap<String, Long> values) implements JsonValue {

  public static Metrics read(RawJson result) {
    Fields fields = result.fields().object("metrics").fields();
    var values = new LinkedHashMap<String, Long>();
    for (int i = 0; i < fields.count(); i++) {
      values.put(fields.name(i), fields.value(i).asLong(0));
    }
    return new Metrics(values);
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().name("metrics").beginObject();
    values.forEach(out::field);
    out.endObject().endObject();
  }
}
