package bub.cluster.state;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of a synchronisation with the cluster.
 *
 * @param problem null on success
 * @param conflicts entries of this node that the cluster has replaced, in words
 */
public record SyncReport(@Nullable String problem, List<String> conflicts) {
  public SyncReport {
    conflicts = List.copyOf(conflicts);
  }

  static SyncReport failed(String problem) {
    return new SyncReport(problem, List.of());
  }

  public boolean succeeded() {
    return problem == null;
  }
}
