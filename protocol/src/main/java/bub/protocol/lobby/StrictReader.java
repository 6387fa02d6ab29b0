package bub.protocol.lobby;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.RawJson;
import java.util.List;

/** Strict reader of the messages of agents, which refuses unknown fields. */
final class StrictReader {
  private StrictReader() {}

  static Fields fields(String name, RawJson value, List<String> known) {
    if (!value.isObject()) {
      throw new InvalidField(name, "must be an object");
    }
    return Fields.of(value, known);
  }
}
