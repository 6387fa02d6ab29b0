package bub.cli.agents;

import bub.cli.connect.CallerOptions;
import bub.cli.option.ValidText.AddressText;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.client.BusClient;
import bub.json.Fields;
import bub.system.route.SessionReport;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bub sessions show}: prints all details of one agent of a chat. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = "Shows the details of one agent.")
final class SessionsShowCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private CallerOptions bus = new CallerOptions();

  @Option(names = "--json", description = "Print the session as JSON.")
  private boolean json;

  @Parameters(
      paramLabel = "AGENT",
      converter = AddressText.class,
      description = "Address of the agent or of its chat, such as term:me.")
  private String agent = "";

  SessionsShowCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    SessionReport report;
    try (BusClient client = bus.connect()) {
      report = new SystemAgentClient(client).session(agent);
    }
    if (json) {
      screen.line(report.toRaw().toString());
      return ExitCodes.OK;
    }
    Fields fields = report.toRaw().fields();
    for (int i = 0; i < fields.count(); i++) {
      String value =
          fields.value(i).isString() ? fields.value(i).asString() : fields.value(i).toString();
      screen.line("  " + screen.dim("%-16s".formatted(fields.name(i))) + Screen.oneLine(value));
    }
    return ExitCodes.OK;
  }
}
