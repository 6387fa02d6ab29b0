package bub.cli;

import bub.bus.Hub;
import bub.bus.Limits;
import bub.bus.activity.ActivitySettings;
import bub.bus.deliver.Interceptors;
import bub.bus.policy.TypeRules;
import bub.bus.server.ServerSettings;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of everything that runs a bus. */
final class ServeOptions {
  @Option(
      names = "--host",
      defaultValue = "127.0.0.1",
      description = "Where to listen (default: ${DEFAULT-VALUE}).")
  String host = "";

  @Option(
      names = "--port",
      defaultValue = "7892",
      description = "0 picks a free one (default: ${DEFAULT-VALUE}).")
  int port;

  @Option(
      names = "--run-dir",
      paramLabel = "DIR",
      description = "For pid and port files (default: /run/bub, or $XDG_RUNTIME_DIR/bub).")
  @Nullable Path runDir;

  @Option(
      names = "--state-dir",
      paramLabel = "DIR",
      description =
          "For what must survive a reboot (default: /var/lib/bub, or ~/.local/state/bub; with"
              + " --run-dir: DIR/state).")
  @Nullable Path stateDir;

  @Option(
      names = "--activity-log",
      paramLabel = "FILE|off",
      description =
          "Where every message is on record (default: activity.db in the state directory).")
  @Nullable String activityLog;

  @Option(
      names = "--activity-payloads",
      defaultValue = "full",
      paramLabel = "full|none",
      description = "none keeps what was said out of the log (default: ${DEFAULT-VALUE}).")
  ActivitySettings.Payloads activityPayloads = ActivitySettings.Payloads.FULL;

  @Option(
      names = "--activity-rotate",
      defaultValue = "256MiB",
      paramLabel = "SIZE",
      converter = ByteSize.Converter.class,
      description =
          "Start a new log file past this size; old ones stay searchable (default:"
              + " ${DEFAULT-VALUE}).")
  ByteSize activityRotate = new ByteSize(0);

  @Option(
      names = "--activity-retention",
      paramLabel = "AGE[,SIZE]",
      converter = Retention.Converter.class,
      description =
          "Delete old log files by age and total size, such as 30d,10GiB (default: keep all).")
  Retention activityRetention = Retention.EVERYTHING;

  @Option(
      names = "--process-timeout",
      defaultValue = "60s",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description = "How long a recipient may take to answer (default: ${DEFAULT-VALUE}).")
  Duration processTimeout = Duration.ZERO;

  @Option(
      names = "--interceptor-timeout",
      defaultValue = "5s",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description = "How long an interceptor may take to answer (default: ${DEFAULT-VALUE}).")
  Duration interceptTimeout = Duration.ZERO;

  @Option(
      names = "--interceptor-failure",
      defaultValue = "open",
      paramLabel = "open|closed",
      description =
          "When an interceptor does not answer: open passes it over, closed halts the message"
              + " (default: ${DEFAULT-VALUE}).")
  Interceptors.OnFailure interceptorFailure = Interceptors.OnFailure.OPEN;

  @Option(
      names = "--strict-types",
      description = "Refuse every message type that is not listed for the sender's role.")
  boolean strictTypes;

  @Option(
      names = "--max-message",
      defaultValue = "1MiB",
      paramLabel = "SIZE",
      converter = ByteSize.Converter.class,
      description = "Largest message (default: ${DEFAULT-VALUE}).")
  ByteSize maxMessage = new ByteSize(0);

  @Option(
      names = "--max-depth",
      defaultValue = "64",
      paramLabel = "N",
      description = "Deepest nesting of JSON (default: ${DEFAULT-VALUE}).")
  int maxDepth;

  @Option(
      names = "--max-batch",
      defaultValue = "100",
      paramLabel = "N",
      description = "Most calls in one batch (default: ${DEFAULT-VALUE}).")
  int maxBatch;

  @Option(
      names = "--max-connections",
      defaultValue = "20000",
      paramLabel = "N",
      description = "Most connections (default: ${DEFAULT-VALUE}).")
  int maxConnections;

  @Option(
      names = "--max-subscriptions",
      defaultValue = "1024",
      paramLabel = "N",
      description = "Most subscriptions of a connection (default: ${DEFAULT-VALUE}).")
  int maxSubscriptions;

  @Option(
      names = "--max-in-flight",
      defaultValue = "1024",
      paramLabel = "N",
      description = "Most unanswered deliveries to a peer (default: ${DEFAULT-VALUE}).")
  int maxInFlight;

  @Option(
      names = "--max-backlog",
      defaultValue = "4MiB",
      paramLabel = "SIZE",
      converter = ByteSize.Converter.class,
      description = "Most unread bytes of a peer (default: ${DEFAULT-VALUE}).")
  ByteSize maxBacklog = new ByteSize(0);

  @Option(
      names = "--max-backlog-total",
      defaultValue = "64MiB",
      paramLabel = "SIZE",
      converter = ByteSize.Converter.class,
      description = "Most unread bytes of all peers (default: ${DEFAULT-VALUE}).")
  ByteSize maxBacklogTotal = new ByteSize(0);

  @Option(
      names = "--initialize-timeout",
      defaultValue = "60s",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description = "How long a new connection may stay silent (default: ${DEFAULT-VALUE}).")
  Duration initializeTimeout = Duration.ZERO;

  @Option(
      names = "--ping-after",
      defaultValue = "20s",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description = "Ping a peer that is quiet this long (default: ${DEFAULT-VALUE}).")
  Duration pingAfter = Duration.ZERO;

  @Option(
      names = "--pong-within",
      defaultValue = "10s",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description = "Close a peer that does not answer the ping (default: ${DEFAULT-VALUE}).")
  Duration pongWithin = Duration.ZERO;

  @Option(
      names = "--drain",
      defaultValue = "10s",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description =
          "How long messages in flight may finish at shutdown (default: ${DEFAULT-VALUE}).")
  Duration drain = Duration.ZERO;

  @Option(
      names = "--test-echo",
      hidden = true,
      description = "Serve /echo for WebSocket conformance suites.")
  boolean testEcho;

  Directories directories() {
    return Directories.resolve(runDir, stateDir, System::getenv);
  }

  ServerSettings server() {
    return new ServerSettings(
        host,
        port,
        pingAfter,
        pongWithin,
        drain,
        ServerSettings.PATIENCE,
        maxBacklog.bytes(),
        maxBacklogTotal.bytes(),
        testEcho);
  }

  Limits limits() {
    return new Limits(
        (int) Math.min(maxMessage.bytes(), Integer.MAX_VALUE / 2),
        maxDepth,
        maxBatch,
        initializeTimeout,
        processTimeout,
        interceptTimeout,
        maxInFlight,
        maxSubscriptions,
        maxConnections);
  }

  Hub.Rules rules() {
    return new Hub.Rules(
        TypeRules.builtIn(strictTypes), interceptorFailure, bub.bus.policy.Rates.standard());
  }

  /** Null when the log is off. */
  @Nullable ActivitySettings activity(Directories directories) {
    if ("off".equals(activityLog)) {
      return null;
    }
    Path file =
        activityLog == null ? directories.state().resolve("activity.db") : Path.of(activityLog);
    return new ActivitySettings(
        file,
        activityPayloads,
        activityRotate.bytes(),
        activityRetention.age(),
        activityRetention.bytes(),
        ActivitySettings.QUEUE_BYTES);
  }
}
