package bub.cli;

import bub.cli.a2a.A2aCommand;
import bub.cli.agents.AgentCommand;
import bub.cli.agents.ChatCommand;
import bub.cli.agents.SessionsCommand;
import bub.cli.agents.SystemAgentCommand;
import bub.cli.budget.BudgetCommand;
import bub.cli.bus.BusCommand;
import bub.cli.cluster.ClusterCommand;
import bub.cli.console.ConsoleCommand;
import bub.cli.doctor.DoctorCommand;
import bub.cli.hook.HooksCommand;
import bub.cli.install.InstallCommand;
import bub.cli.lobby.LobbyCommand;
import bub.cli.mcp.McpCommand;
import bub.cli.serve.DevBusCommand;
import bub.cli.telegram.TelegramCommand;
import bub.cli.token.PolicyCommand;
import bub.cli.token.TokenCommand;
import bub.cli.top.TopCommand;
import bub.cli.trace.TraceCommand;
import bub.cli.trace.TracesCommand;
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
      "You can also set each option with a variable (--port: BUB_PORT=7892) or a line",
      "in the config file (port = 7892). The config file is ~/.config/bub/config unless",
      "--config names another. Options override variables. Both override the file.",
      "",
      "Completion for bash and zsh (for fish, see bub completion --help):",
      "",
      "  source <(bub completion)",
      "",
      "Exit codes: 0 success, 1 failure, 2 no recipient, 64 usage error, 69 no bus,",
      "78 configuration error."
    },
    subcommands = {
      UpCommand.class,
      ChatCommand.class,
      TelegramCommand.class,
      ConsoleCommand.class,
      OverviewCommand.class,
      TopCommand.class,
      TraceCommand.class,
      TracesCommand.class,
      DownCommand.class,
      DoctorCommand.class,
      InstallCommand.class,
      SessionsCommand.class,
      BudgetCommand.class,
      AgentCommand.class,
      SystemAgentCommand.class,
      BusCommand.class,
      LobbyCommand.class,
      McpCommand.class,
      A2aCommand.class,
      HooksCommand.class,
      TokenCommand.class,
      ClusterCommand.class,
      DevBusCommand.class,
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
