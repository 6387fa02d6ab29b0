package bub.cli.serve;

import bub.bus.Hub;
import bub.bus.activity.Activity;
import bub.bus.activity.ActivitySettings;
import bub.bus.activity.SilentActivity;
import bub.bus.activity.SqliteActivity;
import bub.bus.policy.Lock;
import bub.bus.policy.LockReader;
import bub.bus.server.BusServer;
import bub.bus.server.ServerSettings;
import bub.bus.server.StallTolerantClock;
import bub.bus.server.TlsUnusable;
import bub.cli.reach.Directories;
import bub.cli.reach.RunFiles;
import bub.cli.reach.Tokens;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Refusal;
import bub.cli.screen.Termination;
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

/**
 * A bus of this process: hub, server, log and its pid and port files, started and ended together.
 */
public final class RunningBus implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RunningBus.class);

  private final BusServer server;
  private final Activity activity;
  private final HostedLobby lobby;
  private final RunFiles files;
  private final RunDirectoryWatch watch;
  private final LockKeeper lock;
  private final String url;
  private final URI ownUrl;

  private RunningBus(
      BusServer server,
      Activity activity,
      HostedLobby lobby,
      RunFiles files,
      RunDirectoryWatch watch,
      LockKeeper lock,
      String url,
      URI ownUrl) {
    this.server = server;
    this.activity = activity;
    this.lobby = lobby;
    this.files = files;
    this.watch = watch;
    this.lock = lock;
    this.url = url;
    this.ownUrl = ownUrl;
  }

  public static RunningBus start(ServeOptions options)
      throws Refusal, IOException, InterruptedException {
    ServerSettings settings = options.server();
    Directories directories = options.directories().resolve();
    directories.create();
    RunFiles files = RunFiles.claim(directories.run());
    Hub.Rules rules = options.rules.rules();
    var tokens = new Tokens(directories);
    var reader = new LockReader(tokens.files(), Clock.systemUTC());
    var exposure = new Exposure(options.host, reader.read().isLocked(), options.isEncrypted());
    exposure.check();
    ensureLocalToken(tokens);
    Lock lock = reader.read();
    HostedLobby lobby =
        HostedLobby.open(options.lobby.settings(options.limits.limits()), directories);
    Activity activity = open(options.activity.settings(directories));
    try {
      BusServer server =
          BusServer.startEquipped(
              settings,
              loop -> {
                var hub = new Hub(surroundings(options, rules, activity, loop));
                hub.use(lock);
                return lobby.moveInto(hub).withProofKey(files.proofKey());
              });
      String url = url(settings, settings.host(), server.port());
      URI ownUrl = URI.create(url(settings, ownHost(settings.host()), server.port()));
      tell(files, ownUrl);
      LockKeeper keeper = LockKeeper.watch(reader, lock, server.hub(), exposure.facesNetwork());
      RunDirectoryWatch watch = RunDirectoryWatch.start(files);
      return new RunningBus(server, activity, lobby, files, watch, keeper, url, ownUrl);
    } catch (IOException failed) {
      activity.close();
      lobby.close();
      files.close();
      throw explain(options, failed);
    }
  }

  /**
   * A full disk keeps commands from finding the bus by themselves, but not the bus from serving.
   */
  private static void tell(RunFiles files, URI door) throws IOException {
    try {
      files.tell(door);
    } catch (IOException failed) {
      if (StorageFault.of(failed) != StorageFault.FULL) {
        throw failed;
      }
      LOG.error(
          "THE RUN DIRECTORY CANNOT BE WRITTEN: the disk is full. Commands need --url {} until"
              + " there is room",
          door);
    }
  }

  /** Without one the command line of this user is a stranger; the bus works all the same. */
  private static void ensureLocalToken(Tokens tokens) {
    try {
      tokens.ensureLocalToken();
    } catch (IOException failed) {
      LOG.warn("the command line of this user gets no token: {}", failed.getMessage());
    }
  }

  private static Hub.Surroundings surroundings(
      ServeOptions options, Hub.Rules rules, Activity activity, Executor hubThread) {
    var random = new SecureRandom();
    byte[] name = new byte[3];
    random.nextBytes(name);
    return new Hub.Surroundings(
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

  private static Activity open(@Nullable ActivitySettings settings) throws IOException {
    if (settings == null) {
      return new SilentActivity();
    }
    Path parent = settings.file().toAbsolutePath().getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    return SqliteActivity.open(settings, RunningBus::epochMicros);
  }

  private static long epochMicros() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
  }

  /** Returns the failure to throw, or throws a better one. */
  private static IOException explain(ServeOptions options, IOException failed) throws Refusal {
    if (failed instanceof TlsUnusable unusable) {
      throw new Refusal(ExitCodes.CONFIG, String.valueOf(unusable.getMessage()), unusable.remedy());
    }
    if (isTaken(failed.getCause())) {
      throw new Refusal(
          ExitCodes.FAILED,
          "port " + options.port + " on " + options.host + " is taken",
          "is it a bus?         bub bus status",
          "take a free port:    bub up --port 0    bub bus serve --port 0");
    }
    return failed;
  }

  /** Netty's native transport has an exception of its own, with the same words. */
  private static boolean isTaken(@Nullable Throwable cause) {
    return cause != null && String.valueOf(cause.getMessage()).contains("Address already in use");
  }

  /** Nobody connects to "everywhere": who listens there is found at home. */
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

  /** Where this process and others of this machine reach it. */
  public URI ownUrl() {
    return ownUrl;
  }

  /** True when every connection must present a token. */
  public boolean isLocked() {
    return lock.isLocked();
  }

  /** The reason why nobody is let in, or null. */
  public @Nullable String problem() {
    return lock.problem();
  }

  /** From now on a signal lets messages in flight finish. */
  RunningBus drainWhenTerminated() {
    Termination.before(this::drainAndClose);
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
    server.close();
    activity.close();
    lobby.close();
    watch.close();
    files.close();
  }
}
