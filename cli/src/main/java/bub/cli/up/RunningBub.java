package bub.cli.up;

import bub.channel.telegram.TelegramBridge;
import bub.channel.telegram.TelegramSettings;
import bub.cli.agents.SpawnOptions;
import bub.cli.console.ConsoleOptions;
import bub.cli.reach.Directories;
import bub.cli.reach.OwnPrincipals;
import bub.cli.reach.TopicOptions;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Refusal;
import bub.cli.serve.RunningBus;
import bub.cli.serve.ServeOptions;
import bub.cli.telegram.TelegramCommand;
import bub.cli.telegram.TelegramOptions;
import bub.client.NoAnswer;
import bub.client.Surroundings;
import bub.console.Console;
import bub.jsonrpc.RpcException;
import bub.system.SystemAgent;
import bub.system.SystemSettings;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * All of bub in this process: the bus with its lobby, the system agent, the console, the bridges to
 * chats.
 */
final class RunningBub implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final RunningBus bus;
  private final SystemAgent systemAgent;
  private final Console console;
  private final @Nullable TelegramBridge telegram;
  private final OwnPrincipals principals;

  private RunningBub(
      RunningBus bus,
      SystemAgent systemAgent,
      Console console,
      @Nullable TelegramBridge telegram,
      OwnPrincipals principals) {
    this.bus = bus;
    this.systemAgent = systemAgent;
    this.console = console;
    this.telegram = telegram;
    this.principals = principals;
  }

  /** Returns when all of it answers. */
  static RunningBub start(
      ServeOptions serve,
      SpawnOptions spawn,
      ConsoleOptions page,
      TelegramOptions telegram,
      TopicOptions topics)
      throws Refusal, IOException, RpcException, NoAnswer, InterruptedException {
    if (serve.tls().asksClients()) {
      throw new Refusal(
          ExitCodes.CONFIG,
          "agents have no certificates of their own to show",
          "run the parts apart:  bub bus serve …   and   bub system-agent --client-cert …");
    }
    Directories directories = serve.directories().resolve();
    TelegramSettings bot = telegram.settings(directories, topics);
    directories.create();
    var principals = new OwnPrincipals(directories);
    principals.reserveParts(page.writing()); // before anybody can connect
    serve.rules().limitSpawnRequests(spawn.maxSpawnRequests());
    RunningBus bus = RunningBus.start(serve);
    SystemAgent systemAgent = null;
    Console console = null;
    try {
      refuseIfClosed(bus);
      var line = new OwnLine(bus.ownUrl(), serve.tls().certificate(), principals);
      systemAgent = startAgent(line, spawn, directories);
      systemAgent.awaitConnected(PATIENCE);
      console =
          page.start(
              directories, topics, bus::isLocked, name -> line.consoleClient(name, page.writing()));
      TelegramBridge bridge = bot == null ? null : TelegramBridge.start(bot, line::bridgeClient);
      return new RunningBub(bus, systemAgent, console, bridge, line.principals());
    } catch (IOException
        | RpcException
        | NoAnswer
        | Refusal
        | InterruptedException
        | RuntimeException failed) {
      if (console != null) {
        console.close();
      }
      if (systemAgent != null) {
        systemAgent.close();
      }
      bus.close();
      throw failed;
    }
  }

  /** The parts of bub could not connect either. */
  private static void refuseIfClosed(RunningBus bus) throws Refusal {
    String problem = bus.problem();
    if (problem != null) {
      throw new Refusal(
          ExitCodes.CONFIG,
          "this bus is locked and lets nobody in: " + problem,
          "put the file back, or open the bus:  bub token unlock");
    }
  }

  private static SystemAgent startAgent(OwnLine line, SpawnOptions spawn, Directories directories)
      throws IOException {
    SystemSettings settings =
        spawn
            .settings(line.bus(), directories)
            .withToken(line.principals().ofSystemAgent())
            .withAgentOptions(line.arguments());
    return SystemAgent.start(
        settings,
        spawn.open(directories),
        line.principals(),
        line.connector(),
        Surroundings.system());
  }

  RunningBus bus() {
    return bus;
  }

  Console console() {
    return console;
  }

  /** Null when there is no bot. */
  @Nullable TelegramBridge telegram() {
    return telegram;
  }

  /**
   * Ends all of it: first who brings new words, then agents, which still have something to say, and
   * the bus last.
   */
  @Override
  public void close() {
    if (telegram != null) {
      TelegramCommand.close(telegram);
    }
    console.close();
    systemAgent.stopAgents();
    systemAgent.close();
    bus.drainAndClose();
    principals.releaseParts();
  }
}
