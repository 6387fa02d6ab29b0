package bub.cli.doctor;

import java.util.List;

/** Result of a check, on one line, with a line per possible fix. */
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

    String word() {
      return word;
    }
  }
}
