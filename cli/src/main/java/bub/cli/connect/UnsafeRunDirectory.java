package bub.cli.connect;

import java.util.List;

/** Reports a run directory that another user could have prepared. */
public final class UnsafeRunDirectory extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> hints;

  UnsafeRunDirectory(String problem, String... hints) {
    super(problem);
    this.hints = List.of(hints);
  }

  public List<String> hints() {
    return hints;
  }
}
