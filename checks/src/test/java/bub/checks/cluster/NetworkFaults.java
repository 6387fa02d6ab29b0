package bub.checks.cluster;

import bub.testkit.NetworkLab;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Faults of the network between nodes, nats-servers and clients. They need namespaces. */
final class NetworkFaults {
  private NetworkFaults() {}

  /** A fault that rules of the switch cause. */
  private interface OnSwitch extends ClusterFault {
    Duration time();

    void breakNetwork(NetworkLab lab) throws IOException, InterruptedException;

    @Override
    default @Nullable String missing(FaultCluster cluster)
        throws IOException, InterruptedException {
      return cluster.lab() == null ? NetworkLab.missing() : null;
    }

    @Override
    default void strike(FaultCluster cluster) throws IOException, InterruptedException {
      NetworkLab lab = cluster.lab();
      if (lab == null) {
        throw new IllegalStateException(name() + " needs network namespaces");
      }
      breakNetwork(lab);
      try {
        ClusterFault.last(time());
      } finally {
        lab.heal();
      }
    }
  }

  private static String node(int index) {
    return FaultCluster.nodeNames().get(index);
  }

  private static String nats(int index) {
    return FaultCluster.natsNames().get(index);
  }

  private static List<String> othersThan(List<String> few) {
    var others = new ArrayList<>(FaultCluster.nodeNames());
    others.addAll(FaultCluster.natsNames());
    others.removeAll(few);
    return others;
  }

  /** A node that nobody reaches, not even its clients. */
  record PartitionNode(int index, Duration time) implements OnSwitch {
    @Override
    public String name() {
      return "partition of node " + node(index);
    }

    @Override
    public void breakNetwork(NetworkLab lab) throws IOException, InterruptedException {
      var others = othersThan(List.of(node(index)));
      others.add(NetworkLab.OUTSIDE);
      lab.separate(List.of(node(index)), others);
    }
  }

  /** One machine with its node and its nats-server on one side, two on the other. */
  record SplitMachine(int index, Duration time) implements OnSwitch {
    @Override
    public String name() {
      return "split 1 to 2: %s and %s apart".formatted(node(index), nats(index));
    }

    @Override
    public void breakNetwork(NetworkLab lab) throws IOException, InterruptedException {
      List<String> one = List.of(node(index), nats(index));
      lab.separate(one, othersThan(one));
    }
  }

  /** A node that its clients reach and that reaches no nats-server. */
  record IsolateFromNats(int index, Duration time) implements OnSwitch {
    @Override
    public String name() {
      return "no NATS for node " + node(index);
    }

    @Override
    public void breakNetwork(NetworkLab lab) throws IOException, InterruptedException {
      lab.separate(List.of(node(index)), FaultCluster.natsNames());
    }
  }

  /** A node that NATS hears and that hears nothing. */
  record DeafNode(int index, Duration time) implements OnSwitch {
    @Override
    public String name() {
      return "one-way loss: node %s hears nothing".formatted(node(index));
    }

    @Override
    public void breakNetwork(NetworkLab lab) throws IOException, InterruptedException {
      lab.cut(FaultCluster.natsNames(), List.of(node(index)));
    }
  }

  /** A node that hears NATS and that NATS does not hear. */
  record MuteNode(int index, Duration time) implements OnSwitch {
    @Override
    public String name() {
      return "one-way loss: nobody hears node " + node(index);
    }

    @Override
    public void breakNetwork(NetworkLab lab) throws IOException, InterruptedException {
      lab.cut(List.of(node(index)), FaultCluster.natsNames());
    }
  }

  /** Loss of some packets everywhere. */
  record PacketLoss(int percent, Duration time) implements OnSwitch {
    @Override
    public String name() {
      return percent + " % packet loss everywhere";
    }

    @Override
    public void breakNetwork(NetworkLab lab) throws IOException, InterruptedException {
      var all = othersThan(List.of());
      all.add(NetworkLab.OUTSIDE);
      lab.lose(percent, all, all);
    }
  }

  /** A slow network everywhere. */
  record Latency(int millis, Duration time) implements OnSwitch {
    @Override
    public String name() {
      return millis + " ms latency";
    }

    @Override
    public @Nullable String missing(FaultCluster cluster) throws IOException, InterruptedException {
      NetworkLab lab = cluster.lab();
      if (lab == null) {
        return NetworkLab.missing();
      }
      String missing = lab.delay(0);
      lab.heal();
      return missing;
    }

    @Override
    public void breakNetwork(NetworkLab lab) throws IOException, InterruptedException {
      String missing = lab.delay(millis);
      if (missing != null) {
        throw new IOException(name() + " needs " + missing);
      }
    }
  }
}
