package bub.testkit;

import static bub.testkit.FakeBotApiAnswer.ok;
import static bub.testkit.FakeBotApiAnswer.refuses;

import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.testkit.FakeBotApiAnswer.Body;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The methods of the Bot API, with the behaviour and the texts of Telegram. */
final class FakeBotApiMethods implements AutoCloseable {
  private static final long LARGEST_FILE = 20L * 1024 * 1024;
  private static final int LARGEST_UPLOAD = 50 * 1024 * 1024;
  private static final int MOST_UPDATES = 100;
  private static final JsonValue TRUE = out -> out.value(true);

  final FakeBotApiUpdates updates = new FakeBotApiUpdates();
  final FakeBotApiChats chats = new FakeBotApiChats();
  final Map<String, byte[]> files = new ConcurrentHashMap<>();
  private @Nullable FakeBotApiWebhook webhook;

  Body answer(FakeBotApiCall call) throws InterruptedException {
    return switch (call.method()) {
      case "getMe" -> ok(FakeBotApiMethods::writeMe);
      case "getUpdates" -> getUpdates(call);
      case "setWebhook" -> setWebhook(call);
      case "deleteWebhook" -> {
        endWebhook();
        yield ok(TRUE);
      }
      case "sendMessage" -> sendMessage(call);
      case "editMessageText" -> editMessageText(call);
      case "deleteMessage" -> deleteMessage(call);
      case "sendDocument" -> sendDocument(call);
      case "sendChatAction", "setMyCommands" -> ok(TRUE);
      case "getFile" -> getFile(call);
      case "getChatMember" -> ok(out -> out.beginObject().field("status", "member").endObject());
      default -> refuses(404, "Not Found: method not found");
    };
  }

  private static void writeMe(JsonWriter out) {
    out.beginObject().field("id", FakeBotApi.BOT_ID).field("is_bot", true);
    out.field("first_name", "Fake").field("username", FakeBotApi.BOT_NAME);
    out.field("can_join_groups", true).endObject();
  }

  private Body getUpdates(FakeBotApiCall call) throws InterruptedException {
    if (webhookUrl() != null) {
      return refuses(
          409,
          "Conflict: can't use getUpdates method while webhook is active; "
              + "use deleteWebhook to delete the webhook first");
    }
    int limit = Math.clamp(call.parameters().fields().integer("limit", 100), 1, MOST_UPDATES);
    return switch (updates.poll(call.number("offset"), limit, call.number("timeout"))) {
      case FakeBotApiUpdates.Batch(List<RawJson> batch) -> ok(out -> writeAll(out, batch));
      case FakeBotApiUpdates.Superseded() ->
          refuses(
              409,
              "Conflict: terminated by other getUpdates request; "
                  + "make sure that only one bot instance is running");
    };
  }

  private static void writeAll(JsonWriter out, List<RawJson> values) {
    out.beginArray();
    values.forEach(out::value);
    out.endArray();
  }

  private synchronized Body setWebhook(FakeBotApiCall call) {
    endWebhook();
    String url = call.text("url");
    if (!url.isEmpty()) {
      webhook = new FakeBotApiWebhook(url, call.text("secret_token"), updates).start();
    }
    return ok(TRUE);
  }

  private synchronized void endWebhook() {
    if (webhook != null) {
      webhook.close();
      webhook = null;
    }
  }

  synchronized @Nullable String webhookUrl() {
    return webhook == null ? null : webhook.url();
  }

  private Body sendMessage(FakeBotApiCall call) {
    String problem = FakeBotApiRules.problem(call.text("text"), FakeBotApiRules.entities(call));
    return problem != null
        ? refuses(400, "Bad Request: " + problem)
        : post(call, call.text("text"));
  }

  private Body sendDocument(FakeBotApiCall call) {
    if (call.file() == null) {
      return refuses(400, "Bad Request: there is no document in the request");
    }
    return call.file().size() > LARGEST_UPLOAD
        ? refuses(413, "Request Entity Too Large")
        : post(call, call.text("caption"));
  }

  private Body post(FakeBotApiCall call, String text) {
    RawJson reply = FakeBotApiRules.replyParameters(call);
    long replyTo = reply == null ? 0 : reply.fields().integer("message_id", 0);
    if (reply != null && chats.message(call.chat(), replyTo) == null) {
      if (!reply.fields().bool("allow_sending_without_reply", false)) {
        return refuses(400, "Bad Request: message to be replied not found");
      }
      replyTo = 0;
    }
    long id = chats.newId();
    RawJson message = message(call.chat(), id, text);
    chats.remember(call.chat(), id, message);
    chats.add(
        new FakeBotApiSent(
            call.chat(),
            id,
            List.of(text),
            FakeBotApiRules.entities(call),
            replyTo,
            call.number("message_thread_id"),
            call.file(),
            call.nanos()));
    return ok(message);
  }

  private static RawJson message(long chat, long id, String text) {
    JsonWriter out = new JsonWriter().beginObject().field("message_id", id).name("from");
    writeMe(out);
    out.field("date", 1_750_000_000).name("chat").beginObject().field("id", chat);
    out.field("type", chat > 0 ? "private" : "supergroup").endObject();
    return RawJson.trusted(out.field("text", text).endObject().toByteArray());
  }

  private Body editMessageText(FakeBotApiCall call) {
    FakeBotApiSent message = chats.find(call.chat(), call.number("message_id"));
    List<RawJson> entities = FakeBotApiRules.entities(call);
    String text = call.text("text");
    String problem = FakeBotApiRules.problem(text, entities);
    if (message == null) {
      return refuses(400, "Bad Request: message to edit not found");
    }
    if (problem != null) {
      return refuses(400, "Bad Request: " + problem);
    }
    if (message.text().equals(text) && message.entities().equals(entities)) {
      return refuses(
          400,
          "Bad Request: message is not modified: specified new message content and reply markup "
              + "are exactly the same as a current content and reply markup of the message");
    }
    chats.change(message, it -> it.edited(text, entities));
    return ok(message(call.chat(), message.messageId(), text));
  }

  private Body deleteMessage(FakeBotApiCall call) {
    FakeBotApiSent message = chats.find(call.chat(), call.number("message_id"));
    if (message == null) {
      return refuses(400, "Bad Request: message to delete not found");
    }
    chats.remove(message);
    return ok(TRUE);
  }

  private Body getFile(FakeBotApiCall call) {
    String id = call.text("file_id");
    byte[] file = files.get(id);
    if (file == null) {
      return refuses(400, "Bad Request: invalid file_id");
    }
    if (file.length > LARGEST_FILE) {
      return refuses(400, "Bad Request: file is too big");
    }
    return ok(
        out -> {
          out.beginObject().field("file_id", id).field("file_unique_id", "unique-" + id);
          out.field("file_size", file.length).field("file_path", "documents/" + id).endObject();
        });
  }

  @Override
  public void close() {
    endWebhook();
    updates.close();
  }
}
