package bub.protocol.lobby;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.RawJson;
import java.util.List;

/**
 * Strict reader of the messages of agents: an object without any field that the lobby would ignore.
 */
final class StrictReader {
  private StrictReader() {}

  /**
   * Returns the members of a value that must be an object; {@code name} is its name in an error.
   */
  static Fields fields(String name, RawJson value, List<String> known) {
    if (!value.isObject()) {
      throw new InvalidField(name, "must be an object");
    }
    return Fields.of(value, known);
  }
}
