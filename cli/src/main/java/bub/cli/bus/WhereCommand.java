package bub.cli.bus;

import bub.cli.connect.AnsweringNodes;
import bub.cli.connect.CallerOptions;
import bub.cli.option.ValidText.MessageIdText;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.client.BusClient;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import bub.protocol.ActivityRows;
import bub.protocol.MessageId;
import bub.protocol.message.AppMessage;
import bub.protocol.message.DeliveryStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bub bus where}: prints the timeline of one message. */
@Command(
    name = "where",
    mixinStandardHelpOptions = true,
    description = "Shows who received a message, when, and how they answered.",
    footer = {"", "To show everything that a message caused:  bub trace ID"})
final class WhereCommand implements Callable<Integer> {
  private static final Duration CLOCK_DIFFERENCE = Duration.ofMinutes(5);

  private final Screen screen;

  @Mixin private CallerOptions bus = new CallerOptions();

  @Option(names = "--json", description = "Print the receipt as JSON.")
  private boolean json;

  @Parameters(
      paramLabel = "MESSAGE_ID",
      converter = MessageIdText.class,
      description = "Id of the message.")
  private String messageId = "";

  WhereCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    try (BusClient client = bus.connect()) {
      if (json) {
        screen.line(client.receipt(new MessageId(messageId)).toRaw().toString());
        return ExitCodes.OK;
      }
      ActivityRows found = client.activity(ActivityFilter.ofMessage(messageId));
      List<ActivityRow> rows = found.rows();
      AnsweringNodes.report(found.missingNodes(), screen);
      if (rows.isEmpty()) {
        throw new CommandFailure(
            ExitCodes.FAILED,
            "The activity log has no message " + messageId + ".",
            "To list recent messages:  bub bus log");
      }
      show(rows);
      showReports(client, first(rows));
      return ExitCodes.OK;
    }
  }

  private void show(List<ActivityRow> rows) {
    ActivityRow first = first(rows);
    screen.line(
        screen.bold(Screen.oneLine(messageId))
            + Screen.oneLine("  %s → %s   %s   ".formatted(first.actor(), first.to(), type(first)))
            + screen.dim(first.ts()));
    for (ActivityRow row : rows) {
      screen.line("  %s  %s%s".formatted(screen.dim(since(first, row)), step(row), node(row)));
    }
  }

  /** The clock of another node may put its events before the start. */
  private static ActivityRow first(List<ActivityRow> rows) {
    return rows.stream()
        .filter(row -> row.event().equals("send_start"))
        .findFirst()
        .orElse(rows.getFirst());
  }

  private String node(ActivityRow row) {
    return row.node() == null ? "" : screen.dim("  " + Screen.oneLine(row.node()));
  }

  /** The recipient may report later that a person has it, or that it failed. */
  private void showReports(BusClient client, ActivityRow first) throws Exception {
    var later =
        new ActivityFilter(
            null,
            first.to(),
            first.actor(),
            "send_start",
            null,
            // Ids count per node, and the report may come from another one.
            first.node() == null ? null : Instant.parse(first.ts()).minus(CLOCK_DIFFERENCE),
            null,
            null,
            first.node() == null ? first.id() : 0,
            ActivityFilter.MAX_LIMIT);
    for (ActivityRow row : client.activity(later).rows()) {
      if (report(row) instanceof DeliveryStatus status
          && status.messageId().value().equals(messageId)) {
        screen.line(
            "  %s  %s reports: %s%s"
                .formatted(
                    screen.dim(since(first, row)),
                    Screen.oneLine(String.valueOf(row.actor())),
                    status.status() == DeliveryStatus.Status.FAILED
                        ? screen.red(status.word())
                        : screen.green(status.word()),
                    status.error() == null ? "" : ", " + Screen.oneLine(status.error())));
      }
    }
  }

  private static @Nullable AppMessage report(ActivityRow row) {
    RawJson payload = row.payload();
    try {
      return payload == null ? null : AppMessage.read(payload);
    } catch (InvalidField odd) {
      return null;
    }
  }

  private static String since(ActivityRow first, ActivityRow row) {
    Duration elapsed = Duration.between(Instant.parse(first.ts()), Instant.parse(row.ts()));
    return String.format(Locale.ROOT, "%+9.1f ms", elapsed.toNanos() / 1e6);
  }

  private String step(ActivityRow row) {
    String status = String.valueOf(row.status());
    return switch (row.event()) {
      case "send_start" -> "accepted";
      case "process_start" -> "→ " + Screen.oneLine(String.valueOf(row.actor()));
      case "process_finish" ->
          "← " + Screen.oneLine(String.valueOf(row.actor())) + "  " + outcome(status, row);
      case "send_finish" -> "answered, " + coloured(status) + detail(row);
      default -> Screen.oneLine(row.event()) + detail(row);
    };
  }

  private String outcome(String status, ActivityRow row) {
    RawJson ack = row.payload();
    String said = ack == null ? "" : Ack.read(ack).message();
    return coloured(status) + (said.isEmpty() ? "" : " \"" + Screen.oneLine(said) + "\"");
  }

  private String coloured(String status) {
    return status.equals("ok") ? screen.green(status) : screen.red(status);
  }

  private static String detail(ActivityRow row) {
    return row.error() == null ? "" : ", " + Screen.oneLine(row.error());
  }

  private static String type(ActivityRow first) {
    try {
      RawJson payload = first.payload();
      String type = payload == null ? null : payload.fields().optionalString("type");
      return type == null ? "" : type;
    } catch (InvalidField odd) {
      return "";
    }
  }
}
