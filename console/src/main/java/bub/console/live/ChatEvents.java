package bub.console.live;

import bub.channel.ChatProgress;
import bub.channel.store.ChatLine;
import bub.channel.web.WebChatListener;
import bub.console.view.ChatViews.LineView;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.json.record.RecordCodec;
import bub.protocol.message.ChatId;
import java.util.Locale;
import java.util.function.Consumer;

/** Live events about the chats of this console. */
public record ChatEvents(EventRing ring) implements WebChatListener {

  @Override
  public void line(ChatId chat, ChatLine line) {
    tell(chat, "line", out -> out.field("line", RecordCodec.json(LineView.of(line))));
  }

  @Override
  public void progress(ChatId chat, ChatProgress progress) {
    switch (progress) {
      case ChatProgress.Typing _ -> tell(chat, "typing", _ -> {});
      case ChatProgress.Partial(String messageId, String text) ->
          tell(chat, "partial", out -> out.field("replyTo", messageId).field("text", text));
      case ChatProgress.ToolCall call -> tell(chat, "tool", out -> tool(out, call));
      case ChatProgress.Stopped _ -> tell(chat, "stopped", _ -> {});
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

  @Override
  public void listChanged() {
    ring.publish("chats", RawJson.EMPTY_OBJECT);
  }

  private void tell(ChatId chat, String kind, Consumer<JsonWriter> more) {
    JsonWriter out = new JsonWriter().beginObject().field("chat", chat.value());
    more.accept(out.field("kind", kind));
    ring.publish("chat", RawJson.trusted(out.endObject().toByteArray()));
  }
}
