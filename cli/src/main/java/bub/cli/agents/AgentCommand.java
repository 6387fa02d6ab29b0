package bub.cli.agents;

import bub.agent.AgentSettings;
import bub.agent.ConversationAgent;
import bub.agent.ConversationAgent.WorkspaceInUse;
import bub.agent.StepDetail;
import bub.cli.connect.ConnectOptions;
import bub.cli.option.ValidText.AddressText;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.cli.screen.ShutdownSignal;
import bub.client.TokenSource;
import bub.client.transport.ProofDemand;
import bub.client.transport.WebSocketConnector;
import bub.json.InvalidField;
import bub.protocol.Address;
import bub.protocol.ConversationStarters;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bub agent}: runs one conversation agent in the foreground. */
@Command(
    name = "agent",
    mixinStandardHelpOptions = true,
    description = "Runs one conversation agent.",
    footer = {
      "",
      "You rarely need this command: the system agent starts an agent for each chat.",
      "",
      "Models: openai/NAME, anthropic/NAME, gemini/NAME, ollama/NAME, or echo. Set the",
      "key in OPENAI_API_KEY, ANTHROPIC_API_KEY or GEMINI_API_KEY. For a key file, add",
      "the suffix _FILE to the variable and set it to the path of the file.",
      "",
      "Example:",
      "",
      "  bub agent --client-id agent:helper --talkto term:me --workspace ./helper"
    })
public final class AgentCommand implements Callable<Integer> {
  static final String EXIT_WHEN_CUT_OFF = "--exit-when-cut-off";

  /** Together shorter than the time after which another node may start this agent. */
  private static final Duration CUT_OFF_AFTER = Duration.ofSeconds(3);

  private static final Duration PING_AFTER = Duration.ofSeconds(2);
  private static final Duration PONG_WITHIN = Duration.ofMillis(1_500);

  private final Screen screen;

  @Option(
      names = "--client-id",
      required = true,
      paramLabel = "ID",
      converter = AddressText.class,
      description = "Address of the agent on the bus.")
  private String clientId = "";

  @Option(
      names = "--talkto",
      paramLabel = "ADDRESS",
      converter = AddressText.class,
      description = "Address that the agent answers until a chat configures it.")
  private @Nullable String talkto;

  @Option(
      names = "--workspace",
      required = true,
      paramLabel = "DIR",
      description = "Directory for memory, files and prompt.md.")
  private Path workspace = Path.of("");

  @Mixin private ConnectOptions bus = new ConnectOptions();

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description = "Model as provider/name (default: BUB_MODEL, or echo).")
  private @Nullable String model;

  @Option(
      names = "--activity-steps",
      defaultValue = "digest",
      paramLabel = "digest|full",
      description =
          "Report tool calls to the activity log with a digest of their arguments, or with the"
              + " complete arguments and results (default: ${DEFAULT-VALUE}).")
  private StepDetail activitySteps = StepDetail.DIGEST;

  @Option(
      names = "--starter",
      paramLabel = "TEXT",
      description =
          "Message that a person may begin a conversation with. MCP clients show it as a prompt."
              + " Repeat the option for up to 8 of them (default: some of bub's own).")
  private @Nullable List<String> starters;

  @Option(
      names = "--prove-bus",
      hidden = true,
      description = "Send the token only to a bus that proves that it knows the token.")
  private boolean proveBus;

  @Option(
      names = EXIT_WHEN_CUT_OFF,
      hidden = true,
      description = "End a few seconds after the connection to the bus is lost.")
  private boolean exitWhenCutOff;

  AgentCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws IOException, InterruptedException, CommandFailure {
    AgentSettings settings =
        AgentSettings.of(new Address(clientId), workspace, bus.url(), System.getenv())
            .withTalkto(talkto == null ? null : new Address(talkto))
            .withToken(token())
            .withConnector((url, timeout) -> watchful(bus.connector(url, timeout)))
            .withModel(model)
            .withStepDetail(activitySteps)
            .withStarters(starters());
    settings = proveBus ? proving(settings) : settings;
    try {
      ConversationAgent agent = ConversationAgent.start(settings);
      ShutdownSignal.before(() -> close(agent));
      if (exitWhenCutOff) {
        // At once: another node starts this agent soon, and its files survive a crash.
        agent.whenCutOff(CUT_OFF_AFTER, () -> Runtime.getRuntime().halt(ExitCodes.OK));
      }
      String why = agent.awaitStopped();
      if (ShutdownSignal.hasBegun()) {
        return ShutdownSignal.await();
      }
      screen.problem("The agent stopped: " + why);
      return ExitCodes.FAILED;
    } catch (WorkspaceInUse taken) {
      throw new CommandFailure(ExitCodes.FAILED, String.valueOf(taken.getMessage()));
    }
  }

  private ConversationStarters starters() throws CommandFailure {
    try {
      return starters == null ? AgentSettings.USUAL_STARTERS : new ConversationStarters(starters);
    } catch (InvalidField odd) {
      throw new CommandFailure(ExitCodes.USAGE, "--starter: " + odd.getMessage());
    }
  }

  private TokenSource token() {
    Path file = bus.tokenFile();
    return file == null ? TokenSource.none() : TokenSource.file(file);
  }

  private AgentSettings proving(AgentSettings settings) {
    TokenSource token = token();
    var demand = ProofDemand.byToken(token::read);
    return settings
        .withToken(token.onlyIf(demand::isMet))
        .withConnector((url, timeout) -> watchful(bus.connector(url, timeout, demand)));
  }

  private WebSocketConnector watchful(WebSocketConnector connector) {
    return exitWhenCutOff ? connector.pinging(PING_AFTER, PONG_WITHIN) : connector;
  }

  private static void close(ConversationAgent agent) {
    try {
      agent.close();
    } catch (IOException failed) {
      LoggerFactory.getLogger(AgentCommand.class).warn("Failed to close the agent", failed);
    }
  }
}
