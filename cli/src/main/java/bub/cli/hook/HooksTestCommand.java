package bub.cli.hook;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.cli.connect.BubDirectories;
import bub.cli.connect.DirectoryOptions;
import bub.cli.connect.LocalDoors;
import bub.cli.hook.HooksAddCommand.HookName;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.gateway.a2a.net.OutgoingResponse;
import bub.gateway.hook.Hook;
import bub.gateway.local.DoorExchange;
import bub.gateway.local.DoorFinder;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.RawJson;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bub hooks test}: posts to a hook of the running bub as its service would. */
@Command(
    name = "test",
    mixinStandardHelpOptions = true,
    description = "Posts a signed request to a hook, as its service would.",
    footer = {
      "",
      "Examples:",
      "",
      "  bub hooks test alarm",
      "  bub hooks test alarm --body '{\"status\":\"down\"}'"
    })
final class HooksTestCommand implements Callable<Integer> {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int MOST_BYTES = 64 * 1024;

  private final Screen screen;

  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      converter = HookName.class,
      description = "Name of the hook.")
  private String name = "";

  @Option(
      names = "--body",
      paramLabel = "JSON",
      defaultValue = "{\"test\":true}",
      description = "Body of the request (default: ${DEFAULT-VALUE}).")
  private String body = "";

  HooksTestCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    BubDirectories where = directories.resolve();
    Hook hook = HooksFile.find(where.state(), name);
    DoorFinder doors = LocalDoors.running(where);
    String id = post(doors, hook);
    screen.line(id);
    screen.hint("Accepted for " + hook.to() + ". To see its route:  bub bus where " + id);
    return ExitCodes.OK;
  }

  private String post(DoorFinder doors, Hook hook) throws IOException, CommandFailure {
    byte[] bytes = body.getBytes(UTF_8);
    String path = "/hooks/" + name;
    var headers = new HashMap<>(Map.of("Content-Type", "application/json"));
    headers.putAll(
        hook.signature().sign(hook.secret(), Instant.now(), UUID.randomUUID().toString(), bytes));
    try (var exchange = new DoorExchange(doors);
        OutgoingResponse response = exchange.send("POST", path, headers, bytes, TIMEOUT)) {
      Fields answer = RawJson.parse(response.readAll(MOST_BYTES), RawJson.DEFAULT_DEPTH).fields();
      if (response.status() != 200) {
        throw new CommandFailure(
            ExitCodes.FAILED, "bub refused the request: " + answer.string("error"));
      }
      return answer.string("messageId");
    } catch (InvalidJson | InvalidField | IllegalStateException odd) {
      throw new CommandFailure(
          ExitCodes.FAILED,
          path + " did not answer like a hook: " + odd.getMessage(),
          "bub must run with --doors hooks, or without --doors.");
    }
  }
}
