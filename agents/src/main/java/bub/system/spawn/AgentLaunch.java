package bub.system.spawn;

import bub.protocol.Address;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Start of an agent.
 *
 * @param workspace working directory, with links resolved
 * @param tokenFile file that a sandbox must leave readable, or null
 * @param command whole command line; contains no secrets
 */
public record AgentLaunch(
    Address clientId, Path workspace, @Nullable Path tokenFile, List<String> command) {
  public AgentLaunch {
    command = List.copyOf(command);
  }

  /** Defined even without systemd. */
  public String unit() {
    return unitOf(clientId);
  }

  /** Such as {@code bub-agent-worker-ab12cd}. */
  public static String unitOf(Address clientId) {
    return "bub-" + clientId.value().replace(':', '-');
  }
}
