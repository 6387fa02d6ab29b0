package bub.channel.telegram.api;

import bub.channel.telegram.api.ApiOutcome.Refused;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.message.ChatId;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Bot API client for Telegram's server or for a self-hosted one. */
public final class HttpBotApi implements BotApi, AutoCloseable {
  public static final URI TELEGRAM = URI.create("https://api.telegram.org");

  /** Those that {@link UpdateReader} knows. */
  private static final List<String> WANTED =
      List.of("message", "edited_message", "channel_post", "edited_channel_post", "my_chat_member");

  private final BotHttpClient wire;
  private final FileTransfer files;
  private final ApiLimits limits;

  public HttpBotApi(URI server, BotToken token, ApiLimits limits) {
    this.wire = new BotHttpClient(server, token, limits);
    this.files = new FileTransfer(wire, limits);
    this.limits = limits;
  }

  @Override
  public ApiOutcome<TelegramUser> getMe() throws InterruptedException {
    return ResponseReader.read(call("getMe", _ -> {}), HttpBotApi::me);
  }

  private static @Nullable TelegramUser me(RawJson json) {
    return MessageReader.user(LenientJson.of(json));
  }

  @Override
  public ApiOutcome<UpdateBatch> getUpdates(long offset, Duration wait, int limit)
      throws InterruptedException {
    JsonWriter body = new JsonWriter().beginObject().field("offset", offset);
    body.field("timeout", wait.toSeconds()).field("limit", limit);
    writeWanted(body);
    return ResponseReader.read(
        wire.call("getUpdates", body.endObject(), limits.call().plus(wait)),
        json -> json.isArray() ? UpdateReader.batch(json, offset) : null);
  }

  @Override
  public ApiOutcome<NoValue> setWebhook(Webhook webhook) throws InterruptedException {
    return done(
        "setWebhook",
        body -> {
          body.field("url", webhook.url().toString()).field("secret_token", webhook.secret());
          body.field("max_connections", webhook.connections());
          writeWanted(body);
        });
  }

  private static void writeWanted(JsonWriter body) {
    body.name("allowed_updates").beginArray();
    WANTED.forEach(body::value);
    body.endArray();
  }

  @Override
  public ApiOutcome<NoValue> deleteWebhook() throws InterruptedException {
    return done("deleteWebhook", body -> body.field("drop_pending_updates", false));
  }

  @Override
  public ApiOutcome<NoValue> setMyCommands(List<BotCommand> commands) throws InterruptedException {
    return done(
        "setMyCommands",
        body -> {
          body.name("commands").beginArray();
          for (BotCommand command : commands) {
            body.beginObject().field("command", command.name());
            body.field("description", command.description()).endObject();
          }
          body.endArray();
        });
  }

  @Override
  public ApiOutcome<SentMessage> sendMessage(SendText message) throws InterruptedException {
    return call("sendMessage", body -> RequestEncoder.write(body, message))
        .map(ResponseReader::sent);
  }

  @Override
  public ApiOutcome<NoValue> editMessageText(EditText edit) throws InterruptedException {
    return done("editMessageText", body -> RequestEncoder.write(body, edit));
  }

  @Override
  public ApiOutcome<NoValue> deleteMessage(ChatId chat, long messageId)
      throws InterruptedException {
    return done(
        "deleteMessage",
        body -> body.field("chat_id", RequestEncoder.chat(chat)).field("message_id", messageId));
  }

  @Override
  public ApiOutcome<NoValue> sendChatAction(ChatId chat, @Nullable Long thread, ChatAction action)
      throws InterruptedException {
    return done(
        "sendChatAction",
        body -> {
          body.field("chat_id", RequestEncoder.chat(chat)).field("action", action.word());
          if (thread != null) {
            body.field("message_thread_id", thread);
          }
        });
  }

  @Override
  public ApiOutcome<SentMessage> sendDocument(SendFile file) throws InterruptedException {
    return files
        .upload("sendDocument", RequestEncoder.form(file), "document", file.name(), file.file())
        .map(ResponseReader::sent);
  }

  @Override
  public ApiOutcome<RemoteFile> getFile(String fileId) throws InterruptedException {
    return ResponseReader.read(
        call("getFile", body -> body.field("file_id", fileId)),
        json -> {
          LenientJson file = LenientJson.of(json);
          return file == null
              ? null
              : new RemoteFile(
                  file.text("file_id", fileId), file.text("file_path"), file.number("file_size"));
        });
  }

  @Override
  public ApiOutcome<Long> download(RemoteFile file, Path target, long maxBytes)
      throws InterruptedException {
    if (file.path() == null) {
      return new Refused<>(400, "there is nothing to download", TelegramRefusal.OTHER, null);
    }
    return file.size() != null && file.size() > maxBytes
        ? ResponseReader.tooBig(maxBytes)
        : files.download(file, file.path(), target, maxBytes);
  }

  @Override
  public ApiOutcome<Membership> getChatMember(ChatId chat, long userId)
      throws InterruptedException {
    return ResponseReader.read(
        call(
            "getChatMember",
            body -> body.field("chat_id", RequestEncoder.chat(chat)).field("user_id", userId)),
        json -> {
          LenientJson member = LenientJson.of(json);
          return member == null ? null : Membership.named(member.text("status", ""));
        });
  }

  private ApiOutcome<NoValue> done(String method, Consumer<JsonWriter> body)
      throws InterruptedException {
    return call(method, body).map(_ -> new NoValue());
  }

  private ApiOutcome<RawJson> call(String method, Consumer<JsonWriter> body)
      throws InterruptedException {
    JsonWriter json = new JsonWriter().beginObject();
    body.accept(json);
    return wire.call(method, json.endObject(), limits.call());
  }

  @Override
  public void close() {
    wire.close();
  }

  @Override
  public String toString() {
    return "HttpBotApi[" + wire + "]";
  }
}
