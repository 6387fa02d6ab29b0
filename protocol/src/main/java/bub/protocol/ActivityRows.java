package bub.protocol;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.List;

/**
 * Events of the activity log, oldest first: the result of {@code queryActivity} and the params of
 * an {@code activity} notification. {@code missed} counts the events that a slow watcher lost.
 */
public record ActivityRows(List<ActivityRow> rows, long missed) implements JsonValue {

  public static ActivityRows read(RawJson result) {
    Fields fields = NestedFields.fields("result", result);
    return new ActivityRows(
        NestedFields.objects(fields, "rows", ActivityRow::read), fields.integer("missed", 0));
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().name("rows").beginArray();
    rows.forEach(out::value);
    out.endArray().field("missed", missed).endObject();
  }
}
