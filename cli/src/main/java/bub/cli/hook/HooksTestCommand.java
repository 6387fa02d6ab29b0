package bub.cli.hook;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.cli.connect.BubDirectories;
import bub.cli.connect.DirectoryOptions;
import bub.cli.hook.HooksAddCommand.HookName;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.console.RunningConsole;
import bub.gateway.hook.Hook;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.RawJson;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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
    RunningConsole console = RunningConsole.in(where.state());
    if (console == null) {
      throw new CommandFailure(
          ExitCodes.UNAVAILABLE,
          "bub is not running (state directory: " + where.state() + ").",
          "To start it:  bub up");
    }
    String id = post(console.door().resolve("/hooks/" + name), hook);
    screen.line(id);
    screen.hint("Accepted for " + hook.to() + ". To see its route:  bub bus where " + id);
    return ExitCodes.OK;
  }

  private String post(URI url, Hook hook) throws IOException, CommandFailure {
    byte[] bytes = body.getBytes(UTF_8);
    var connection = (HttpURLConnection) url.toURL().openConnection(Proxy.NO_PROXY);
    connection.setConnectTimeout((int) TIMEOUT.toMillis());
    connection.setReadTimeout((int) TIMEOUT.toMillis());
    connection.setRequestMethod("POST");
    connection.setDoOutput(true);
    connection.setRequestProperty("Content-Type", "application/json");
    hook.signature()
        .sign(hook.secret(), Instant.now(), UUID.randomUUID().toString(), bytes)
        .forEach(connection::setRequestProperty);
    try {
      connection.getOutputStream().write(bytes);
      int status = connection.getResponseCode();
      Fields answer =
          answer(status < 400 ? connection.getInputStream() : connection.getErrorStream());
      if (status != 200) {
        throw new CommandFailure(
            ExitCodes.FAILED, "bub refused the request: " + answer.string("error"));
      }
      return answer.string("messageId");
    } catch (InvalidJson | InvalidField odd) {
      throw new CommandFailure(
          ExitCodes.FAILED,
          url + " did not answer like a hook: " + odd.getMessage(),
          "bub must run with --doors hooks, or without --doors.");
    } finally {
      connection.disconnect();
    }
  }

  private static Fields answer(@Nullable InputStream stream) throws IOException, InvalidJson {
    if (stream == null) {
      throw new IOException("the answer is empty");
    }
    try (stream) {
      return RawJson.parse(stream.readNBytes(MOST_BYTES), RawJson.DEFAULT_DEPTH).fields();
    }
  }
}
