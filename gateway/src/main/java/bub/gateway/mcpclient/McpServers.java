package bub.gateway.mcpclient;

import bub.client.ClientEnvironment;
import bub.client.files.WatchedFile;
import bub.gateway.mcpclient.McpServerStatus.Phase;
import bub.gateway.mcpclient.config.McpServerEntry;
import bub.gateway.mcpclient.config.McpServersFile;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.Address;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All MCP servers of {@code mcp.json}; follows changes of the file every second. */
public final class McpServers implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(McpServers.class);
  private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);
  private static final Duration START = Duration.ofSeconds(30);

  /**
   * Services of bub that the servers need.
   *
   * @param variables environment variables, for {@code ${NAME}} in the file
   */
  public record Wiring(
      McpServersFile file,
      McpStatusFile status,
      McpConnections connections,
      McpServerIdentities identities,
      Function<String, @Nullable String> variables,
      ClientEnvironment environment,
      Duration startWithin) {
    public Wiring(
        McpServersFile file,
        McpStatusFile status,
        McpConnections connections,
        McpServerIdentities identities) {
      this(
          file, status, connections, identities, System::getenv, ClientEnvironment.system(), START);
    }
  }

  private final Wiring wiring;
  private final Map<String, McpServerSupervisor> running = new ConcurrentHashMap<>();
  private final Map<String, McpServerStatus> states = new TreeMap<>();
  private final Thread watcher = Thread.ofVirtual().name("mcp-servers").unstarted(this::look);
  private final WatchedFile<RawJson> settings;
  private WatchedFile.Reading<RawJson> last = new WatchedFile.Reading<>(RawJson.EMPTY_OBJECT, null);
  private @Nullable String problem;
  private boolean isClosed;

  private McpServers(Wiring wiring) {
    this.wiring = wiring;
    this.settings = wiring.file().watch();
  }

  public static McpServers start(Wiring wiring) {
    var servers = new McpServers(wiring);
    servers.watcher.start();
    return servers;
  }

  private void look() {
    try {
      Set<String> before = namesBefore();
      while (true) {
        follow();
        for (String name : before) {
          if (!isKnown(name)) {
            forget(name);
          }
        }
        before = Set.of();
        wiring.environment().time().sleep(POLL_INTERVAL);
      }
    } catch (InterruptedException closing) {
      LOG.debug("No longer follows {}", wiring.file().path());
    }
  }

  private Set<String> namesBefore() {
    try {
      var names = new HashSet<String>();
      wiring.status().read().servers().forEach(one -> names.add(one.name()));
      names.removeIf(name -> !McpServerEntry.isName(name));
      return names;
    } catch (IOException unreadable) {
      LOG.warn("Cannot read {}: {}", wiring.status().path(), unreadable.getMessage());
      return Set.of();
    }
  }

  private synchronized boolean isKnown(String name) {
    return states.containsKey(name) || problem != null;
  }

  private void follow() throws InterruptedException {
    WatchedFile.Reading<RawJson> current = settings.read();
    if (current.equals(last)) {
      return;
    }
    last = current;
    RawJson content = current.content();
    String unusable = current.problem();
    try {
      if (unusable == null && content != null) {
        McpServersFile.Reading reading = wiring.file().read(content, wiring.variables());
        if (reading.warning() != null) {
          LOG.warn("{}", reading.warning());
        }
        say(null);
        apply(reading);
        return;
      }
    } catch (IOException | InvalidField wrong) {
      unusable = String.valueOf(wrong.getMessage());
      LOG.error("{}", unusable);
    }
    say(unusable); // the servers that run go on
  }

  private void apply(McpServersFile.Reading reading) throws InterruptedException {
    Map<String, McpServerEntry> wanted = new HashMap<>();
    reading.servers().forEach(server -> wanted.put(server.name(), server));
    for (String name : knownNames()) {
      boolean isNamed = wanted.containsKey(name) || reading.problems().containsKey(name);
      McpServerSupervisor supervisor = running.get(name);
      McpServerEntry next = wanted.get(name);
      if (supervisor != null && !supervisor.server().equals(next)) {
        running.remove(name);
        supervisor.close();
      }
      if (!isNamed) {
        forget(name);
      }
    }
    reading.problems().forEach((name, text) -> report(status(name, Phase.FAILED, text)));
    for (McpServerEntry server : reading.servers()) {
      if (server.isDisabled()) {
        report(status(server.name(), Phase.DISABLED, null));
      } else if (!running.containsKey(server.name())) {
        begin(server);
      }
    }
  }

  private synchronized void begin(McpServerEntry server) {
    if (isClosed) {
      return;
    }
    var supervisor =
        new McpServerSupervisor(
            server,
            wiring.connections(),
            wiring.identities(),
            wiring.environment(),
            wiring.startWithin(),
            this::report);
    running.put(server.name(), supervisor);
    supervisor.start();
  }

  private synchronized List<String> knownNames() {
    return new ArrayList<>(states.keySet());
  }

  private McpServerStatus status(String name, Phase phase, @Nullable String reason) {
    return new McpServerStatus(name, phase, 0, reason, null, wiring.environment().time().now());
  }

  private void forget(String name) throws InterruptedException {
    if (McpServerEntry.isName(name)) {
      Address address = McpServerEntry.addressOf(name);
      McpServerIdentities identities = wiring.identities();
      McpServerPeer.deregister(address, identities.client(address), identities.lobbyToken(address));
      identities.release(address);
    }
    synchronized (this) {
      states.remove(name);
      write();
    }
  }

  private synchronized void say(@Nullable String trouble) {
    problem = trouble;
    write();
  }

  private synchronized void report(McpServerStatus state) {
    states.put(state.name(), state);
    write();
  }

  private void write() {
    wiring.status().write(ProcessHandle.current().pid(), states.values(), problem);
  }

  /** State of each server by name. */
  public synchronized List<McpServerStatus> states() {
    return List.copyOf(states.values());
  }

  @Override
  public void close() {
    watcher.interrupt();
    try {
      watcher.join();
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
    List<McpServerSupervisor> all;
    synchronized (this) {
      isClosed = true;
      all = List.copyOf(running.values());
    }
    List<Thread> ends = all.stream().map(one -> Thread.ofVirtual().start(one::close)).toList();
    for (Thread end : ends) {
      try {
        end.join();
      } catch (InterruptedException hurried) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
