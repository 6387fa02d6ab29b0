package bub.system.spawn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import bub.system.spawn.Spawner.AgentProcess;
import bub.system.spawn.Spawner.AgentWatcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Spawner of units of the user's systemd. One virtual thread polls all units every second. */
public final class SystemdSpawner implements Spawner {
  private static final Logger LOG = LoggerFactory.getLogger(SystemdSpawner.class);
  private static final Duration GLANCE = Duration.ofSeconds(1);
  private static final Path JOURNAL = Path.of("/run/systemd/journal/stdout");
  private static final List<String> NOTHING = List.of("/bin/true");

  private final SpawnSettings settings;
  private final UserSystemd manager;
  private final Sandbox sandbox;
  private final EnvironmentFile environment;
  private final Map<String, SystemdProcess> running = new ConcurrentHashMap<>();
  private final Thread lookout = Thread.ofVirtual().name("units").unstarted(this::look);

  private SystemdSpawner(SpawnSettings settings, UserSystemd manager, Sandbox sandbox) {
    this.settings = settings;
    this.manager = manager;
    this.sandbox = sandbox;
    this.environment = new EnvironmentFile(settings.runDir().resolve("agents.env"));
  }

  public static boolean isAvailable(UserSystemd manager) {
    return manager.canRun(List.of(), NOTHING);
  }

  public static SystemdSpawner open(SpawnSettings settings, UserSystemd manager)
      throws IOException {
    Sandbox strongest = new SandboxProbe(settings, manager).run();
    if (strongest.missing().isEmpty()) {
      LOG.info("Agents run as systemd units with all protections");
    } else {
      LOG.warn(
          "Agents run as systemd units without these protections, which do not work here: {}",
          String.join(", ", new TreeSet<>(strongest.missing())));
    }
    var spawner = new SystemdSpawner(settings, manager, strongest);
    spawner.environment.write(settings.environment());
    spawner.lookout.start();
    return spawner;
  }

  /** For programs that talk to this process through pipes. */
  public PipedUnits pipedUnits() {
    return new PipedUnits(settings, manager, sandbox);
  }

  @Override
  public AgentProcess start(AgentLaunch launch, AgentWatcher watcher) throws IOException {
    UnitState before = manager.show(launch.unit());
    if (before.isLive() || before.isOnItsWayDown()) {
      manager.stop(launch.unit()); // left over from an unknown run
    }
    if (before.isKnown()) {
      manager.forget(launch.unit());
    }
    new AgentLog(launch.workspace()).prepare();
    manager.start(launch.unit(), properties(launch), launch.command());
    return watch(launch, watcher);
  }

  @Override
  public @Nullable AgentProcess adopt(
      AgentLaunch launch, @Nullable ProcessMark last, AgentWatcher watcher) throws IOException {
    return manager.show(launch.unit()).isLive() ? watch(launch, watcher) : null;
  }

  private AgentProcess watch(AgentLaunch launch, AgentWatcher watcher) {
    var process = new SystemdProcess(launch.unit(), manager, watcher);
    running.put(launch.unit(), process);
    return process;
  }

  private List<String> properties(AgentLaunch launch) {
    RestartPolicy restarts = settings.restarts();
    var properties = new ArrayList<String>();
    properties.add("Description=bub " + launch.clientId());
    properties.add("WorkingDirectory=" + launch.workspace());
    properties.add("EnvironmentFile=" + environment.path());
    properties.add("StandardOutput=" + output(launch));
    properties.add("StandardError=inherit");
    properties.add("Restart=on-failure");
    properties.add("RestartSec=" + restarts.firstDelay().toMillis() + "ms");
    properties.add("StartLimitIntervalSec=" + restarts.window().toMillis() + "ms");
    properties.add("StartLimitBurst=" + restarts.failures());
    properties.add("TimeoutStopSec=" + restarts.grace().toMillis() + "ms");
    properties.add("SuccessExitStatus=" + goodCodes());
    properties.addAll(settings.limits().properties());
    properties.addAll(sandbox.of(launch, settings.stateDir()));
    return properties;
  }

  private static String goodCodes() {
    return ProcessExit.IN_ORDER.stream()
        .sorted()
        .map(String::valueOf)
        .collect(Collectors.joining(" "));
  }

  private static String output(AgentLaunch launch) {
    return hasJournal() ? "journal" : "append:" + new AgentLog(launch.workspace()).file();
  }

  private static boolean hasJournal() {
    return Files.exists(JOURNAL);
  }

  @Override
  public String logOf(AgentLaunch launch) {
    return hasJournal()
        ? "journalctl _SYSTEMD_USER_UNIT=" + launch.unit() + UnitState.SUFFIX
        : new AgentLog(launch.workspace()).file().toString();
  }

  @Override
  public void tidy(AgentLaunch launch) throws IOException {
    new AgentLog(launch.workspace()).trim();
  }

  private void look() {
    try {
      while (true) {
        settings.time().sleep(GLANCE);
        if (!running.isEmpty()) {
          lookAtAll();
        }
      }
    } catch (InterruptedException closing) {
      LOG.debug("Stopped watching units");
    }
  }

  private void lookAtAll() {
    // Before the query: a unit that starts meanwhile is not in the answer.
    List<SystemdProcess> known = List.copyOf(running.values());
    try {
      Map<String, UnitState> states =
          manager.show(known.stream().map(SystemdProcess::unit).toList());
      for (SystemdProcess process : known) {
        UnitState state = states.get(process.unit());
        if (state != null && process.observe(state)) {
          running.remove(process.unit(), process);
        }
      }
    } catch (IOException silent) {
      // The states are unknown, so no unit counts as ended.
      LOG.warn("Could not query systemd: {}", silent.getMessage());
    } catch (RuntimeException bug) {
      LOG.error("Could not check the units", bug);
    }
  }

  @Override
  public void close() {
    lookout.interrupt();
  }

  /** Readable by its owner only. */
  record EnvironmentFile(Path path) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    void write(Map<String, String> environment) throws IOException {
      Path parent = path.toAbsolutePath().getParent();
      Files.createDirectories(parent);
      Path draft =
          Files.createTempFile(
              parent,
              ".environment",
              null,
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      try {
        Files.writeString(draft, text(environment), UTF_8);
        Files.move(draft, path, ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(draft);
      }
    }

    static String text(Map<String, String> environment) {
      var text = new StringBuilder();
      new TreeMap<>(environment)
          .forEach(
              (name, value) -> {
                if (NAME.matcher(name).matches()) {
                  text.append(name).append("=\"").append(escaped(value)).append("\"\n");
                }
              });
      return text.toString();
    }

    private static String escaped(String value) {
      return value.replaceAll("([\"\\\\$`])", "\\\\$1");
    }
  }
}
