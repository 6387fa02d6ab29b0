package bub.cli.telegram;

import bub.channel.telegram.TelegramBridge;
import bub.channel.telegram.TelegramSettings;
import bub.cli.connect.BubDirectories;
import bub.cli.connect.ConnectOptions;
import bub.cli.connect.TopicOptions;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.cli.screen.ShutdownSignal;
import bub.store.StoreInUse;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bub telegram}: runs the Telegram bridge in the foreground. */
@Command(
    name = "telegram",
    mixinStandardHelpOptions = true,
    description = {
      "Connects a Telegram bot to agents.",
      "\"bub up\" includes this if it has a bot token. Runs until Ctrl-C."
    },
    footer = {
      "",
      "People who write to the bot for the first time get a code. Approve it:",
      "",
      "  bub telegram approve CODE"
    },
    subcommands = {
      TelegramApproveCommand.class,
      TelegramListCommand.class,
      TelegramRevokeCommand.class
    })
public final class TelegramCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private TelegramOptions telegram = new TelegramOptions();

  @Mixin private TopicOptions topics = new TopicOptions();

  @Mixin private ConnectOptions bus = new ConnectOptions();

  TelegramCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    BubDirectories places = bus.directories();
    places.create();
    TelegramSettings settings = telegram.settings(places, topics);
    if (settings == null) {
      throw new CommandFailure(
          ExitCodes.CONFIG,
          "No bot token is set.",
          "Get one:  write /newbot to @BotFather",
          "Set it:   export BUB_TELEGRAM_TOKEN=…   or   --telegram-token-file FILE");
    }
    TelegramBridge bridge = start(settings, bus);
    ShutdownSignal.before(() -> close(bridge));
    screen.line("bub telegram bridge ready, bus " + bus.url());
    String why = bridge.awaitStopped();
    if (ShutdownSignal.hasBegun()) {
      return ShutdownSignal.await();
    }
    screen.problem("The bridge stopped: " + why);
    return ExitCodes.FAILED;
  }

  private static TelegramBridge start(TelegramSettings settings, ConnectOptions bus)
      throws Exception {
    try {
      return TelegramBridge.start(settings, bus::bridgeClient);
    } catch (StoreInUse running) {
      throw new CommandFailure(
          ExitCodes.FAILED,
          "A bridge for this bot is already running.",
          "bub up includes a bridge if it has the bot token");
    }
  }

  public static void close(TelegramBridge bridge) {
    try {
      bridge.close();
    } catch (IOException failed) {
      LoggerFactory.getLogger(TelegramCommand.class)
          .warn("Failed to close the Telegram bridge", failed);
    }
  }
}
