package bub.protocol;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Place between the events of the activity logs of all nodes: an event id per node, because each
 * node counts its own events. A node that it does not name is not restricted.
 */
public record LogPosition(SortedMap<String, Long> ids) implements JsonValue {
  private static final int MAX_NODES = 1_000;

  /** Name of the only node of a single bus. */
  private static final String SINGLE = "";

  public LogPosition {
    ids = Collections.unmodifiableSortedMap(new TreeMap<>(ids));
  }

  public static LogPosition at(@Nullable String node, long id) {
    return new LogPosition(new TreeMap<>(Map.of(node == null ? SINGLE : node, id)));
  }

  /** Place before these rows, and before {@code end} on nodes that have none of them. */
  public static LogPosition before(List<ActivityRow> rows, @Nullable LogPosition end) {
    var ids = end == null ? new TreeMap<String, Long>() : new TreeMap<>(end.ids);
    for (ActivityRow row : rows) {
      ids.merge(nodeOf(row), row.id(), Math::min);
    }
    return new LogPosition(ids);
  }

  /** Place after these rows, and after {@code start} on nodes that have none of them. */
  public static LogPosition after(List<ActivityRow> rows, @Nullable LogPosition start) {
    var ids = start == null ? new TreeMap<String, Long>() : new TreeMap<>(start.ids);
    for (ActivityRow row : rows) {
      ids.merge(nodeOf(row), row.id(), Math::max);
    }
    return new LogPosition(ids);
  }

  private static String nodeOf(ActivityRow row) {
    return row.node() == null ? SINGLE : row.node();
  }

  /** Returns the id on a single bus; null in a cluster. */
  @Nullable Long single() {
    return ids.get(SINGLE);
  }

  public @Nullable Long on(String node) {
    return ids.get(node);
  }

  /** Returns null when the field is absent or null. */
  static @Nullable LogPosition readOptional(Fields fields, String name) {
    RawJson position = fields.optionalObject(name);
    if (position == null) {
      return null;
    }
    Fields nodes = position.fields();
    if (nodes.count() > MAX_NODES) {
      throw new InvalidField(name, "must name at most " + MAX_NODES + " nodes");
    }
    var ids = new TreeMap<String, Long>();
    for (int i = 0; i < nodes.count(); i++) {
      RawJson id = nodes.value(i);
      if (!id.isInteger()) {
        throw new InvalidField(name + "." + nodes.name(i), "must be an integer");
      }
      ids.put(nodes.name(i), id.asLong(Long.MAX_VALUE));
    }
    return new LogPosition(ids);
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject();
    ids.forEach(out::field);
    out.endObject();
  }
}
