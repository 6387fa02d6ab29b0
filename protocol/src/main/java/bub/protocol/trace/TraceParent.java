package bub.protocol.trace;

import bub.protocol.Address;
import bub.protocol.MessageId;
import org.jspecify.annotations.Nullable;

/**
 * W3C {@code traceparent}: a trace and the span of the message that caused the next one.
 *
 * @param span 16 lower-case hex digits
 */
public record TraceParent(TraceId trace, String span) {
  private static final int LENGTH = 55;
  private static final int SPAN_LENGTH = 16;
  private static final int SPAN_START = 36;
  private static final int FLAGS_START = 53;

  public TraceParent {
    if (!HexIds.isValid(span, SPAN_LENGTH)) {
      throw new IllegalArgumentException("a span id has 16 lower-case hex digits: " + span);
    }
  }

  /** Returns the span of one message. */
  public static String spanOf(Address from, MessageId message) {
    return HexIds.derive("span", from, message, SPAN_LENGTH);
  }

  /** Returns null when the text is not valid; a later version of the format may have more parts. */
  public static @Nullable TraceParent parse(@Nullable String text) {
    if (text == null
        || text.length() < LENGTH
        || text.charAt(2) != '-'
        || text.charAt(35) != '-'
        || text.charAt(52) != '-'
        || text.length() > LENGTH && (text.startsWith("00") || text.charAt(LENGTH) != '-')
        || text.startsWith("ff")
        || !isHex(text, 0)
        || !isHex(text, FLAGS_START)) {
      return null;
    }
    TraceId trace = TraceId.parse(text.substring(3, 35));
    String span = text.substring(SPAN_START, SPAN_START + SPAN_LENGTH);
    return trace != null && HexIds.isValid(span, SPAN_LENGTH) ? new TraceParent(trace, span) : null;
  }

  private static boolean isHex(String text, int at) {
    return HexIds.isHexDigit(text.charAt(at)) && HexIds.isHexDigit(text.charAt(at + 1));
  }

  @Override
  public String toString() {
    return "00-" + trace + "-" + span + "-01";
  }
}
