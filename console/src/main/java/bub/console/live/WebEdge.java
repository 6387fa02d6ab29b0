package bub.console.live;

import bub.channel.ChatEdge;
import bub.channel.ChatProgress;
import bub.channel.DisplayResult;
import bub.channel.store.ChatLine;
import bub.console.view.ChatViews.LineView;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.json.record.RecordCodec;
import bub.protocol.message.ChatId;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Shows chats on all open pages. A line counts as shown even without an open page, because a page
 * first loads the chat's history.
 */
public record WebEdge(EventRing ring) implements ChatEdge {

  @Override
  public DisplayResult show(ChatId chat, ChatLine line) {
    tell(chat, "line", out -> out.field("line", RecordCodec.json(LineView.of(line))));
    return new DisplayResult.Done();
  }

  @Override
  public void progress(ChatId chat, ChatProgress progress) {
    switch (progress) {
      case ChatProgress.Typing _ -> tell(chat, "typing", _ -> {});
      case ChatProgress.Partial(String messageId, String text) ->
          tell(chat, "partial", out -> out.field("replyTo", messageId).field("text", text));
      case ChatProgress.ToolCall call -> tell(chat, "tool", out -> tool(out, call));
      case ChatProgress.Delayed(String reason) ->
          tell(chat, "delayed", out -> out.field("reason", reason));
    }
  }

  private static void tool(JsonWriter out, ChatProgress.ToolCall call) {
    out.field("name", call.name()).field("arguments", call.arguments());
    out.field("status", call.status().name().toLowerCase(Locale.ROOT));
    if (call.result() != null) {
      out.field("result", call.result());
    }
  }

  /** Announces that chats were renamed or deleted. */
  public void listChanged() {
    ring.publish("chats", RawJson.EMPTY_OBJECT);
  }

  private void tell(ChatId chat, String kind, Consumer<JsonWriter> more) {
    JsonWriter out = new JsonWriter().beginObject().field("chat", chat.value());
    more.accept(out.field("kind", kind));
    ring.publish("chat", RawJson.trusted(out.endObject().toByteArray()));
  }
}
