package bub.system.spawn;

import bub.client.TimeSource;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Session leader and all its descendants, including those that lost their parents. */
record ProcessTree(ProcessMark leader) {
  private static final Duration GLANCE = Duration.ofMillis(20);
  private static final Duration BURIAL = Duration.ofSeconds(5);

  /** Kills processes that survive {@code grace}; false when one survives that, too. */
  boolean end(Duration grace, TimeSource time) throws InterruptedException {
    signal(ProcessHandle::destroy);
    if (awaitEmpty(grace, time)) {
      return true;
    }
    signal(ProcessHandle::destroyForcibly);
    return awaitEmpty(BURIAL, time);
  }

  private void signal(Consumer<ProcessHandle> order) {
    members().stream().flatMap(one -> ProcessHandle.of(one.pid()).stream()).forEach(order);
  }

  private boolean awaitEmpty(Duration atMost, TimeSource time) throws InterruptedException {
    for (long looks = atMost.dividedBy(GLANCE); looks >= 0; looks--) {
      // A scan of all processes is expensive, so the leader comes first.
      if (!ProcessTable.isAlive(leader) && members().isEmpty()) {
        return true;
      }
      time.sleep(GLANCE);
    }
    return false;
  }

  private List<ProcessMark> members() {
    ProcessTable.Entry now = ProcessTable.find(leader.pid());
    if (now != null && !now.mark().equals(leader)) {
      // The kernel reuses a pid only after the last process of its old session has ended.
      return List.of();
    }
    Map<Long, ProcessMark> members = new LinkedHashMap<>();
    Stream.concat(
            ProcessTable.session(leader.pid()).stream(),
            ProcessHandle.of(leader.pid()).stream()
                .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
                .flatMap(process -> Stream.ofNullable(ProcessTable.find(process.pid()))))
        .filter(ProcessTable.Entry::isAlive)
        .forEach(entry -> members.put(entry.mark().pid(), entry.mark()));
    return List.copyOf(members.values());
  }
}
