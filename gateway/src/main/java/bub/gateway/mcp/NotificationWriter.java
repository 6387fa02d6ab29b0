package bub.gateway.mcp;

import bub.gateway.mcp.NotificationStream.Notification;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Parameters of the notifications that a client gets. */
final class NotificationWriter {
  private NotificationWriter() {}

  static JsonValue progress(RawJson token, RequestRun.Event.Progress progress) {
    return out -> {
      out.beginObject().field("progressToken", token);
      double number = progress.number();
      if (number == Math.rint(number) && Math.abs(number) < 1e15) {
        out.field("progress", (long) number);
      } else {
        out.field("progress", number);
      }
      out.optional("total", progress.total()).field("message", progress.text()).endObject();
    };
  }

  static JsonValue log(RequestRun.Event.Log log) {
    return out -> {
      out.beginObject().field("level", log.level().word());
      out.optional("logger", log.logger()).field("data", log.data()).endObject();
    };
  }

  /** {@code meta} names the subscription; null in a session. */
  static void write(Notification notification, @Nullable JsonValue meta, McpReplyStream reply)
      throws IOException {
    switch (notification) {
      case Notification.ListChanged(OfferKind kind) ->
          reply.notification(
              kind.notification(), meta == null ? null : out -> with(meta, out).endObject());
      case Notification.ResourceUpdated(String uri) ->
          reply.notification(
              "notifications/resources/updated",
              out ->
                  (meta == null ? out.beginObject() : with(meta, out))
                      .field("uri", uri)
                      .endObject());
      case Notification.Nothing _, Notification.Ended _ -> reply.keepAlive();
    }
  }

  private static JsonWriter with(JsonValue meta, JsonWriter out) {
    return out.beginObject().field("_meta", meta);
  }
}
