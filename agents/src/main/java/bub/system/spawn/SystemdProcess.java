package bub.system.spawn;

import bub.system.spawn.Spawner.AgentEnding;
import bub.system.spawn.Spawner.AgentProcess;
import bub.system.spawn.Spawner.AgentWatcher;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Unit of one agent, whose states become calls of a watcher. */
final class SystemdProcess implements AgentProcess {
  private static final Logger LOG = LoggerFactory.getLogger(SystemdProcess.class);

  private final String unit;
  private final UserSystemd manager;
  private final AgentWatcher watcher;
  private volatile boolean stopAsked;
  private volatile @Nullable ProcessMark mark;
  private int restarts;
  private boolean over;

  SystemdProcess(String unit, UserSystemd manager, AgentWatcher watcher) {
    this.unit = unit;
    this.manager = manager;
    this.watcher = watcher;
  }

  String unit() {
    return unit;
  }

  /** True when the unit has ended. */
  synchronized boolean observe(UnitState state) throws IOException {
    if (over) {
      return true;
    }
    if (state.isLive()) {
      notice(state);
      return false;
    }
    if (state.isOnItsWayDown()) {
      return false;
    }
    if (state.isFailed()) {
      manager.forget(unit);
    }
    over = true;
    watcher.ended(ending(state));
    return true;
  }

  private void notice(UnitState state) {
    if (state.restarts() > restarts || state.isBetweenRuns()) {
      if (mark != null) {
        watcher.failing(state.isBetweenRuns() ? state.words() : "it failed");
      }
      restarts = state.restarts();
      mark = null;
    }
    ProcessTable.Entry process = state.mainPid() == 0 ? null : ProcessTable.find(state.mainPid());
    if (process != null && !process.mark().equals(mark)) {
      mark = process.mark();
      watcher.started(process.mark());
    }
  }

  private AgentEnding ending(UnitState state) {
    if (stopAsked) {
      return new AgentEnding.Asked();
    }
    return state.isFailed()
        ? new AgentEnding.GivenUp("it failed too often; last failure: " + state.words())
        : new AgentEnding.Finished("it ended");
  }

  @Override
  public void stop() {
    stopAsked = true;
    try {
      manager.stop(unit);
      observe(manager.show(unit));
    } catch (IOException failed) {
      LOG.error("Could not stop unit {}", unit, failed);
    }
  }

  @Override
  public long residentBytes() {
    ProcessMark current = mark;
    return current == null ? 0 : ProcessTable.residentBytes(current.pid());
  }
}
