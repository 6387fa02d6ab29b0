package bub.protocol;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Result of {@code getMetrics}: counters and gauges by name.
 *
 * @param values those of the node that answers
 * @param nodes those of every node that answered, by node; empty on a single bus
 */
public record Metrics(
    SequencedMap<String, Long> values,
    SortedMap<String, SequencedMap<String, Long>> nodes,
    List<String> missingNodes)
    implements JsonValue {
  private static final String UPTIME = "uptime_seconds";

  public Metrics(SequencedMap<String, Long> values) {
    this(values, new TreeMap<>(), List.of());
  }

  /** Params of {@code getMetrics}. */
  public record Query(@Nullable String node) implements JsonValue {
    private static final List<String> FIELDS = List.of(NodeParam.NAME);

    public static Query read(@Nullable RawJson params) {
      return new Query(NodeParam.read(Fields.of(params, FIELDS)));
    }

    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().optional(NodeParam.NAME, node).endObject();
    }
  }

  /** Returns the sums over all nodes, and the age of the oldest node. */
  public SequencedMap<String, Long> totals() {
    if (nodes.isEmpty()) {
      return values;
    }
    var totals = new LinkedHashMap<String, Long>();
    values.keySet().forEach(name -> totals.put(name, 0L));
    for (SequencedMap<String, Long> node : nodes.values()) {
      node.forEach(
          (name, value) ->
              totals.merge(name, value, name.equals(UPTIME) ? Math::max : Math::addExact));
    }
    return totals;
  }

  public static Metrics read(RawJson result) {
    Fields fields = NestedFields.fields("result", result);
    return new Metrics(
        NestedFields.object(fields, "metrics", Metrics::readValues),
        fields.has("nodes")
            ? NestedFields.object(fields, "nodes", Metrics::readNodes)
            : new TreeMap<>(),
        MissingNodes.read(fields));
  }

  private static SortedMap<String, SequencedMap<String, Long>> readNodes(Fields nodes) {
    var byName = new TreeMap<String, SequencedMap<String, Long>>();
    for (int i = 0; i < nodes.count(); i++) {
      byName.put(nodes.name(i), readValues(NestedFields.fields(nodes.name(i), nodes.value(i))));
    }
    return byName;
  }

  // By index, because looking up many names one by one would take quadratic time.
  private static SequencedMap<String, Long> readValues(Fields metrics) {
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
    return values;
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().name("metrics");
    write(values, out);
    if (!nodes.isEmpty()) {
      out.name("nodes").beginObject();
      nodes.forEach((name, figures) -> write(figures, out.name(name)));
      out.endObject();
    }
    MissingNodes.write(missingNodes, out);
    out.endObject();
  }

  private static void write(SequencedMap<String, Long> values, JsonWriter out) {
    out.beginObject();
    values.forEach(out::field);
    out.endObject();
  }
}
