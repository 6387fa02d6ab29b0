package bub.channel.telegram.api;

import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.protocol.message.ChatId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Encoder for the parameters of calls in Telegram's format. */
final class RequestEncoder {
  private RequestEncoder() {}

  static void write(JsonWriter body, SendText message) {
    body.field("chat_id", chat(message.chat())).field("text", message.text());
    writeEntities(body, message.entities());
    if (message.thread() != null) {
      body.field("message_thread_id", message.thread());
    }
    if (message.replyTo() != null) {
      body.field("reply_parameters", reply(message.replyTo()));
    }
    writeNoPreview(body);
  }

  static void write(JsonWriter body, EditText edit) {
    body.field("chat_id", chat(edit.chat())).field("message_id", edit.messageId());
    body.field("text", edit.text());
    writeEntities(body, edit.entities());
    writeNoPreview(body);
  }

  static Map<String, String> form(SendFile file) {
    var form = new LinkedHashMap<String, String>();
    form.put("chat_id", file.chat().value());
    put(form, "caption", file.caption());
    put(form, "message_thread_id", file.thread());
    put(form, "reply_parameters", file.replyTo() == null ? null : reply(file.replyTo()).toRaw());
    return form;
  }

  private static void put(Map<String, String> form, String name, @Nullable Object value) {
    if (value != null) {
      form.put(name, value.toString());
    }
  }

  /** A number, so that Telegram need not guess the type. */
  static JsonValue chat(ChatId chat) {
    return out -> {
      try {
        out.value(Long.parseLong(chat.value()));
      } catch (NumberFormatException aName) {
        out.value(chat.value());
      }
    };
  }

  private static JsonValue reply(long messageId) {
    return out ->
        out.beginObject()
            .field("message_id", messageId)
            .field("allow_sending_without_reply", true)
            .endObject();
  }

  private static void writeEntities(JsonWriter body, List<MessageEntity> entities) {
    if (!entities.isEmpty()) {
      body.name("entities").beginArray();
      entities.forEach(body::value);
      body.endArray();
    }
  }

  private static void writeNoPreview(JsonWriter body) {
    body.name("link_preview_options").beginObject().field("is_disabled", true).endObject();
  }
}
