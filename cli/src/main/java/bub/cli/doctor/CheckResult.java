package bub.cli.doctor;

import bub.json.JsonValue;
import bub.json.JsonWriter;

/** A check and its finding. */
record CheckResult(String check, Finding finding) implements JsonValue {
  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("check", check).field("grade", finding.severity().word());
    out.field("text", finding.text()).name("remedies").beginArray();
    finding.remedies().forEach(out::value);
    out.endArray().endObject();
  }
}
