package bub.checks.cluster;

import bub.checks.cluster.HistoryEvent.LeaseUsed;
import bub.cluster.interest.NodeId;
import bub.cluster.lease.Leases;
import bub.cluster.nats.NatsBucket;
import bub.cluster.nats.NatsConnection;
import bub.cluster.nats.NatsCredentials;
import bub.cluster.nats.NatsSettings;
import bub.testkit.BubProgram;
import bub.testkit.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * A program, made to be killed and paused, that competes for leases and prints each use of one. It
 * runs beside a node, so that the faults of the node are also its own.
 */
final class LeaseUser {
  private static final List<String> LEASES = List.of("lease-1", "lease-2", "lease-3");
  private static final Duration PERIOD = Duration.ofMillis(50);
  private static final int TURNS_OF_A_HOLDER = 40;
  private static final String USED = "used ";

  private LeaseUser() {}

  /** Starts it with the command of a host, as a member of a cluster. */
  static ChildProcess start(
      List<String> host, String servers, String cluster, Path tokenFile, String name)
      throws IOException {
    var command = new ArrayList<>(host);
    command.addAll(List.of(BubProgram.java().toString(), "-XX:TieredStopAtLevel=1", "-Xmx64m"));
    command.addAll(List.of("-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(LeaseUser.class.getName(), servers, cluster));
    command.addAll(List.of(tokenFile.toString(), name));
    return ChildProcess.start(new ProcessBuilder(command));
  }

  /** Reads what such a program printed. */
  static List<LeaseUsed> uses(ChildProcess process) {
    return process.out().lines().stream()
        .filter(line -> line.startsWith(USED))
        .map(line -> line.split(" ", -1))
        .map(
            words ->
                new LeaseUsed(
                    Long.parseLong(words[1]), words[2], words[3], Long.parseLong(words[4])))
        .toList();
  }

  public static void main(String[] arguments) throws Exception {
    var settings =
        NatsSettings.of(arguments[0], arguments[1])
            .with(new NatsCredentials.TokenFile(Path.of(arguments[2])));
    var self = new NodeId(arguments[3], ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE));
    try (var connection = new NatsConnection(settings, self.name())) {
      connection.start();
      while (!connection.awaitConnected(Duration.ofSeconds(10))) {
        System.out.println("waiting for NATS");
      }
      var bucket = new NatsBucket(connection, settings.subjects().leaseBucket());
      try (var leases = new Leases(bucket, self, new Silent())) {
        leases.start();
        compete(leases, self.name() + "." + self.epoch());
      }
    }
  }

  private static void compete(Leases leases, String self) throws InterruptedException {
    for (int turn = 0;
        !new CountDownLatch(1).await(PERIOD.toMillis(), TimeUnit.MILLISECONDS);
        turn++) {
      for (String lease : LEASES) {
        boolean isHeld = use(leases, lease, self);
        if (isHeld && turn % TURNS_OF_A_HOLDER == 0) {
          leases.release(lease);
        } else if (!isHeld) {
          var _ = leases.acquire(lease);
        }
      }
    }
  }

  /** The lease is held at the printed time, because it was before and still is after it. */
  private static boolean use(Leases leases, String lease, String self) {
    OptionalLong before = leases.token(lease);
    long now = System.nanoTime();
    if (before.isEmpty() || !before.equals(leases.token(lease))) {
      return false;
    }
    System.out.println(USED + now + " " + lease + " " + self + " " + before.getAsLong());
    return true;
  }

  private static final class Silent implements Leases.Listener {
    @Override
    public void lost(String name) {}

    @Override
    public void died(NodeId node) {}
  }
}
