package bub.protocol.trace;

import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.protocol.Address;
import bub.protocol.MessageId;
import org.jspecify.annotations.Nullable;

/** Id of a trace: 32 lower-case hex digits that are not all zero, as in W3C Trace Context. */
public record TraceId(String value) implements JsonValue {
  private static final int LENGTH = 32;

  public TraceId {
    if (!HexIds.isValid(value, LENGTH)) {
      throw new IllegalArgumentException("a trace id has 32 lower-case hex digits: " + value);
    }
  }

  /** Returns the id of the trace that begins with this message, if it names no trace itself. */
  public static TraceId startedBy(Address from, MessageId message) {
    return new TraceId(HexIds.derive("trace", from, message, LENGTH));
  }

  /** Returns null when the text is not a valid id. */
  public static @Nullable TraceId parse(@Nullable String text) {
    return text != null && HexIds.isValid(text, LENGTH) ? new TraceId(text) : null;
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.value(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
