package bub.system;

import bub.system.session.Session;
import bub.system.spawn.Launch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts an agent's command line together; all that comes from outside has been checked. */
final class AgentCommand {
  private AgentCommand() {}

  /**
   * The launch of a session's agent.
   *
   * @param shown where people find its workspace, and so the agent
   * @param workspace the same without links
   */
  static Launch of(
      SystemSettings settings,
      Session session,
      Path shown,
      Path workspace,
      @Nullable Path tokenFile) {
    var command = new ArrayList<>(settings.launcher());
    command.addAll(List.of("--client-id", session.clientId().value()));
    command.addAll(List.of("--talkto", session.talkto().value()));
    command.addAll(List.of("--workspace", shown.toString()));
    command.addAll(List.of("--bus-url", settings.bus().toString()));
    if (tokenFile != null) {
      command.addAll(List.of("--token-file", tokenFile.toString()));
    }
    if (settings.model() != null) {
      command.addAll(List.of("--model", settings.model()));
    }
    command.addAll(settings.agentOptions());
    return new Launch(session.clientId(), workspace, tokenFile, command);
  }
}
