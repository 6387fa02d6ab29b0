package bub.protocol;

import bub.json.Fields;
import bub.json.InvalidField;
import org.jspecify.annotations.Nullable;

/** Param that selects one node of a cluster; null asks all of them. */
final class NodeParam {
  static final String NAME = "node";
  private static final int MAX_LENGTH = 256;

  private NodeParam() {}

  static @Nullable String read(Fields fields) {
    String node = fields.optionalString(NAME);
    if (node != null && node.length() > MAX_LENGTH) {
      throw new InvalidField(NAME, "must have at most " + MAX_LENGTH + " characters");
    }
    return node;
  }
}
