package bub.cli.agents;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.channel.ChatSettings;
import bub.channel.terminal.ChatEnding;
import bub.channel.terminal.TerminalChat;
import bub.channel.terminal.TerminalSettings;
import bub.cli.connect.ConnectOptions;
import bub.cli.connect.TopicOptions;
import bub.cli.option.ValidText.AddressText;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.cli.screen.TimeSpan;
import bub.cli.screen.WaitIndicator;
import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.json.InvalidField;
import bub.jsonrpc.RpcException;
import bub.protocol.Address;
import bub.protocol.Pattern;
import bub.protocol.Status;
import bub.protocol.message.ChatId;
import bub.store.StoreInUse;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code bub chat}: connects a person at a terminal, or a program at a pipe, to an agent. */
@Command(
    name = "chat",
    mixinStandardHelpOptions = true,
    description = {
      "Talks with an agent in the terminal.",
      "Your first message starts an agent of your own. Messages are stored until they are"
          + " answered, even when a program stops in between."
    },
    footer = {
      "",
      "/help lists the chat commands. End a line with \\ to continue it, and press",
      "Ctrl-D to leave. With a pipe, each line is a message, and only the answers are",
      "printed:",
      "",
      "  echo 'what can you do?' | bub chat",
      "",
      "Exit codes of a pipe: 0 all answered, 1 an answer is missing, 69 no bus."
    })
public final class ChatCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private TopicOptions topics = new TopicOptions();

  @Mixin private ConnectOptions bus = new ConnectOptions();

  @Option(
      names = "--id",
      paramLabel = "ID",
      converter = ChatIdText.class,
      description = "Name of the conversation, term:ID (default: your user name).")
  private @Nullable String id;

  @Option(
      names = "--to",
      paramLabel = "ADDRESS",
      converter = AddressText.class,
      description = "Talk to this agent instead of your own. It must be connected.")
  private @Nullable String to;

  @Option(
      names = "--wait",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description = "Wait up to this long for the agent in --to to connect.")
  private Duration wait = Duration.ZERO;

  @Option(
      names = "--give-up-after",
      defaultValue = "24h",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description =
          "Report a message as failed after this time without an answer (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration giveUpAfter = Duration.ZERO;

  @Option(
      names = "--answer-within",
      defaultValue = "10m",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description =
          "With a pipe, wait up to this long for the last answers (default: ${DEFAULT-VALUE}).")
  private Duration answerWithin = Duration.ZERO;

  ChatCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    // A token file is for the chat alone, and its token may not query the bus status.
    if (to != null && bus.tokenFile() == null) {
      requireAgent(new Address(to));
    }
    try (TerminalChat chat = TerminalChat.open(settings(), bus::chatClient)) {
      ChatEnding ending = screen.isTerminal() ? chat.converse() : pipe(chat);
      return ending.exitCode();
    } catch (StoreInUse open) {
      throw new CommandFailure(
          ExitCodes.FAILED,
          String.valueOf(open.getMessage()),
          "To start another conversation:  bub chat --id OTHER");
    }
  }

  /** A client that may not query the bus skips the check; the chat then waits for the agent. */
  private void requireAgent(Address agent) throws Exception {
    try (BusClient client = bus.connect()) {
      new AgentPresence(client, agent).require(wait, new WaitIndicator(screen));
    } catch (RpcException notAnOperator) {
      // The chat reports a missing agent itself after a while.
    }
  }

  private ChatEnding pipe(TerminalChat chat) throws Exception {
    var in =
        new BufferedReader(new InputStreamReader(new FileInputStream(FileDescriptor.in), UTF_8));
    return chat.pipe(in, screen.writer(), screen.errorWriter());
  }

  private TerminalSettings settings() {
    return TerminalSettings.of(bus.directories().state(), System.getProperty("user.name", "me"))
        .withId(id == null ? null : new ChatId(id))
        .withTo(to == null ? null : new Address(to))
        .withColour(screen.isColoured())
        .withChats(topics.apply(ChatSettings.standard().withGiveUpAfter(giveUpAfter), false))
        .withAnswerWithin(answerWithin);
  }

  static final class ChatIdText implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      try {
        return ChatId.check("id", text).value();
      } catch (InvalidField wrong) {
        throw new TypeConversionException(
            "'" + text + "' is not a chat id: use up to 64 letters, digits, '_', '.' and '-'");
      }
    }
  }

  /** A check that a peer listens on an address before a chat starts. */
  private record AgentPresence(BusClient client, Address agent) {
    private static final int NAMES_SHOWN = 8;

    void require(Duration atMost, WaitIndicator progress)
        throws CommandFailure, RpcException, NoAnswer, InterruptedException {
      List<Status.Connection> peers = client.status().connections();
      if (isServed(peers)) {
        return;
      }
      if (!atMost.isZero()
          && progress.await("waiting for " + agent, atMost, () -> isServed(look(peers)))) {
        return;
      }
      List<String> agents =
          peers.stream()
              .map(peer -> peer.clientId().value())
              .filter(name -> name.startsWith("agent:") && !name.equals("agent:system"))
              .limit(NAMES_SHOWN)
              .toList();
      throw new CommandFailure(
          ExitCodes.FAILED,
          agent + " is not connected.",
          agents.isEmpty()
              ? "No agents are connected. To start your own agent:  bub chat"
              : "Connected agents: " + String.join(", ", agents),
          "To wait for it:  bub chat --wait 5m --to " + agent);
    }

    private boolean isServed(List<Status.Connection> peers) {
      return peers.stream()
          .filter(peer -> !peer.clientId().equals(client.clientId()))
          .anyMatch(
              peer ->
                  peer.subscriptions().stream()
                      .anyMatch(pattern -> Pattern.of(pattern).matches(agent.value())));
    }

    /** Returns the previous peers while the bus does not answer. */
    private List<Status.Connection> look(List<Status.Connection> before)
        throws InterruptedException {
      try {
        return client.status().connections();
      } catch (RpcException | NoAnswer unavailable) {
        return before;
      }
    }
  }
}
