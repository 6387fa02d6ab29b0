package bub.system.spawn;

import bub.client.TimeSource;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** First process of an agent: a child, or a process that an earlier system agent started. */
final class SessionLeader {
  private static final Duration GLANCE = Duration.ofMillis(200);

  private final ProcessMark mark;
  private final @Nullable Process child;

  private SessionLeader(ProcessMark mark, @Nullable Process child) {
    this.mark = mark;
    this.child = child;
  }

  static SessionLeader of(Process child) {
    ProcessTable.Entry entry = ProcessTable.find(child.pid());
    // Ended already: an empty start time matches no other process.
    ProcessMark mark = entry == null ? new ProcessMark(child.pid(), "") : entry.mark();
    return new SessionLeader(mark, child);
  }

  static SessionLeader adopted(ProcessMark mark) {
    return new SessionLeader(mark, null);
  }

  ProcessMark mark() {
    return mark;
  }

  ProcessTree tree() {
    return new ProcessTree(mark);
  }

  ProcessExit awaitExit(TimeSource time) throws InterruptedException {
    if (child != null) {
      return new ProcessExit(child.waitFor());
    }
    // ProcessHandle.onExit would wait forever for a zombie.
    while (ProcessTable.isAlive(mark)) {
      time.sleep(GLANCE);
    }
    return new ProcessExit(null);
  }
}
