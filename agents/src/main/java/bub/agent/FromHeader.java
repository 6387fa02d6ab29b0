package bub.agent;

import bub.protocol.Address;
import java.util.regex.Pattern;

/**
 * Says who speaks: {@code [from:agent:x] text} is somebody other than the one the agent talks to.
 * Nobody can write such a header themselves: theirs gets a backslash.
 */
final class FromHeader {
  // At the start of any line, for a model reads on; whatever cannot be seen may stand before it.
  // Possessive, so that a megabyte of blanks costs no more than its length.
  private static final Pattern LOOKALIKE =
      Pattern.compile(
          "^([\\h\\x0B\\f\\p{Cf}\\\\]*+)([\\[［【])(?=[\\h\\p{Cf}]*+from[\\h\\p{Cf}]*+[:：])",
          Pattern.MULTILINE | Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);

  private FromHeader() {}

  /** What somebody wrote, so that it cannot be taken for a header. */
  static String escape(String text) {
    return LOOKALIKE.matcher(text).replaceAll("$1\\\\$2");
  }

  /** What somebody wrote, with the header of who it was. */
  static String of(Address from, String text) {
    return "[from:" + from.value().replace("]", "%5D") + "] " + escape(text);
  }
}
