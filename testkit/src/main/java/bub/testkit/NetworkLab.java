package bub.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hosts of a test, each in its own network namespace, joined by a switch that can lose packets.
 * Needs root, and the programs ip and nft.
 */
public final class NetworkLab implements AutoCloseable {
  /** Name of this machine in rules, where the test and its clients run. */
  public static final String OUTSIDE = "outside";

  private static final String RULES =
      "table bridge faults { chain forward {"
          + " type filter hook forward priority 0; policy accept; }; }";

  private final String prefix;
  private final String subnet;
  private final List<String> hosts;
  private final List<String> created = new ArrayList<>();
  private boolean isDelayed;

  private NetworkLab(List<String> hosts) {
    long number = ProcessHandle.current().pid();
    this.prefix = "bub" + number + "-";
    this.subnet = "10.231." + (1 + number % 250) + ".";
    this.hosts = List.copyOf(hosts);
  }

  /** Returns what this machine lacks for namespaces, or null. */
  public static @Nullable String missing() throws IOException, InterruptedException {
    if (!Files.exists(Path.of("/proc/self"))) {
      return "Linux";
    }
    if (!Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"))) {
      return "root";
    }
    for (String program : List.of("ip -V", "nft --version", "unshare --net true")) {
      if (!succeeds(program.split(" ", -1))) {
        return "a working '" + program + "'";
      }
    }
    return null;
  }

  public static NetworkLab create(List<String> hosts) throws IOException, InterruptedException {
    var lab = new NetworkLab(hosts);
    try {
      lab.build();
      return lab;
    } catch (IOException failed) {
      lab.close();
      throw failed;
    }
  }

  private void build() throws IOException, InterruptedException {
    String hub = namespace("switch");
    addNamespace("switch");
    run("ip", "-n", hub, "link", "add", "br0", "type", "bridge");
    run("ip", "-n", hub, "link", "set", "br0", "up");
    run("ip", "link", "add", uplink(), "type", "veth", "peer", "name", "up0", "netns", hub);
    attach("up0");
    run("ip", "addr", "add", address(OUTSIDE) + "/24", "dev", uplink());
    run("ip", "link", "set", uplink(), "up");
    for (String host : hosts) {
      String own = namespace(host);
      String port = "p" + hosts.indexOf(host);
      addNamespace(host);
      run(
          "ip", "-n", hub, "link", "add", port, "type", "veth", "peer", "name", "eth0", "netns",
          own);
      attach(port);
      run("ip", "-n", own, "addr", "add", address(host) + "/24", "dev", "eth0");
      run("ip", "-n", own, "link", "set", "eth0", "up");
      run("ip", "-n", own, "link", "set", "lo", "up");
    }
    heal();
  }

  private void addNamespace(String host) throws IOException, InterruptedException {
    run("ip", "netns", "add", namespace(host));
    created.add(namespace(host));
  }

  private void attach(String port) throws IOException, InterruptedException {
    run("ip", "-n", namespace("switch"), "link", "set", port, "master", "br0", "up");
  }

  private String namespace(String host) {
    return prefix + host;
  }

  private String uplink() {
    return prefix + "up";
  }

  public String address(String host) {
    return subnet + (host.equals(OUTSIDE) ? 1 : 11 + hosts.indexOf(host));
  }

  /** Command that starts a program on a host. */
  public List<String> on(String host) {
    return List.of("ip", "netns", "exec", namespace(host));
  }

  /** Passes connections to a port of a host on to a program that listens on its loopback only. */
  public void openPort(String host, int port) throws IOException, InterruptedException {
    runOn(host, "sysctl", "-q", "-w", "net.ipv4.conf.all.route_localnet=1");
    runOn(
        host,
        "nft",
        "table ip entrance { chain prerouting { type nat hook prerouting priority -100;"
            + " iifname eth0 tcp dport %d dnat to 127.0.0.1:%d; }; }".formatted(port, port));
  }

  /** Loses all packets from some hosts to others. */
  public void cut(List<String> from, List<String> to) throws IOException, InterruptedException {
    drop(from, to, "");
  }

  /** Loses all packets between two groups of hosts. */
  public void separate(List<String> some, List<String> others)
      throws IOException, InterruptedException {
    cut(some, others);
    cut(others, some);
  }

  /** Loses a share of the packets from some hosts to others. */
  public void lose(int percent, List<String> from, List<String> to)
      throws IOException, InterruptedException {
    drop(from, to, "numgen random mod 100 < " + percent);
  }

  private void drop(List<String> from, List<String> to, String when)
      throws IOException, InterruptedException {
    runOn(
        "switch",
        "nft",
        "add rule bridge faults forward ip saddr %s ip daddr %s %s drop"
            .formatted(addresses(from), addresses(to), when));
  }

  private String addresses(List<String> names) {
    return "{ " + String.join(", ", names.stream().map(this::address).toList()) + " }";
  }

  /** Returns what this machine lacks to delay packets, or null. */
  public @Nullable String delay(int millis) throws IOException, InterruptedException {
    for (int i = 0; i < hosts.size(); i++) {
      var command = new ArrayList<>(on("switch"));
      command.addAll(List.of("tc", "qdisc", "add", "dev", "p" + i, "root", "netem", "delay"));
      command.add(millis + "ms");
      if (!succeeds(command.toArray(String[]::new))) {
        return "tc with netem in the kernel";
      }
      isDelayed = true;
    }
    return null;
  }

  /** Ends all losses and delays. */
  public void heal() throws IOException, InterruptedException {
    runOn("switch", "nft", "flush ruleset; " + RULES);
    for (int i = 0; isDelayed && i < hosts.size(); i++) {
      runOn("switch", "tc", "qdisc", "del", "dev", "p" + i, "root");
    }
    isDelayed = false;
  }

  private void runOn(String host, String... command) throws IOException, InterruptedException {
    var all = new ArrayList<>(on(host));
    all.addAll(List.of(command));
    run(all.toArray(String[]::new));
  }

  private static void run(String... command) throws IOException, InterruptedException {
    try (ChildProcess child = ChildProcess.start(new ProcessBuilder(command))) {
      if (child.awaitExit() != 0) {
        throw new IOException(child.toString());
      }
    }
  }

  private static boolean succeeds(String... command) throws InterruptedException {
    try {
      run(command);
      return true;
    } catch (IOException failed) {
      return false;
    }
  }

  @Override
  public void close() {
    try {
      boolean _ = succeeds("ip", "link", "del", uplink());
      for (String namespace : created.reversed()) {
        boolean _ = succeeds("ip", "netns", "del", namespace);
      }
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public String toString() {
    return "hosts " + hosts + " in " + subnet + "0/24";
  }
}
