package bub.bus.server;

import bub.bus.activity.event.Trail;
import bub.bus.activity.log.ActivityLog;
import bub.bus.activity.log.DisabledActivityLog;
import bub.jsonrpc.RequestId;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRows;
import bub.protocol.Envelope;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A log that stores nothing, with a backlog that a test sets. */
final class PressedActivity implements ActivityLog {
  volatile boolean saturated;
  volatile boolean overfull;
  private final ActivityLog silent = new DisabledActivityLog();

  @Override
  public boolean isSaturated() {
    return saturated;
  }

  @Override
  public boolean isOverfull() {
    return overfull;
  }

  @Override
  public Trail sendStarted(Envelope envelope, RequestId rpcId) {
    return silent.sendStarted(envelope, rpcId);
  }

  @Override
  public Trail arrived(Envelope envelope) {
    return silent.arrived(envelope);
  }

  @Override
  public void tick() {}

  @Override
  public Watch watch(ActivityFilter filter, Consumer<ActivityRows> watcher) {
    return silent.watch(filter, watcher);
  }

  @Override
  public CompletableFuture<ActivityRows> query(ActivityFilter filter) {
    return silent.query(filter);
  }

  @Override
  public Figures figures() {
    return silent.figures();
  }

  @Override
  public void close() {}
}
