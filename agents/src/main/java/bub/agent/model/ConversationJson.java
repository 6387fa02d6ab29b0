package bub.agent.model;

import bub.json.Fields;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.NestedFields;
import java.util.ArrayList;
import java.util.List;

/** JSON of the lines of a conversation, for storage. */
public final class ConversationJson {
  private ConversationJson() {}

  public static RawJson write(List<ConversationLine> lines) {
    JsonWriter out = new JsonWriter().beginArray();
    for (ConversationLine line : lines) {
      out.beginObject();
      switch (line) {
        case ConversationLine.Heard(String text) -> out.field("heard", text);
        case ConversationLine.Said(String text, List<ToolCall> calls, _) -> {
          out.field("said", text).name("calls").beginArray();
          calls.forEach(call -> write(call, out));
          out.endArray();
        }
        case ConversationLine.Result(ToolCall call, String text) -> {
          out.field("result", text).name("call");
          write(call, out);
        }
      }
      out.endObject();
    }
    return RawJson.trusted(out.endArray().toByteArray());
  }

  private static void write(ToolCall call, JsonWriter out) {
    out.beginObject().field("id", call.id()).field("name", call.name());
    out.field("arguments", call.arguments()).endObject();
  }

  public static List<ConversationLine> read(RawJson written) {
    var lines = new ArrayList<ConversationLine>();
    for (RawJson element : written.elements()) {
      Fields line = NestedFields.fields("line", element);
      if (line.has("heard")) {
        lines.add(new ConversationLine.Heard(line.string("heard")));
      } else if (line.has("said")) {
        lines.add(
            new ConversationLine.Said(
                line.string("said"),
                NestedFields.objects(line, "calls", ConversationJson::call),
                null));
      } else {
        lines.add(new ConversationLine.Result(call(line.object("call")), line.string("result")));
      }
    }
    return lines;
  }

  private static ToolCall call(RawJson written) {
    Fields call = written.fields();
    return new ToolCall(call.string("id"), call.string("name"), call.string("arguments"));
  }
}
