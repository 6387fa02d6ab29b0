package bub.cli.serve;

import bub.bus.BusLimits;
import bub.bus.memory.MemoryLimits;
import bub.cli.machine.FileDescriptors;
import bub.cli.option.InSection;
import bub.cli.option.Section;
import bub.cli.option.WholeNumber.PositiveNumber;
import bub.cli.screen.ByteSize;
import bub.cli.screen.TimeSpan;
import java.time.Duration;
import picocli.CommandLine.Option;

/** Options for the limits of a peer. */
@InSection(Section.LIMITS)
final class LimitOptions {
  @Option(
      names = "--process-timeout",
      defaultValue = "60s",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description = "Time allowed for a recipient to answer a message (default: ${DEFAULT-VALUE}).")
  Duration processTimeout = Duration.ZERO;

  @Option(
      names = "--interceptor-timeout",
      defaultValue = "5s",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description = "Time allowed for an interceptor to answer (default: ${DEFAULT-VALUE}).")
  Duration interceptTimeout = Duration.ZERO;

  @Option(
      names = "--max-message",
      defaultValue = "1MiB",
      paramLabel = "SIZE",
      converter = ByteSize.Converter.class,
      description = "Maximum size of a message (default: ${DEFAULT-VALUE}).")
  ByteSize maxMessage = new ByteSize(0);

  @Option(
      names = "--max-depth",
      defaultValue = "64",
      paramLabel = "N",
      converter = PositiveNumber.class,
      description = "Maximum nesting depth of JSON (default: ${DEFAULT-VALUE}).")
  int maxDepth;

  @Option(
      names = "--max-batch",
      defaultValue = "100",
      paramLabel = "N",
      converter = PositiveNumber.class,
      description = "Maximum number of calls in a batch (default: ${DEFAULT-VALUE}).")
  int maxBatch;

  @Option(
      names = "--max-connections",
      defaultValue = "20000",
      paramLabel = "N",
      converter = PositiveNumber.class,
      description = "Maximum number of connections (default: ${DEFAULT-VALUE}).")
  int maxConnections;

  @Option(
      names = "--max-subscriptions",
      defaultValue = "1024",
      paramLabel = "N",
      converter = PositiveNumber.class,
      description = "Maximum number of subscriptions per connection (default: ${DEFAULT-VALUE}).")
  int maxSubscriptions;

  @Option(
      names = "--max-in-flight",
      defaultValue = "1024",
      paramLabel = "N",
      converter = PositiveNumber.class,
      description =
          "Maximum number of unanswered messages per recipient (default: ${DEFAULT-VALUE}).")
  int maxInFlight;

  @Option(
      names = "--initialize-timeout",
      defaultValue = "60s",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description =
          "Close a connection that does not initialize in time (default: ${DEFAULT-VALUE}).")
  Duration initializeTimeout = Duration.ZERO;

  BusLimits limits() {
    return new BusLimits(
        (int) Math.min(maxMessage.bytes(), Integer.MAX_VALUE / 2),
        maxDepth,
        maxBatch,
        initializeTimeout,
        processTimeout,
        interceptTimeout,
        maxInFlight,
        maxSubscriptions,
        FileDescriptors.share(5, maxConnections),
        memory());
  }

  /** Unauthenticated connections get few file descriptors, so that peers can still connect. */
  private static MemoryLimits memory() {
    MemoryLimits standard = MemoryLimits.standard();
    int strangers = FileDescriptors.share(1, standard.maxUninitialized());
    return standard.withUninitialized(
        strangers, Math.min(strangers, standard.maxUninitializedPerAddress()));
  }
}
