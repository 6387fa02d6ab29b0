package bub.gateway.mcp;

import bub.client.TimeSource;
import bub.gateway.caller.Caller;
import bub.jsonrpc.RequestId;
import bub.protocol.Address;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Session of a client that speaks a revision with sessions. Safe for any thread. */
final class McpSession implements OwnResourceWatch.Subscriber {
  static final int MOST_SUBSCRIPTIONS = 100;

  private final String id;
  private final Address caller;
  private final Address inbox;
  private final Map<RequestId, RequestRun> running = new ConcurrentHashMap<>();
  private final AtomicReference<@Nullable NotificationStream> stream = new AtomicReference<>();
  private final ClientFeatures features;
  private final ClientQuestions questions = new ClientQuestions();
  private final Set<String> subscriptions = ConcurrentHashMap.newKeySet();
  private volatile McpLogLevel logLevel = McpLogLevel.INFO;
  private final TimeSource time;
  private volatile Instant usedAt;
  private volatile boolean isOver;

  McpSession(String id, Address caller, Address inbox, ClientFeatures features, TimeSource time) {
    this.id = id;
    this.caller = caller;
    this.inbox = inbox;
    this.features = features;
    this.time = time;
    this.usedAt = time.now();
  }

  String id() {
    return id;
  }

  Address inbox() {
    return inbox;
  }

  /** False for the inbox of a principal, which outlives its sessions. */
  boolean hasOwnInbox() {
    return !inbox.equals(caller);
  }

  ClientFeatures features() {
    return features;
  }

  ClientQuestions questions() {
    return questions;
  }

  McpLogLevel logLevel() {
    return logLevel;
  }

  void logLevel(McpLogLevel least) {
    logLevel = least;
  }

  /** Returns false when there are too many subscriptions. */
  boolean subscribe(String uri) {
    return subscriptions.contains(uri)
        || subscriptions.size() < MOST_SUBSCRIPTIONS && subscriptions.add(uri);
  }

  void unsubscribe(String uri) {
    subscriptions.remove(uri);
  }

  @Override
  public boolean isListening() {
    return stream.get() != null;
  }

  @Override
  public boolean isOver() {
    return isOver;
  }

  /** A client without an open stream reads the resource again when it wants. */
  @Override
  public void updated(String uri) {
    NotificationStream open = stream.get();
    if (open != null && subscriptions.contains(uri)) {
      open.updated(uri);
    }
  }

  /** A session belongs to the principal that began it. */
  boolean isOf(Caller other) {
    return caller.equals(other.id());
  }

  void used() {
    usedAt = time.now();
  }

  /** Time since the last request or stream began or ended. */
  Duration idle() {
    return Duration.between(usedAt, time.now());
  }

  boolean isBusy() {
    return !running.isEmpty() || stream.get() != null;
  }

  /** Returns false when a request with this id is still running. */
  boolean begin(RequestId request, RequestRun run) {
    return running.putIfAbsent(request, run) == null;
  }

  void end(RequestId request) {
    used(); // before it is idle
    running.remove(request);
  }

  void cancel(RequestId request) {
    RequestRun run = running.get(request);
    if (run != null) {
      run.cancel();
    }
  }

  /** The newest stream counts; the one before ends. */
  void listen(NotificationStream newest) {
    NotificationStream before = stream.getAndSet(newest);
    if (before != null) {
      before.end();
    }
  }

  void left(NotificationStream old) {
    used(); // before it is idle
    stream.compareAndSet(old, null);
  }

  void close() {
    isOver = true;
    running.values().forEach(RequestRun::cancel);
    NotificationStream open = stream.getAndSet(null);
    if (open != null) {
      open.end();
    }
  }
}
