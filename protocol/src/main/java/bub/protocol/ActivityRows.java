package bub.protocol;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.List;

/**
 * Events of the activity log, oldest first: the result of {@code queryActivity} and the params of
 * an {@code activity} notification. {@code missed} counts the events that a slow watcher lost, and
 * {@code missingNodes} names the nodes of a cluster whose events are not here.
 */
public record ActivityRows(List<ActivityRow> rows, long missed, List<String> missingNodes)
    implements JsonValue {

  public ActivityRows(List<ActivityRow> rows, long missed) {
    this(rows, missed, List.of());
  }

  public static ActivityRows read(RawJson result) {
    Fields fields = NestedFields.fields("result", result);
    return new ActivityRows(
        NestedFields.objects(fields, "rows", ActivityRow::read),
        fields.integer("missed", 0),
        MissingNodes.read(fields));
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().name("rows").beginArray();
    rows.forEach(out::value);
    out.endArray().field("missed", missed);
    MissingNodes.write(missingNodes, out);
    out.endObject();
  }
}
