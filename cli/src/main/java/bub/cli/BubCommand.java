package bub.cli;

import bub.cli.agents.AgentCommand;
import bub.cli.agents.ChatCommand;
import bub.cli.agents.SessionsCommand;
import bub.cli.agents.SystemAgentCommand;
import bub.cli.bus.BusCommand;
import bub.cli.console.ConsoleCommand;
import bub.cli.doctor.DoctorCommand;
import bub.cli.install.InstallCommand;
import bub.cli.lobby.LobbyCommand;
import bub.cli.telegram.TelegramCommand;
import bub.cli.token.PolicyCommand;
import bub.cli.token.TokenCommand;
import bub.cli.top.TopCommand;
import bub.cli.up.DownCommand;
import bub.cli.up.OverviewCommand;
import bub.cli.up.TrainingRunCommand;
import bub.cli.up.UpCommand;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** {@code bub}: the root command. */
@Command(
    name = "bub",
    version = "bub 0.2.0",
    mixinStandardHelpOptions = true,
    description = "A message bus for AI agents, chat channels and people.",
    footer = {
      "",
      "Start bub, then talk to it in another terminal:",
      "",
      "  bub up",
      "  bub chat",
      "",
      "Every option can also be set by a variable (--port: BUB_PORT) or by a line",
      "\"port = 7892\" in the config file (--config, or ~/.config/bub/config). Options",
      "win over variables, and variables win over the file.",
      "",
      "Completion for bash and zsh (for fish, see bub completion --help):",
      "",
      "  source <(bub completion)",
      "",
      "Exit codes: 0 success, 1 failure, 2 no recipient, 64 wrong usage, 69 no bus,",
      "78 wrong configuration."
    },
    subcommands = {
      UpCommand.class,
      ChatCommand.class,
      TelegramCommand.class,
      ConsoleCommand.class,
      OverviewCommand.class,
      TopCommand.class,
      DownCommand.class,
      DoctorCommand.class,
      InstallCommand.class,
      SessionsCommand.class,
      AgentCommand.class,
      SystemAgentCommand.class,
      BusCommand.class,
      LobbyCommand.class,
      TokenCommand.class,
      PolicyCommand.class,
      TrainingRunCommand.class,
      HelpCommand.class,
      CompletionCommand.class
    })
final class BubCommand {
  @Option(
      names = "--config",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description = "Read options from FILE.")
  @Nullable String config;
}
