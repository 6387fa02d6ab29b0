package bub.agent.model;

import bub.json.Fields;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Inside;
import java.util.ArrayList;
import java.util.List;

/** Lines of a conversation as JSON, for keeping. */
public final class Lines {
  private Lines() {}

  public static RawJson write(List<Line> lines) {
    JsonWriter out = new JsonWriter().beginArray();
    for (Line line : lines) {
      out.beginObject();
      switch (line) {
        case Line.Heard(String text) -> out.field("heard", text);
        case Line.Said(String text, List<ToolCall> calls, _) -> {
          out.field("said", text).name("calls").beginArray();
          calls.forEach(call -> write(call, out));
          out.endArray();
        }
        case Line.Result(ToolCall call, String text) -> {
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

  public static List<Line> read(RawJson written) {
    var lines = new ArrayList<Line>();
    for (RawJson element : written.elements()) {
      Fields line = Inside.fields("line", element);
      if (line.has("heard")) {
        lines.add(new Line.Heard(line.string("heard")));
      } else if (line.has("said")) {
        lines.add(
            new Line.Said(line.string("said"), Inside.objects(line, "calls", Lines::call), null));
      } else {
        lines.add(new Line.Result(call(line.object("call")), line.string("result")));
      }
    }
    return lines;
  }

  private static ToolCall call(RawJson written) {
    Fields call = written.fields();
    return new ToolCall(call.string("id"), call.string("name"), call.string("arguments"));
  }
}
