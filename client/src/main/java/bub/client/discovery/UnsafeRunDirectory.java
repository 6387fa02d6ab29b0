package bub.client.discovery;

import java.util.List;

/** Refusal of a run directory that another user could have prepared. */
public final class UnsafeRunDirectory extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> hints;

  UnsafeRunDirectory(String problem, String... hints) {
    super(problem);
    this.hints = List.of(hints);
  }

  /** Remedies for a person at a command line. */
  public List<String> hints() {
    return hints;
  }
}
