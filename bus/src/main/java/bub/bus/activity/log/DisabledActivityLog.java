package bub.bus.activity.log;

import bub.bus.activity.event.Trail;
import bub.jsonrpc.RequestId;
import bub.protocol.Ack;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRows;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.trace.TraceId;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Activity log that is off: it accepts all events and stores none. */
public final class DisabledActivityLog implements ActivityLog {
  private static final Trail NO_TRAIL =
      new Trail() {
        @Override
        public void caused(TraceId trace, @Nullable MessageId cause) {}

        @Override
        public void processStarted(Address recipient, long callId) {}

        @Override
        public void processFinished(
            Address recipient, long callId, Status status, Ack ack, @Nullable String error) {}

        @Override
        public void noted(String event, Status status, @Nullable String detail) {}

        @Override
        public void sendFinished(Status status, @Nullable String error) {}

        @Override
        public void arrivalFinished() {}
      };

  @Override
  public Trail sendStarted(Envelope envelope, RequestId rpcId) {
    return NO_TRAIL;
  }

  @Override
  public Trail arrived(Envelope envelope) {
    return NO_TRAIL;
  }

  @Override
  public boolean isSaturated() {
    return false;
  }

  @Override
  public boolean isOverfull() {
    return false;
  }

  @Override
  public void tick() {}

  @Override
  public Watch watch(ActivityFilter filter, Consumer<ActivityRows> watcher) {
    return () -> {};
  }

  @Override
  public CompletableFuture<ActivityRows> query(ActivityFilter filter) {
    return CompletableFuture.failedFuture(new ActivityLogDisabled());
  }

  @Override
  public Figures figures() {
    return new Figures(0, 0, 0, false);
  }

  @Override
  public void close() {}
}
