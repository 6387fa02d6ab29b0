package bub.protocol;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** Result of {@code getMetrics}: counters and gauges by name. */
public record Metrics(SequencedMap<String, Long> values) implements JsonValue {

  public static Metrics read(RawJson result) {
    return NestedFields.object(
        NestedFields.fields("result", result), "metrics", Metrics::readValues);
  }

  // By index, because looking up many names one by one would take quadratic time.
  private static Metrics readValues(Fields metrics) {
    var values = new LinkedHashMap<String, Long>();
    for (int i = 0; i < metrics.count(); i++) {
      String name = metrics.name(i);
      RawJson value = metrics.value(i);
      if (!value.isInteger()) {
        throw new InvalidField(name, "must be an integer");
      }
      if (values.put(name, value.asLong(Long.MAX_VALUE)) != null) {
        throw new InvalidField(name, "appears twice");
      }
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
