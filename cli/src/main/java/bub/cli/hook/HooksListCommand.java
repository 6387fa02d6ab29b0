package bub.cli.hook;

import bub.cli.connect.DirectoryOptions;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.gateway.hook.Hook;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bub hooks list}: lists the hooks, never their secrets. */
@Command(name = "list", mixinStandardHelpOptions = true, description = "Lists hooks.")
final class HooksListCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  @Option(names = "--json", description = "Print the hooks as JSON.")
  private boolean json;

  HooksListCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    List<Hook> hooks = HooksFile.in(directories.resolve().state()).read().hooks();
    if (json) {
      JsonValue list =
          out -> {
            out.beginArray();
            hooks.forEach(hook -> write(out, hook));
            out.endArray();
          };
      screen.line(list.toRaw().toString());
      return ExitCodes.OK;
    }
    if (hooks.isEmpty()) {
      screen.hint("No hooks. To add one:  bub hooks add NAME --to ADDRESS");
    }
    for (Hook hook : hooks) {
      screen.line(
          screen.bold("%-16s".formatted(hook.name()))
              + "  %-24s  %-8s  %s"
                  .formatted(
                      Screen.oneLine(hook.to().value()),
                      hook.signature().word(),
                      Screen.oneLine(hook.text())));
    }
    return ExitCodes.OK;
  }

  private static void write(JsonWriter out, Hook hook) {
    out.beginObject().field("name", hook.name()).field("to", hook.to().value());
    out.field("signature", hook.signature().word()).field("text", hook.text());
    out.field("maxBytes", hook.maxBytes());
    out.field("replayWindowSeconds", hook.replayWindow().toSeconds()).endObject();
  }
}
