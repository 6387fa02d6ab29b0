package bub.cli.doctor;

/** How good what was found is. */
enum Severity {
  FINE("✓", "ok"),
  /** bub works, but somebody should know. */
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

  /** As it stands in JSON. */
  String word() {
    return word;
  }
}
