package bub.bus;

import bub.bus.activity.event.Trail;
import bub.bus.activity.log.ActivityLog;
import bub.bus.activity.log.ActivityLogDisabled;
import bub.jsonrpc.RequestId;
import bub.protocol.Ack;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRows;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.trace.TraceId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Records the events of the hub, one line per event: {@code event actor status}. */
final class RecordedActivity implements ActivityLog {
  final List<String> events = new ArrayList<>();

  /** The payloads of messages and acks, as the log would keep them. */
  final List<String> payloads = new ArrayList<>();

  /** The ids under which messages are found in the log. */
  final List<String> messageIds = new ArrayList<>();

  /** The traces of messages: {@code id in trace by cause}. */
  final List<String> causes = new ArrayList<>();

  final List<Consumer<ActivityRows>> watchers = new ArrayList<>();

  /** What a query gets: the log is off until a test says otherwise. */
  CompletableFuture<ActivityRows> answer =
      CompletableFuture.failedFuture(new ActivityLogDisabled());

  /** What a query gets if its filter matters. */
  @Nullable Function<ActivityFilter, ActivityRows> query;

  @Override
  public Trail sendStarted(Envelope envelope, RequestId rpcId) {
    events.add("send_start " + envelope.from());
    payloads.add(envelope.payload().toString());
    messageIds.add(envelope.messageId().value());
    return new Trail() {
      @Override
      public void caused(TraceId trace, @Nullable MessageId cause) {
        causes.add(envelope.messageId() + " in " + trace + " by " + cause);
      }

      @Override
      public void processStarted(Address recipient, long callId) {
        events.add("process_start " + recipient);
      }

      @Override
      public void processFinished(
          Address recipient, long callId, Status status, Ack ack, @Nullable String error) {
        events.add("process_finish " + recipient + " " + status.word());
        payloads.add(ack.payload().toString());
      }

      @Override
      public void noted(String event, Status status, @Nullable String detail) {
        events.add(event + " " + envelope.from());
      }

      @Override
      public void sendFinished(Status status, @Nullable String error) {
        events.add("send_finish " + envelope.from() + " " + status.word());
      }

      @Override
      public void arrivalFinished() {
        events.add("arrival_finish " + envelope.from());
      }
    };
  }

  /** The trail of a message from another node has no start of its own. */
  @Override
  public Trail arrived(Envelope envelope) {
    Trail trail = sendStarted(envelope, RequestId.NULL);
    events.removeLast();
    return trail;
  }

  @Override
  public boolean isOverfull() {
    return false;
  }

  @Override
  public boolean isSaturated() {
    return false;
  }

  @Override
  public void tick() {}

  @Override
  public Watch watch(ActivityFilter filter, Consumer<ActivityRows> watcher) {
    watchers.add(watcher);
    return () -> watchers.remove(watcher);
  }

  @Override
  public CompletableFuture<ActivityRows> query(ActivityFilter filter) {
    return query == null ? answer : CompletableFuture.completedFuture(query.apply(filter));
  }

  @Override
  public Figures figures() {
    return new Figures(0, 0, 0, false);
  }

  @Override
  public void close() {}
}
