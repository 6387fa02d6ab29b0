package bub.cli.serve;

import bub.bus.server.ServerSettings;
import bub.cli.connect.DirectoryOptions;
import bub.cli.option.InSection;
import bub.cli.option.ListenHost;
import bub.cli.option.Section;
import bub.cli.screen.ByteSize;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.PortNumber;
import bub.cli.screen.TimeSpan;
import java.time.Duration;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of every command that runs a bus. */
@InSection(Section.BUS)
public final class ServeOptions {
  @Option(
      names = "--host",
      paramLabel = "HOST",
      defaultValue = "127.0.0.1",
      converter = ListenHost.class,
      description = "Listen on this address (default: ${DEFAULT-VALUE}).")
  String host = "";

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "7892",
      converter = PortNumber.class,
      description = "Listen on this port; 0 selects a free port (default: ${DEFAULT-VALUE}).")
  int port;

  @InSection(Section.LIMITS)
  @Option(
      names = "--max-backlog",
      defaultValue = "4MiB",
      paramLabel = "SIZE",
      converter = ByteSize.Converter.class,
      description = "Maximum number of unread bytes per peer (default: ${DEFAULT-VALUE}).")
  ByteSize maxBacklog = new ByteSize(0);

  @InSection(Section.LIMITS)
  @Option(
      names = "--max-backlog-total",
      defaultValue = "64MiB",
      paramLabel = "SIZE",
      converter = ByteSize.Converter.class,
      description = "Maximum number of unread bytes for all peers (default: ${DEFAULT-VALUE}).")
  ByteSize maxBacklogTotal = new ByteSize(0);

  @InSection(Section.LIMITS)
  @Option(
      names = "--ping-after",
      defaultValue = "20s",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description = "Ping a peer that has been silent for this long (default: ${DEFAULT-VALUE}).")
  Duration pingAfter = Duration.ZERO;

  @InSection(Section.LIMITS)
  @Option(
      names = "--pong-within",
      defaultValue = "10s",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description =
          "Disconnect a peer that does not answer a ping in time (default: ${DEFAULT-VALUE}).")
  Duration pongWithin = Duration.ZERO;

  @Option(
      names = "--drain",
      defaultValue = "10s",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description =
          "At shutdown, wait up to this long for messages in flight (default: ${DEFAULT-VALUE}).")
  Duration drain = Duration.ZERO;

  @Option(
      names = "--test-echo",
      hidden = true,
      description = "Serve /echo for WebSocket conformance suites.")
  boolean testEcho;

  @Mixin private DirectoryOptions directories = new DirectoryOptions();
  @Mixin ActivityOptions activity = new ActivityOptions();
  @Mixin RuleOptions rules = new RuleOptions();
  @Mixin LimitOptions limits = new LimitOptions();
  @Mixin LobbyOptions lobby = new LobbyOptions();
  @Mixin private TlsOptions tls = new TlsOptions();
  @Mixin private OriginOptions door = new OriginOptions();

  public DirectoryOptions directories() {
    return directories;
  }

  public RuleOptions rules() {
    return rules;
  }

  public TlsOptions tls() {
    return tls;
  }

  /** True when TLS protects all connections, here or in a proxy. */
  boolean isEncrypted() throws CommandFailure {
    return tls.tls() != null || door.isBehindTls();
  }

  ServerSettings server() throws CommandFailure {
    return new ServerSettings(
        host,
        port,
        pingAfter,
        pongWithin,
        drain,
        ServerSettings.PATIENCE,
        ServerSettings.MESSAGE_WITHIN,
        maxBacklog.bytes(),
        maxBacklogTotal.bytes(),
        tls.tls(),
        door.allowed(),
        testEcho);
  }
}
