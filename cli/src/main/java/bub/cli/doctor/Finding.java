package bub.cli.doctor;

import java.util.List;

/**
 * Result of a check.
 *
 * @param text summary on one line
 * @param remedies possible fixes, one per line
 */
record Finding(Severity severity, String text, List<String> remedies) {
  Finding {
    remedies = List.copyOf(remedies);
  }

  static Finding fine(String text) {
    return new Finding(Severity.FINE, text, List.of());
  }

  static Finding caution(String text, String... remedies) {
    return new Finding(Severity.CAUTION, text, List.of(remedies));
  }

  static Finding broken(String text, String... remedies) {
    return new Finding(Severity.BROKEN, text, List.of(remedies));
  }

  /** Severity of a finding. */
  enum Severity {
    FINE("✓", "ok"),
    /** bub works, but an operator should know. */
    CAUTION("!", "caution"),
    BROKEN("✗", "broken");

    private final String mark;
    private final String word;

    Severity(String mark, String word) {
      this.mark = mark;
      this.word = word;
    }

    String mark() {
      return mark;
    }

    /** Returns the word used in JSON. */
    String word() {
      return word;
    }
  }
}
