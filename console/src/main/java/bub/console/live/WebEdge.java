package bub.console.live;

import bub.channel.Edge;
import bub.channel.Progress;
import bub.channel.Shown;
import bub.channel.store.Line;
import bub.client.lobby.record.RecordCodec;
import bub.console.view.LineView;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.message.ChatId;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Shows chats to whoever has the page open. A line counts as shown even if nobody has: it is in the
 * chat's history, which a page loads first.
 */
public record WebEdge(EventRing ring) implements Edge {

  @Override
  public Shown show(ChatId chat, Line line) {
    tell(chat, "line", out -> out.field("line", RecordCodec.json(LineView.of(line))));
    return new Shown.Done();
  }

  @Override
  public void progress(ChatId chat, Progress progress) {
    switch (progress) {
      case Progress.Typing _ -> tell(chat, "typing", _ -> {});
      case Progress.Partial(String messageId, String text) ->
          tell(chat, "partial", out -> out.field("replyTo", messageId).field("text", text));
      case Progress.ToolCall call -> tell(chat, "tool", out -> tool(out, call));
      case Progress.Delayed(String reason) ->
          tell(chat, "delayed", out -> out.field("reason", reason));
    }
  }

  private static void tool(JsonWriter out, Progress.ToolCall call) {
    out.field("name", call.name()).field("arguments", call.arguments());
    out.field("status", call.status().name().toLowerCase(Locale.ROOT));
    if (call.result() != null) {
      out.field("result", call.result());
    }
  }

  /** Chats were renamed or deleted. */
  public void listChanged() {
    ring.publish("chats", RawJson.EMPTY_OBJECT);
  }

  private void tell(ChatId chat, String kind, Consumer<JsonWriter> more) {
    JsonWriter out = new JsonWriter().beginObject().field("chat", chat.value());
    more.accept(out.field("kind", kind));
    ring.publish("chat", RawJson.trusted(out.endObject().toByteArray()));
  }
}
