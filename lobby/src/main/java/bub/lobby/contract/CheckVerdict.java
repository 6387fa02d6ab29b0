package bub.lobby.contract;

import bub.protocol.lobby.ServiceResponse.Violation;
import java.util.List;

/** Result of a check. */
public sealed interface CheckVerdict {
  CheckVerdict KEPT = new Kept();
  CheckVerdict UNCHECKED = new Unchecked();

  static CheckVerdict of(List<Violation> violations) {
    return violations.isEmpty() ? KEPT : new Broken(violations);
  }

  record Kept() implements CheckVerdict {}

  /** Value that the schema refuses, or that is too complex to check. */
  record Broken(List<Violation> violations) implements CheckVerdict {
    public Broken {
      violations = List.copyOf(violations);
    }
  }

  /** The queue is full, or the lobby is closing; a retry may succeed. */
  record Unchecked() implements CheckVerdict {}
}
