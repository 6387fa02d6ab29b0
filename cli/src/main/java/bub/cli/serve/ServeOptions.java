package bub.cli.serve;

import bub.bus.server.AllowedSources;
import bub.bus.server.ServerSettings;
import bub.cli.connect.DirectoryOptions;
import bub.cli.option.InSection;
import bub.cli.option.Section;
import bub.cli.option.ValidText.AddressText;
import bub.cli.option.ValidText.HostName;
import bub.cli.option.ValidText.ListenHost;
import bub.cli.option.ValidText.LowerCaseText;
import bub.cli.option.WholeNumber.PortNumber;
import bub.cli.screen.ByteSize;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.TimeSpan;
import bub.lobby.LobbySettings;
import bub.protocol.Address;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
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

  @Mixin private DirectoryOptions directories = new DirectoryOptions();
  @Mixin ActivityOptions activity = new ActivityOptions();
  @Mixin OtlpOptions otlp = new OtlpOptions();
  @Mixin RuleOptions rules = new RuleOptions();
  @Mixin GuardOptions guard = new GuardOptions();
  @Mixin LimitOptions limits = new LimitOptions();
  @Mixin ClusterOptions cluster = new ClusterOptions();

  @InSection(Section.LOBBY)
  @Option(
      names = "--lobby-id",
      defaultValue = "global_lobby",
      paramLabel = "ID",
      converter = AddressText.class,
      description = "Address that the lobby uses as sender (default: ${DEFAULT-VALUE}).")
  private String lobbyId = "";

  @InSection(Section.LOBBY)
  @Option(
      names = "--lobby-retention",
      defaultValue = "30d",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description = "Keep the id of an offline agent for this long (default: ${DEFAULT-VALUE}).")
  private Duration lobbyRetention = Duration.ZERO;

  @Mixin private TlsOptions tls = new TlsOptions();

  @InSection(Section.SECURITY)
  @Option(
      names = "--allow-origin",
      split = ",",
      paramLabel = "ORIGIN",
      converter = OriginForm.class,
      description =
          "Accept connections from web pages of this origin, such as https://app.example.com.")
  private List<String> allowedOrigins = List.of();

  @InSection(Section.SECURITY)
  @Option(
      names = "--allow-host",
      split = ",",
      paramLabel = "NAME",
      converter = HostName.class,
      description = "Accept requests to the bus under this host name, in addition to its address.")
  private List<String> allowedHosts = List.of();

  @InSection(Section.SECURITY)
  @Option(
      names = "--behind-tls-proxy",
      description = "Declare that a proxy in front of the bus provides TLS.")
  private boolean behindTlsProxy;

  /** Uses a free port of this machine and a directory of its own, whatever the options say. */
  void beDisposable(Path directory) {
    host = "127.0.0.1";
    port = 0;
    directories.use(directory);
  }

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
    return tls.tls() != null || behindTlsProxy;
  }

  ServerSettings server() throws CommandFailure {
    return new ServerSettings(
        host,
        port,
        pingAfter,
        pongWithin,
        drain,
        ServerSettings.TIMEOUT,
        ServerSettings.MESSAGE_WITHIN,
        maxBacklog.bytes(),
        maxBacklogTotal.bytes(),
        tls.tls(),
        new AllowedSources(allowedOrigins, allowedHosts));
  }

  LobbySettings lobby() {
    return new LobbySettings(
        new Address(lobbyId),
        lobbyRetention,
        limits.limits().processTimeout(),
        LobbySettings.standardMaxBytes());
  }

  /** Rejects "null", because any page can have that origin. */
  static final class OriginForm extends LowerCaseText {
    OriginForm() {
      super(
          Pattern.compile("[a-z][a-z0-9+.-]*://[^/?#@*\\s]+"),
          "an origin such as https://app.example.com, without a path");
    }
  }
}
