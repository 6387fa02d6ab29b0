package bub.cli.serve;

import bub.bus.BusRules;
import bub.bus.Hub;
import bub.bus.activity.file.ActivitySettings;
import bub.bus.activity.log.ActivityLog;
import bub.bus.activity.log.DisabledActivityLog;
import bub.bus.activity.log.SqliteActivityLog;
import bub.bus.policy.BusLock;
import bub.bus.policy.LockReader;
import bub.bus.server.BusServer;
import bub.bus.server.ServerSettings;
import bub.bus.server.StallTolerantClock;
import bub.bus.server.TlsUnusable;
import bub.cli.connect.BubDirectories;
import bub.cli.connect.ClientTokens;
import bub.cli.connect.RunFiles;
import bub.cli.connect.TokenAdministration;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.ShutdownSignal;
import bub.client.TimeSource;
import bub.lobby.SharedRegistry;
import bub.lobby.SingleRegistry;
import bub.otlp.OtlpSettings;
import bub.otlp.TurnExporter;
import bub.protocol.ActivityFilter;
import bub.protocol.MessageId;
import bub.store.StorageFault;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.HexFormat;
import java.util.UUID;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A bus in this process: hub, server, log, and pid and port files. */
public final class RunningBus implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RunningBus.class);

  private final BusServer server;
  private final ActivityLog activity;
  private final @Nullable TurnExporter exporter;
  private final HostedLobby lobby;
  private final RunFiles files;
  private final RunDirectoryWatch watch;
  private final LockWatcher lock;
  private final @Nullable ClusterMembership cluster;
  private final String url;
  private final URI ownUrl;

  private RunningBus(
      BusServer server,
      ActivityLog activity,
      @Nullable TurnExporter exporter,
      HostedLobby lobby,
      RunFiles files,
      RunDirectoryWatch watch,
      LockWatcher lock,
      @Nullable ClusterMembership cluster,
      String url,
      URI ownUrl) {
    this.server = server;
    this.activity = activity;
    this.exporter = exporter;
    this.lobby = lobby;
    this.files = files;
    this.watch = watch;
    this.lock = lock;
    this.cluster = cluster;
    this.url = url;
    this.ownUrl = ownUrl;
  }

  public static RunningBus start(ServeOptions options)
      throws CommandFailure, IOException, InterruptedException {
    ServerSettings settings = options.server();
    BubDirectories directories = options.directories().resolve();
    ActivitySettings log = options.activity.settings(directories);
    OtlpSettings otlp = options.otlp.settings(log == null, System::getenv);
    if (otlp != null && log != null && log.payloads() == ActivitySettings.Payloads.NONE) {
      LOG.warn(
          "The OpenTelemetry export does not connect the messages of a turn, because"
              + " --activity-payloads is none");
    }
    directories.create();
    RunFiles files = RunFiles.claim(directories.run());
    ClusterMembership cluster =
        ClusterMembership.connect(
            options.cluster, options.cluster.isRequired(), options.rules, directories.state());
    BusRules rules = options.rules.rules(options.guard.settings());
    var tokens = new TokenAdministration(directories);
    var reader = new LockReader(tokens.files(), Clock.systemUTC());
    var exposure = new ExposureCheck(options.host, reader.read().isLocked(), options.isEncrypted());
    exposure.check();
    ensureLocalToken(tokens);
    new ClientTokens(directories).sweep();
    BusLock lock = reader.read();
    HostedLobby lobby = HostedLobby.open(options.lobby(), directories);
    ActivityLog activity = open(log);
    try {
      BusServer server =
          BusServer.startEquipped(
              settings,
              loop -> {
                var hub = new Hub(environment(options, rules, activity, loop));
                hub.use(lock);
                SharedRegistry registry =
                    cluster == null ? SingleRegistry.ALONE : cluster.join(hub);
                return lobby.moveInto(hub, registry).withProofKey(files.proofKey());
              });
      String url = url(settings, settings.host(), server.port());
      URI ownUrl = URI.create(url(settings, ownHost(settings.host()), server.port()));
      tell(files, ownUrl);
      LockWatcher keeper = LockWatcher.watch(reader, lock, server.hub(), exposure.facesNetwork());
      RunDirectoryWatch watch = RunDirectoryWatch.start(files);
      TurnExporter exporter = otlp == null ? null : export(otlp, server.hub());
      var bus =
          new RunningBus(
              server, activity, exporter, lobby, files, watch, keeper, cluster, url, ownUrl);
      bus.awaitCluster();
      return bus;
    } catch (IOException failed) {
      activity.close();
      lobby.close();
      files.close();
      if (cluster != null) {
        cluster.close();
      }
      throw explain(options, failed);
    }
  }

  private void awaitCluster() throws CommandFailure, InterruptedException {
    if (cluster == null) {
      return;
    }
    try {
      cluster.awaitReady();
    } catch (CommandFailure | InterruptedException failed) {
      close();
      throw failed;
    }
  }

  /** Watches in this process, because a connection would need a token and encode every event. */
  private static TurnExporter export(OtlpSettings settings, Hub hub) {
    TurnExporter exporter = TurnExporter.start(settings, TimeSource.system());
    hub.execute(() -> hub.activity().watch(ActivityFilter.everything(), exporter::accept));
    return exporter;
  }

  /** On a full disk, commands cannot find the bus by themselves, but the bus still serves. */
  private static void tell(RunFiles files, URI door) throws IOException {
    try {
      files.tell(door);
    } catch (IOException failed) {
      if (StorageFault.of(failed) != StorageFault.FULL) {
        throw failed;
      }
      LOG.error(
          "THE RUN DIRECTORY CANNOT BE WRITTEN: the disk is full. Commands need --url {} until"
              + " the disk has free space.",
          door);
    }
  }

  /** Without the token, the commands are unauthenticated, but the bus works. */
  private static void ensureLocalToken(TokenAdministration tokens) {
    try {
      tokens.ensureLocalToken();
    } catch (IOException failed) {
      LOG.warn("Cannot create the token for the commands of this user: {}", failed.getMessage());
    }
  }

  private static Hub.Environment environment(
      ServeOptions options, BusRules rules, ActivityLog activity, Executor hubThread) {
    var random = new SecureRandom();
    byte[] name = new byte[3];
    random.nextBytes(name);
    return new Hub.Environment(
        "bus-" + HexFormat.of().formatHex(name),
        options.limits.limits(),
        rules,
        activity,
        hubThread,
        Clock.systemUTC(),
        new StallTolerantClock(System::nanoTime),
        () -> new MessageId("msg_" + UUID.randomUUID()),
        random.nextLong());
  }

  private static ActivityLog open(@Nullable ActivitySettings settings) throws IOException {
    if (settings == null) {
      return new DisabledActivityLog();
    }
    Path parent = settings.file().toAbsolutePath().getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    return SqliteActivityLog.open(settings, RunningBus::epochMicros);
  }

  private static long epochMicros() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
  }

  private static IOException explain(ServeOptions options, IOException failed)
      throws CommandFailure {
    if (failed instanceof TlsUnusable unusable) {
      throw new CommandFailure(
          ExitCodes.CONFIG, String.valueOf(unusable.getMessage()), unusable.remedy());
    }
    if (isTaken(failed.getCause())) {
      throw new CommandFailure(
          ExitCodes.FAILED,
          "Port " + options.port + " on " + options.host + " is already in use.",
          "See if it is a bus:  bub bus status",
          "Use a free port:     bub up --port 0    bub bus serve --port 0");
    }
    return failed;
  }

  /** Netty's native transport has its own exception with the same text. */
  private static boolean isTaken(@Nullable Throwable cause) {
    return cause != null && String.valueOf(cause.getMessage()).contains("Address already in use");
  }

  /** Clients cannot connect to a wildcard address. */
  private static String ownHost(String host) throws IOException {
    return InetAddress.getByName(host).isAnyLocalAddress() ? "127.0.0.1" : host;
  }

  private static String url(ServerSettings settings, String host, int port) {
    return (settings.tls() == null ? "ws://" : "wss://")
        + (host.contains(":") ? "[" + host + "]" : host)
        + ":"
        + port;
  }

  public String url() {
    return url;
  }

  public URI ownUrl() {
    return ownUrl;
  }

  public boolean isLocked() {
    return lock.isLocked();
  }

  /** Returns null while the bus accepts connections. */
  public @Nullable String problem() {
    return lock.problem();
  }

  RunningBus drainWhenTerminated() {
    ShutdownSignal.before(this::drainAndClose);
    return this;
  }

  public void drainAndClose() {
    try {
      server.drain();
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
    close();
  }

  @Override
  public void close() {
    lock.close();
    if (cluster != null) {
      cluster.leave();
      cluster.close();
    }
    server.close();
    activity.close();
    if (exporter != null) {
      exporter.close();
    }
    lobby.close();
    watch.close();
    files.close();
  }
}
