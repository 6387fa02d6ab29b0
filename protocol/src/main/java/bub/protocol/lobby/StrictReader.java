package bub.protocol.lobby;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.RawJson;
import java.util.List;

/** Reads what an agent says to the lobby: an object, and nothing in it that the lobby ignores. */
final class StrictReader {
  private StrictReader() {}

  /** The members of a value that must be an object, called {@code name} when it is none. */
  static Fields fields(String name, RawJson value, List<String> known) {
    if (!value.isObject()) {
      throw new InvalidField(name, "must be an object");
    }
    return Fields.of(value, known);
  }
}
