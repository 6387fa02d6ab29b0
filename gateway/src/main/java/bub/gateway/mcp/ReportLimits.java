package bub.gateway.mcp;

import bub.json.JsonWriter;
import bub.json.RawJson;

/** Limits for the length of progress and log messages, whose rest is cut off. */
final class ReportLimits {
  static final int LONGEST_TEXT = 1 << 12;
  static final int LONGEST_DATA = 1 << 16;
  private static final int LONGEST_NUMBER = 64;

  private ReportLimits() {}

  static String shortened(String text) {
    if (text.length() <= LONGEST_TEXT) {
      return text;
    }
    int end = LONGEST_TEXT - 1;
    // Half of a pair of surrogates is no text.
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
  }

  /** Longer data becomes a text with its beginning. */
  static RawJson shortened(RawJson data) {
    return data.length() <= LONGEST_DATA
        ? data.detached()
        : RawJson.trusted(new JsonWriter().value(shortened(data.toString())).toByteArray());
  }

  static boolean isReasonable(RawJson number) {
    return number.isNumber() && number.length() <= LONGEST_NUMBER;
  }
}
