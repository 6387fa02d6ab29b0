package bub.cluster.interest;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Network with controlled faults and a controlled clock, on which one event follows another. */
final class SimulatedNetwork {
  private static final long TICK = Duration.ofMillis(100).toNanos();
  private static final long LINK = Duration.ofMillis(1).toNanos();

  private record Event(long at, long order, SimulatedNode node, Runnable action) {}

  private final Random random;
  private final InterestSettings settings;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(
          (a, b) -> a.at != b.at ? Long.compare(a.at, b.at) : Long.compare(a.order, b.order));
  private final Map<String, SimulatedNode> nodes = new HashMap<>();
  private final Map<SimulatedNode, List<Runnable>> stalled = new HashMap<>();
  private final Set<String> cutLinks = new HashSet<>();
  double loss;
  double repetition;
  long jitter;
  long messages;
  int largestMessage;
  private long now = 1;
  private long order;
  private long epochs;

  SimulatedNetwork(Random random, InterestSettings settings) {
    this.random = random;
    this.settings = settings;
  }

  long now() {
    return now;
  }

  SimulatedNode start(String name) {
    var node = new SimulatedNode(this, new NodeId(name, ++epochs), settings);
    SimulatedNode before = nodes.put(name, node);
    if (before != null) {
      before.isDead = true;
    }
    tick(node, random.nextLong(TICK));
    return node;
  }

  void kill(SimulatedNode node) {
    node.isDead = true;
    nodes.remove(node.id.name(), node);
  }

  List<SimulatedNode> nodes() {
    return new ArrayList<>(nodes.values());
  }

  @Nullable SimulatedNode process(NodeId id) {
    SimulatedNode node = nodes.get(id.name());
    return node != null && node.id.equals(id) ? node : null;
  }

  void cut(String from, String to) {
    cutLinks.add(from + ">" + to);
  }

  void heal() {
    cutLinks.clear();
    loss = 0;
    repetition = 0;
    jitter = 0;
    nodes().forEach(this::resume);
  }

  void pause(SimulatedNode node, long nanos) {
    node.pausedUntil = now + nanos;
    at(node.pausedUntil, node, () -> {});
  }

  void resume(SimulatedNode node) {
    node.pausedUntil = 0;
    List<Runnable> waiting = stalled.remove(node);
    if (waiting != null) {
      waiting.forEach(Runnable::run);
    }
  }

  void broadcast(SimulatedNode from, byte[] message) {
    nodes().forEach(to -> carry(from, to, message));
  }

  void sendTo(SimulatedNode from, NodeId to, byte[] message) {
    SimulatedNode node = process(to);
    if (node != null) {
      carry(from, node, message);
    }
  }

  private void carry(SimulatedNode from, SimulatedNode to, byte[] message) {
    messages++;
    largestMessage = Math.max(largestMessage, message.length);
    boolean isCut = cutLinks.contains(from.id.name() + ">" + to.id.name());
    if (from.isDead || isCut || random.nextDouble() < loss) {
      return;
    }
    int copies = random.nextDouble() < repetition ? 2 : 1;
    for (int i = 0; i < copies; i++) {
      long delay = LINK + (jitter == 0 ? 0 : random.nextLong(jitter));
      at(now + delay, to, () -> to.replica.received(message));
    }
  }

  private void tick(SimulatedNode node, long delay) {
    at(
        now + delay,
        node,
        () -> {
          node.replica.tick();
          tick(node, TICK);
        });
  }

  private void at(long time, SimulatedNode node, Runnable action) {
    events.add(new Event(time, ++order, node, action));
  }

  void run(Duration time) {
    long end = now + time.toNanos();
    while (!events.isEmpty() && events.element().at() <= end) {
      Event event = events.remove();
      now = event.at();
      SimulatedNode node = event.node();
      if (node.isDead) {
        continue;
      }
      if (node.isPaused()) {
        stalled.computeIfAbsent(node, _ -> new ArrayList<>()).add(event.action());
      } else {
        if (stalled.containsKey(node)) {
          resume(node);
        }
        event.action().run();
      }
    }
    now = end;
  }
}
