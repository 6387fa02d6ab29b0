package bub.cli.up;

import bub.cli.agents.SpawnOptions;
import bub.cli.connect.TopicOptions;
import bub.cli.console.ConsoleOptions;
import bub.cli.mcp.McpServerOptions;
import bub.cli.screen.Screen;
import bub.cli.screen.ShutdownSignal;
import bub.cli.serve.ServeOptions;
import bub.cli.telegram.TelegramOptions;
import bub.console.Console;
import bub.console.login.ConsoleRole;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bub up}: runs all of bub on this machine in one process. */
@Command(
    name = "up",
    mixinStandardHelpOptions = true,
    description = {
      "Runs bub on this machine: bus, lobby, agents and web console.",
      "Includes the system agent, which starts an agent for each chat, and the Telegram"
          + " bridge if a bot token is set. Runs until Ctrl-C."
    },
    footer = {
      "",
      "Prints \"bub is up\" and the URL of the web console when everything is ready. Open",
      "the URL, or chat in another terminal:",
      "",
      "  bub chat"
    })
public final class UpCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(UpCommand.class);

  private final Screen screen;

  @Mixin private ServeOptions serve = new ServeOptions();

  @Mixin private SpawnOptions spawn = new SpawnOptions();

  @Mixin private ConsoleOptions console = new ConsoleOptions();

  @Mixin private DoorOptions doors = new DoorOptions();

  @Mixin private TelegramOptions telegram = new TelegramOptions();

  @Mixin private TopicOptions topics = new TopicOptions();

  @Mixin private McpServerOptions mcp = new McpServerOptions();

  UpCommand(Screen screen) {
    this.screen = screen;
  }

  RunningBub start() throws Exception {
    return RunningBub.start(serve, spawn, console, doors, telegram, topics, mcp);
  }

  @Override
  public Integer call() throws Exception {
    spawn.checkModel(screen);
    RunningBub bub = start();
    ShutdownSignal.before(
        () -> {
          screen.line("Stopping bub: agents first, then messages in flight …");
          bub.close();
          screen.line("bub has stopped.");
        });
    welcome(bub);
    return ShutdownSignal.await();
  }

  private void welcome(RunningBub bub) {
    Path runDir = serve.directories().runDir();
    String where = runDir == null ? "" : " --run-dir " + runDir;
    screen.line(screen.green("●") + " " + screen.bold("bub is up") + "  " + bub.bus().url());
    row("console", screen.bold(page(bub.console())) + screen.dim("  chat and watch messages"));
    if (!bub.gateway().doors().isEmpty()) {
      row("doors", bub.gateway().doors() + screen.dim("  for programs, at the same port"));
    }
    row("model", model());
    row("files", serve.directories().resolve().state().toString());
    row("chat", "bub chat" + where + screen.dim("  in another terminal"));
    row(
        "watch",
        "bub top"
            + where
            + "    bub status"
            + where
            + "    bub bus log --follow"
            + where
            + "    bub sessions list"
            + where);
    if (bub.telegram() != null) {
      row("telegram", "on" + screen.dim("  approve new users:  bub telegram approve CODE" + where));
    }
    row("stop", "Ctrl-C" + screen.dim("  or  bub down" + where));
  }

  /** A full disk cannot store a login link; the plain URL serves then. */
  private static String page(Console console) {
    try {
      return (console.isLocked() ? console.loginLink(ConsoleRole.OPERATOR) : console.url())
          .toString();
    } catch (IOException failed) {
      LOG.error("Cannot create a login link: {}", failed.getMessage());
      return console.url().toString();
    }
  }

  private String model() {
    String model = spawn.model();
    return model == null
        ? "echo"
            + screen.dim("  repeats your messages; to use a model:  bub up --model provider/name")
        : model;
  }

  private void row(String name, String text) {
    screen.line("  " + screen.bold("%-10s".formatted(name)) + screen.runnable(text));
  }
}
