package bub.browser;

import java.util.List;

/** Hostile names and texts of other peers, which a page must show unchanged. */
final class Hostile {
  static final String HTML = "<img src=x onerror=alert(1)><b>bold</b>";
  static final String SCRIPT = "\"'></textarea><script>alert(1)</script>{{7*7}}${7*7}";
  static final String LINK =
      "[click](javascript:alert(1)) <a href=\"javascript:alert(1)\">click</a>";
  static final String ANSI = "\u001b[31mred\u001b[2J\u001b]0;title\u0007";

  /** Reads "exe.txt" where it ends in "txt.exe"; an isolate is never closed. */
  static final String BIDI = "harmless-\u202Etxt.exe \u2066(open \u200Bzero\u0000nul";

  static final List<String> TEXTS = List.of(HTML, SCRIPT, LINK, ANSI, BIDI);

  /** Addresses may have neither blanks nor control characters; all else is allowed. */
  static final List<String> NAMES =
      List.of(
          "agent:<img/src=x/onerror=alert(1)>",
          "agent:\"'><script>alert(1)</script>",
          "agent:javascript:alert(1)//%0a&lt;",
          "agent:\u202Enimda\u2066",
          "agent:" + "long".repeat(60));

  private Hostile() {}
}
