package bub.system;

import bub.system.session.AgentSession;
import bub.system.spawn.AgentLaunch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds the command line of an agent from values that are already validated. */
final class AgentCommandLine {
  private AgentCommandLine() {}

  /**
   * Launch of a session's agent.
   *
   * @param shown path of the workspace for people and for the agent
   * @param workspace same directory with all links resolved
   */
  static AgentLaunch of(
      SystemSettings settings,
      AgentSession session,
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
    return new AgentLaunch(session.clientId(), workspace, tokenFile, command);
  }
}
