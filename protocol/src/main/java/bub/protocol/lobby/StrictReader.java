package bub.protocol.lobby;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.trace.Causality;
import java.util.List;
import java.util.stream.Stream;

/** Strict reader of the messages of agents, which refuses unknown fields. */
final class StrictReader {
  private StrictReader() {}

  /** Reads the payload of an order, which may also name its cause and its trace. */
  static Fields order(RawJson payload, List<String> known) {
    List<String> all =
        Stream.concat(known.stream(), Stream.of(Causality.CAUSE, Causality.TRACE)).toList();
    return fields("payload", payload, all);
  }

  static Fields fields(String name, RawJson value, List<String> known) {
    if (!value.isObject()) {
      throw new InvalidField(name, "must be an object");
    }
    return Fields.of(value, known);
  }
}
