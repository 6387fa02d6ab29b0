package bub.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Real nats-servers of a test with JetStream, alone or as a cluster, on free ports. */
public final class NatsServers implements AutoCloseable {
  private static final int ATTEMPTS = 4;
  private static final Duration FORMATION_TIMEOUT = Duration.ofSeconds(15);
  private static final Pattern META_SIZE = Pattern.compile("\"cluster_size\": *(\\d+)");
  private static final Pattern META_LEADER =
      Pattern.compile("\"meta_cluster\": *\\{[^}]*\"leader\": *\"([^\"]+)\"");

  private final Path directory;
  private final List<NatsServer> servers;

  private NatsServers(Path directory, List<NatsServer> servers) {
    this.directory = directory;
    this.servers = servers;
  }

  /** Starts one server. */
  public static NatsServers one() throws IOException, InterruptedException {
    return start(List.of(NatsHost.LOOPBACK), "");
  }

  /** Starts one server with more lines in its configuration, such as an authorization block. */
  public static NatsServers one(String configuration) throws IOException, InterruptedException {
    return start(List.of(NatsHost.LOOPBACK), configuration);
  }

  /** Starts a cluster of three servers. */
  public static NatsServers three() throws IOException, InterruptedException {
    return three("");
  }

  public static NatsServers three(String configuration) throws IOException, InterruptedException {
    return start(Collections.nCopies(3, NatsHost.LOOPBACK), configuration);
  }

  /** Starts one server on each host; several are a cluster. */
  public static NatsServers start(List<NatsHost> hosts, String configuration)
      throws IOException, InterruptedException {
    Path program = NatsProgram.find();
    for (int attempt = 1; ; attempt++) {
      NatsServers servers = launch(program, hosts, configuration);
      // Three servers that start together sometimes form a group of two for good, and a free port
      // may be taken meanwhile. Both end only with new servers.
      if (servers.awaitFormation()) {
        return servers;
      }
      String output = servers.toString();
      servers.close();
      if (attempt == ATTEMPTS) {
        throw new IllegalStateException("The nats-servers did not start: " + output);
      }
    }
  }

  private static NatsServers launch(Path program, List<NatsHost> hosts, String configuration)
      throws IOException {
    int count = hosts.size();
    Path directory = Files.createTempDirectory("bub-nats-");
    List<Integer> ports = freePorts(3 * count);
    String routes =
        IntStream.range(0, count)
            .mapToObj(
                i -> "nats-route://" + hosts.get(i).address() + ":" + ports.get(2 * count + i))
            .collect(Collectors.joining(", "));
    var servers = new ArrayList<NatsServer>();
    for (int i = 0; i < count; i++) {
      String name = "nats-" + (i + 1);
      NatsHost host = hosts.get(i);
      Path own = Files.createDirectory(directory.resolve(name));
      String text =
          """
          server_name: %s
          listen: "%s:%d"
          http: "%s:%d"
          jetstream { store_dir: "%s", max_mem: 64M, max_file: 256M }
          """
              .formatted(
                  name,
                  host.address(),
                  ports.get(i),
                  host.address(),
                  ports.get(count + i),
                  store(host, directory, name));
      if (count > 1) {
        text +=
            "cluster { name: test, listen: \"%s:%d\", routes: [%s] }%n"
                .formatted(host.address(), ports.get(2 * count + i), routes);
      }
      Path file = Files.writeString(own.resolve("nats.conf"), text + configuration + "\n");
      servers.add(new NatsServer(name, program, file, host, ports.get(i), ports.get(count + i)));
    }
    return new NatsServers(directory, servers);
  }

  /** A directory of its own for each attempt to start. */
  private static Path store(NatsHost host, Path directory, String name) {
    Path disk = host.disk();
    Path attempt = disk == null ? directory : disk.resolve(directory.getFileName());
    return attempt.resolve(name).resolve("store");
  }

  /** Holds all sockets at once, so that all ports differ. */
  private static List<Integer> freePorts(int count) throws IOException {
    var sockets = new ArrayList<ServerSocket>();
    try {
      for (int i = 0; i < count; i++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return sockets.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      for (ServerSocket socket : sockets) {
        socket.close();
      }
    }
  }

  private boolean awaitFormation() {
    try {
      Awaitility.await()
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(50))
          .atMost(FORMATION_TIMEOUT)
          .until(() -> !allAlive() || isFormed());
      return allAlive();
    } catch (ConditionTimeoutException never) {
      return false;
    }
  }

  private boolean allAlive() {
    return servers.stream().allMatch(NatsServer::isAlive);
  }

  /** True when all running servers agree on a leader and on a group of all servers. */
  private boolean isFormed() throws InterruptedException {
    for (NatsServer server : servers) {
      String page = server.monitor(servers.size() == 1 ? "/healthz" : "/jsz");
      if (servers.size() == 1) {
        if (!page.contains("ok")) {
          return false;
        }
      } else if (!META_LEADER.matcher(page).find() || metaSize(page) != servers.size()) {
        return false;
      }
    }
    return true;
  }

  private static int metaSize(String page) {
    Matcher size = META_SIZE.matcher(page);
    return size.find() ? Integer.parseInt(size.group(1)) : 0;
  }

  public List<NatsServer> all() {
    return servers;
  }

  public NatsServer get(int index) {
    return servers.get(index);
  }

  /** All URLs, separated by commas. */
  public String urls() {
    return servers.stream().map(NatsServer::url).collect(Collectors.joining(","));
  }

  /** Server that leads the replicas of a stream, such as {@code KV_bub_test_lease}. */
  public NatsServer leaderOf(String stream) throws InterruptedException {
    var leader =
        Pattern.compile("\"name\": *\"" + stream + "\"[\\s\\S]*?\"leader\": *\"([^\"]+)\"");
    for (NatsServer server : servers) {
      Matcher found = leader.matcher(server.monitor("/jsz?streams=1"));
      if (found.find()) {
        return servers.stream()
            .filter(one -> one.name().equals(found.group(1)))
            .findFirst()
            .orElseThrow();
      }
    }
    throw new IllegalStateException("No server knows a leader of " + stream);
  }

  @Override
  public void close() {
    servers.forEach(NatsServer::close);
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException left) {
      throw new UncheckedIOException(left);
    }
  }

  @Override
  public String toString() {
    return servers.stream().map(NatsServer::toString).collect(Collectors.joining("\n"));
  }
}
