package bub.cli.serve;

import bub.bus.server.ServerSettings;
import bub.cli.reach.DirectoryOptions;
import bub.cli.screen.ByteSize;
import bub.cli.screen.PortNumber;
import bub.cli.screen.Refusal;
import bub.cli.screen.TimeSpan;
import java.time.Duration;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of everything that runs a bus. */
public final class ServeOptions {
  @Option(
      names = "--host",
      defaultValue = "127.0.0.1",
      description = "Where to listen (default: ${DEFAULT-VALUE}).")
  String host = "";

  @Option(
      names = "--port",
      defaultValue = "7892",
      converter = PortNumber.class,
      description = "0 picks a free one (default: ${DEFAULT-VALUE}).")
  int port;

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

  @Mixin private DirectoryOptions directories = new DirectoryOptions();
  @Mixin ActivityOptions activity = new ActivityOptions();
  @Mixin RuleOptions rules = new RuleOptions();
  @Mixin LimitOptions limits = new LimitOptions();
  @Mixin LobbyOptions lobby = new LobbyOptions();
  @Mixin private TlsOptions tls = new TlsOptions();
  @Mixin private DoorOptions door = new DoorOptions();

  public DirectoryOptions directories() {
    return directories;
  }

  public RuleOptions rules() {
    return rules;
  }

  public TlsOptions tls() {
    return tls;
  }

  /** Whether nobody on the way can read along. */
  boolean isEncrypted() throws Refusal {
    return tls.tls() != null || door.isBehindTls();
  }

  ServerSettings server() throws Refusal {
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
