package bub.system.spawn;

import bub.protocol.Address;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An agent to be started.
 *
 * @param workspace its working directory, without links
 * @param tokenFile what a sandbox must leave readable, or null
 * @param command the whole command line; nothing in it is secret
 */
public record AgentLaunch(
    Address clientId, Path workspace, @Nullable Path tokenFile, List<String> command) {
  public AgentLaunch {
    command = List.copyOf(command);
  }

  /** The unit of this agent, also where no systemd runs it. */
  public String unit() {
    return unitOf(clientId);
  }

  /** The unit of an agent: {@code bub-agent-worker-ab12cd}. */
  public static String unitOf(Address clientId) {
    return "bub-" + clientId.value().replace(':', '-');
  }
}
