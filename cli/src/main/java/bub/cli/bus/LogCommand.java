package bub.cli.bus;

import bub.bus.activity.event.Trail;
import bub.bus.activity.query.ActivityReader;
import bub.cli.connect.AnsweringNodes;
import bub.cli.connect.CallerOptions;
import bub.cli.connect.ReceiveLimit;
import bub.cli.option.InputFile;
import bub.cli.option.ValidText;
import bub.cli.option.ValidText.AddressText;
import bub.cli.option.ValidText.MessageIdText;
import bub.cli.option.ValidText.TraceIdText;
import bub.cli.option.WholeNumber.PositiveNumber;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.cli.screen.TimeSpan;
import bub.client.BusClient;
import bub.json.InvalidField;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import bub.protocol.ActivityRows;
import bub.protocol.ClusterStatus;
import bub.protocol.trace.Step;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bub bus log}: prints messages and events from the activity log. */
@Command(
    name = "log",
    mixinStandardHelpOptions = true,
    description = "Shows messages from the activity log, oldest first.",
    footer = {
      "",
      "Each line shows the time, sender → recipient, type, status, duration and first",
      "words of a message. To trace one message: bub bus where ID",
      "",
      "Examples:",
      "",
      "  bub bus log --since 10m --status timeout",
      "  bub bus log --follow",
      "  bub bus log --trace 4bf92f3577b34da6a3ce929d0e0e4736",
      "  bub bus log --file /var/lib/bub/activity.db    # works without a bus"
    })
final class LogCommand implements Callable<Integer> {
  private final Screen screen;
  private final LiveMessages live = new LiveMessages(this::showFinished);

  @Mixin private CallerOptions bus = new CallerOptions();

  @Option(
      names = "--message-id",
      paramLabel = "ID",
      converter = MessageIdText.class,
      description = "Show only this message.")
  private @Nullable String messageId;

  @Option(
      names = "--trace",
      paramLabel = "ID",
      converter = TraceIdText.class,
      description = "Show only messages of this trace.")
  private @Nullable String trace;

  @Option(
      names = "--to",
      paramLabel = "ADDRESS",
      converter = AddressText.class,
      description = "Show only messages to this address.")
  private @Nullable String to;

  @Option(
      names = "--actor",
      paramLabel = "ADDRESS",
      converter = AddressText.class,
      description = "Show only messages that this peer sent or received.")
  private @Nullable String actor;

  @Option(
      names = "--event",
      paramLabel = "EVENT",
      converter = EventWord.class,
      description =
          "Show only this event, one line per event: send_start, process_start, process_finish,"
              + " send_finish or log_gap.")
  private @Nullable String event;

  @Option(names = "--events", description = "Show every event, one line per event.")
  private boolean events;

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      converter = StatusWord.class,
      description =
          "Show only this status: ok, error, timeout, disconnected, busy, no_recipient, refused"
              + " or halted.")
  private @Nullable String status;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description = "Show only messages from the last TIME, such as 10m.")
  private @Nullable Duration since;

  @Option(
      names = "--limit",
      defaultValue = "100",
      paramLabel = "N",
      converter = PositiveNumber.class,
      description =
          "Maximum number of messages to show, or of events with --events (default:"
              + " ${DEFAULT-VALUE}).")
  private int limit;

  @Option(
      names = "--all",
      description = "Also show steps, typing and partial events of agents, which are hidden.")
  private boolean all;

  @Option(names = "--follow", description = "Keep printing messages as they finish, until Ctrl-C.")
  private boolean follow;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      converter = InputFile.class,
      description = "Read this log file instead of querying the bus.")
  private @Nullable Path file;

  @Option(
      names = "--json",
      description = "Print one JSON object per message, or per event with --events.")
  private boolean json;

  static final class EventWord extends ValidText {
    private static final List<String> WORDS =
        List.of("send_start", "process_start", "process_finish", "send_finish", "log_gap");

    EventWord() {
      super(WORDS::contains, "one of " + String.join(", ", WORDS));
    }
  }

  static final class StatusWord extends ValidText {
    private static final List<String> WORDS =
        Stream.concat(Stream.of(Trail.Status.values()).map(Trail.Status::word), Stream.of("start"))
            .toList();

    StatusWord() {
      super(WORDS::contains, "one of " + String.join(", ", WORDS));
    }
  }

  LogCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    ActivityFilter filter = filter();
    if (file != null && follow) {
      throw new CommandFailure(ExitCodes.USAGE, "--follow needs a running bus. Remove --file.");
    }
    if (file != null) {
      try (ActivityReader reader = ActivityReader.open(file)) {
        showHistory(reader::query, filter);
      }
      return ExitCodes.OK;
    }
    try (BusClient client = bus.connect()) {
      var nodes = new AnsweringNodes(client);
      showHistory(nodes::activity, filter);
      nodes.report(screen);
      if (follow) {
        ClusterStatus cluster = client.cluster();
        if (cluster != null) {
          screen.remark(
              "Following the events of node %s only. To follow another node, connect to it."
                  .formatted(Screen.oneLine(cluster.node())));
        }
        client.watchActivity(watched(filter), this::show);
        new ReceiveLimit(client).await();
      }
    }
    return ExitCodes.OK;
  }

  private boolean showsEvents() {
    return events || event != null;
  }

  /** Programs get everything, and so does a person who asks for one message or for steps. */
  private boolean folds() {
    return !all && !json && messageId == null && !Step.ADDRESS.value().equals(to);
  }

  private void showHistory(MessageHistory.Pages pages, ActivityFilter filter) throws Exception {
    var history = new MessageHistory(pages, folds());
    // Pages arrive newest first and are printed last. Lines take less memory than events.
    var lines = new ArrayDeque<String>();
    if (showsEvents()) {
      history.events(
          filter, limit, rows -> rows.reversed().forEach(row -> lines.addFirst(line(row))));
    } else {
      history.messages(
          filter,
          limit,
          message -> {
            if (follow && !message.isFinished()) {
              live.begin(message);
            } else if (!json || !message.isGap()) {
              lines.addFirst(line(message));
            }
          });
    }
    lines.forEach(screen::line);
    if (history.folded() == 1) {
      screen.remark("1 step, typing or partial event is hidden. Show it with --all.");
    } else if (history.folded() > 1) {
      screen.remark(
          history.folded() + " steps, typing and partial events are hidden. Show them with --all.");
    }
  }

  /** Passes all events of a message, because messages that do not match are dropped later. */
  private ActivityFilter watched(ActivityFilter filter) {
    boolean showsEvents = showsEvents();
    return new ActivityFilter(
        filter.messageId(),
        showsEvents ? filter.actor() : null,
        filter.to(),
        showsEvents ? filter.event() : null,
        showsEvents ? filter.status() : null,
        null,
        null,
        null,
        null,
        1,
        1,
        filter.trace());
  }

  private ActivityFilter filter() {
    return new ActivityFilter(
        messageId,
        actor,
        to,
        event,
        status,
        since == null ? null : Instant.now().minus(since),
        null,
        null,
        null,
        ActivityFilter.MAX_LIMIT,
        1,
        trace);
  }

  private void show(ActivityRows rows) {
    if (rows.missed() > 0) {
      screen.problem("Skipped " + rows.missed() + " events that arrived too fast.");
    }
    for (ActivityRow row : rows.rows()) {
      if (showsEvents()) {
        screen.line(line(row));
      } else {
        live.add(row);
      }
    }
  }

  private void showFinished(LoggedMessage message) {
    if (message.has(actor, status)
        && !(json && message.isGap())
        && !(folds() && message.isProgress())) {
      screen.line(line(message));
    }
  }

  private String line(LoggedMessage message) {
    ZoneId zone = ZoneId.systemDefault();
    return json ? message.json() : message.line(screen, zone, LocalDate.now(zone));
  }

  private String line(ActivityRow row) {
    if (json) {
      // Outside of JSON strings, line breaks have no meaning.
      return row.toRaw().toString().replace('\n', ' ').replace('\r', ' ');
    }
    String word = String.valueOf(row.status());
    String shown =
        switch (word) {
          case "ok" -> screen.green(word);
          case "start" -> screen.dim(word);
          default -> screen.red(word);
        };
    return screen.dim(row.ts())
        + (row.node() == null ? "" : " " + screen.dim(Screen.oneLine("%-5s".formatted(row.node()))))
        + " "
        + "%-14s ".formatted(row.event())
        + Screen.oneLine("%s  %s → %s  ".formatted(row.messageId(), row.actor(), row.to()))
        + shown
        + type(row)
        + (row.error() == null ? "" : "  " + Screen.oneLine(row.error()));
  }

  private String type(ActivityRow row) {
    if (row.payload() == null || !row.event().equals("send_start")) {
      return "";
    }
    try {
      String type = row.payload().fields().optionalString("type");
      return type == null ? "" : "  " + screen.bold(Screen.oneLine(type));
    } catch (InvalidField odd) {
      return "";
    }
  }
}
