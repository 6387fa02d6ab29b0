package bub.gateway.mcp;

import bub.channel.http.HttpRefusal;
import bub.gateway.caller.Caller;
import bub.gateway.caller.CallerSlots;
import bub.gateway.mcp.NotificationStream.Notification;
import bub.json.JsonValue;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Open streams of notifications, limited in number. Safe for any thread; calls block. */
final class NotificationStreams {
  private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(15);

  private final CatalogWatch watch;
  private final CallerSlots slots = new CallerSlots("open MCP streams", 256, 64);
  private final Set<NotificationStream> open = ConcurrentHashMap.newKeySet();

  NotificationStreams(CatalogWatch watch) {
    this.watch = watch;
  }

  /**
   * Returns when the stream ends; fails when the client is gone.
   *
   * @param first written before all notifications, or null
   */
  void send(
      Caller caller, NotificationStream stream, McpReplyStream reply, @Nullable ListenRequest first)
      throws HttpRefusal, IOException, InterruptedException {
    try (CallerSlots.Slot _ = slots.take(caller.id())) {
      watch.add(stream);
      open.add(stream);
      reply.whenGone(stream::end);
      if (first == null) {
        reply.keepAlive();
      } else {
        reply.notification("notifications/subscriptions/acknowledged", first.acknowledgement());
      }
      JsonValue meta = first == null ? null : first.meta();
      for (Notification notification = stream.next(SIGN_OF_LIFE);
          !(notification instanceof Notification.Ended);
          notification = stream.next(SIGN_OF_LIFE)) {
        NotificationWriter.write(notification, meta, reply);
      }
    } finally {
      open.remove(stream);
      watch.remove(stream);
    }
  }

  /** Request for notifications in a revision without sessions. */
  record ListenRequest(JsonValue meta, JsonValue acknowledgement) {}

  void endAll() {
    open.forEach(NotificationStream::end);
  }
}
