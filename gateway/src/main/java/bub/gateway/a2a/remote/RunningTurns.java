package bub.gateway.a2a.remote;

import bub.protocol.Address;
import bub.protocol.trace.TraceId;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** Turns that wait for a remote agent, so that they can be stopped. Safe for any thread. */
final class RunningTurns {
  private static final int REMEMBERED = 1_024;

  private final Set<Running> all = ConcurrentHashMap.newKeySet();
  // A stop may overtake the message that it stops.
  private final LinkedHashSet<TraceId> stopped = new LinkedHashSet<>();

  /** Turn of one message. */
  final class Running implements AutoCloseable {
    private final TraceId trace;
    private final Address asker;
    private final RemoteTurn turn;

    private Running(TraceId trace, Address asker, RemoteTurn turn) {
      this.trace = trace;
      this.asker = asker;
      this.turn = turn;
    }

    @Override
    public void close() {
      all.remove(this);
    }
  }

  Running add(TraceId trace, Address asker, RemoteTurn turn) {
    var running = new Running(trace, asker, turn);
    all.add(running);
    boolean isLate;
    synchronized (stopped) {
      isLate = stopped.contains(trace);
    }
    if (isLate) {
      turn.stop();
    }
    return running;
  }

  void stop(TraceId trace) {
    synchronized (stopped) {
      stopped.add(trace);
      if (stopped.size() > REMEMBERED) {
        stopped.removeFirst();
      }
    }
    stopAll(running -> running.trace.equals(trace));
  }

  /** Returns the number of turns of this chat that were running. */
  int stop(Address asker) {
    return stopAll(running -> running.asker.equals(asker));
  }

  /** Ends all waits, but not the tasks, which the next process follows. */
  void leaveAll() {
    all.forEach(running -> running.turn.leaveRunning());
  }

  private int stopAll(Predicate<Running> which) {
    int count = 0;
    for (Running running : all) {
      if (which.test(running)) {
        running.turn.stop();
        count++;
      }
    }
    return count;
  }
}
