package bub.checks.cluster;

import bub.testkit.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Faults of processes, disks and clocks. */
final class ProcessFaults {
  private ProcessFaults() {}

  record KillNode(int index, Duration away) implements ClusterFault {
    @Override
    public String name() {
      return "kill -9 of node " + FaultCluster.nodeNames().get(index);
    }

    @Override
    public void strike(FaultCluster cluster) throws IOException, InterruptedException {
      cluster.node(index).kill();
      ClusterFault.last(away);
      cluster.node(index).start();
    }
  }

  record KillNats(int index, Duration away) implements ClusterFault {
    @Override
    public String name() {
      return "kill -9 of nats-server " + FaultCluster.natsNames().get(index);
    }

    @Override
    public void strike(FaultCluster cluster) throws IOException, InterruptedException {
      cluster.nats(index).kill();
      ClusterFault.last(away);
      cluster.nats(index).start();
    }
  }

  /** Kill of the nats-server that decides about the owners of clientIds. */
  record KillNatsLeader(Duration away) implements ClusterFault {
    @Override
    public String name() {
      return "kill -9 of the nats-server that leads";
    }

    @Override
    public void strike(FaultCluster cluster) throws IOException, InterruptedException {
      new KillNats(cluster.natsLeader(), away).strike(cluster);
    }
  }

  record PauseNode(int index, Duration pause) implements ClusterFault {
    @Override
    public String name() {
      return "SIGSTOP of node %s for %d s"
          .formatted(FaultCluster.nodeNames().get(index), pause.toSeconds());
    }

    @Override
    public void strike(FaultCluster cluster) throws IOException, InterruptedException {
      cluster.node(index).pause();
      try {
        ClusterFault.last(pause);
      } finally {
        cluster.node(index).resume();
      }
    }
  }

  record PauseNats(int index, Duration pause) implements ClusterFault {
    @Override
    public String name() {
      return "SIGSTOP of nats-server %s for %d s"
          .formatted(FaultCluster.natsNames().get(index), pause.toSeconds());
    }

    @Override
    public void strike(FaultCluster cluster) throws IOException, InterruptedException {
      cluster.nats(index).pause();
      try {
        ClusterFault.last(pause);
      } finally {
        cluster.nats(index).resume();
      }
    }
  }

  /** A node that stops and continues, at the limit of when the others forget it. */
  record FlapNode(int index, Duration period, int times) implements ClusterFault {
    @Override
    public String name() {
      return "node %s flaps every %d s for %d s"
          .formatted(
              FaultCluster.nodeNames().get(index),
              period.toSeconds(),
              2 * period.toSeconds() * times);
    }

    @Override
    public void strike(FaultCluster cluster) throws IOException, InterruptedException {
      for (int i = 0; i < times; i++) {
        new PauseNode(index, period).strike(cluster);
        ClusterFault.last(period);
      }
    }
  }

  /** Restart of all nodes, one after the other, as for an upgrade. */
  record RollingRestart(Duration between) implements ClusterFault {
    @Override
    public String name() {
      return "rolling restart";
    }

    @Override
    public void strike(FaultCluster cluster) throws IOException, InterruptedException {
      for (FaultNode node : cluster.nodes()) {
        node.stop();
        node.start();
        ClusterFault.last(between);
      }
    }
  }

  /** A node whose clock is one hour ahead. */
  record WrongClock(int index, Duration time) implements ClusterFault {
    private static final List<String> PLACES =
        List.of(
            "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib", "/usr/lib64");

    @Override
    public String name() {
      return "clock of node " + FaultCluster.nodeNames().get(index) + " 1 h ahead";
    }

    @Override
    public @Nullable String missing(FaultCluster cluster) {
      return library() == null ? "libfaketime" : null;
    }

    private static @Nullable Path library() {
      return PLACES.stream()
          .map(place -> Path.of(place, "faketime", "libfaketimeMT.so.1"))
          .filter(Files::exists)
          .findFirst()
          .orElse(null);
    }

    @Override
    public void strike(FaultCluster cluster) throws IOException, InterruptedException {
      String library = String.valueOf(library());
      cluster.node(index).stop();
      cluster
          .node(index)
          .start(
              program ->
                  program
                      .with("LD_PRELOAD", library)
                      .with("FAKETIME", "+3600s")
                      .with("FAKETIME_DONT_FAKE_MONOTONIC", "1")
                      .with("DONT_FAKE_MONOTONIC", "1"));
      ClusterFault.last(time);
      cluster.node(index).stop();
      cluster.node(index).start();
    }
  }

  /** A nats-server that cannot write, and that its administrator restarts when it can. */
  record FullDisk(Duration time) implements ClusterFault {
    @Override
    public String name() {
      return "full disk of nats-server " + FaultCluster.natsNames().getLast();
    }

    @Override
    public @Nullable String missing(FaultCluster cluster) {
      return cluster.disk() == null ? "root, mkfs.ext4 and loop devices" : null;
    }

    @Override
    public void strike(FaultCluster cluster) throws IOException, InterruptedException {
      SmallDisk disk = cluster.disk();
      if (disk == null) {
        throw new IllegalStateException("there is no small disk");
      }
      disk.fill();
      ClusterFault.last(time);
      String output = cluster.nats(FaultCluster.SIZE - 1).toString();
      if (!output.contains("no space left")) {
        throw new IllegalStateException("nats-server did not notice its full disk: " + output);
      }
      disk.makeRoom();
      cluster.nats(FaultCluster.SIZE - 1).kill();
      cluster.nats(FaultCluster.SIZE - 1).start();
    }
  }
}
