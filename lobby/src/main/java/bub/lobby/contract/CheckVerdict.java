package bub.lobby.contract;

import bub.protocol.lobby.ServiceResponse.Violation;
import java.util.List;

/** What came of a check. */
public sealed interface CheckVerdict {
  CheckVerdict KEPT = new Kept();
  CheckVerdict UNCHECKED = new Unchecked();

  static CheckVerdict of(List<Violation> violations) {
    return violations.isEmpty() ? KEPT : new Broken(violations);
  }

  /** The schema accepts it. */
  record Kept() implements CheckVerdict {}

  /** The schema refuses it, or it could not be checked within reason. */
  record Broken(List<Violation> violations) implements CheckVerdict {
    public Broken {
      violations = List.copyOf(violations);
    }
  }

  /** Nobody looked: too much waits to be checked, or the house closes. A later try may succeed. */
  record Unchecked() implements CheckVerdict {}
}
