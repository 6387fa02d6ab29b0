package bub.cli.doctor;

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
