package bub.channel.telegram.api;

import bub.channel.telegram.api.ApiOutcome.Ok;
import bub.channel.telegram.api.ApiOutcome.Refused;
import bub.channel.telegram.api.ApiOutcome.Retry;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.RawJson;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reader of HTTP responses as outcomes of calls. */
final class ResponseReader {
  static final Duration SOON = Duration.ofSeconds(1);

  private static final long LONGEST_WAIT_SECONDS = 3600;
  private static final int LONGEST_DESCRIPTION = 500;

  /** Returns null when the result has an unexpected form. */
  interface Reading<T> {
    @Nullable T of(RawJson result);
  }

  private ResponseReader() {}

  static ApiOutcome<RawJson> of(int status, byte[] body) {
    if (status >= 500) {
      return new Retry<>(SOON, "Telegram returned status " + status);
    }
    try {
      LenientJson answer = LenientJson.of(RawJson.parse(body, UpdateReader.MAX_DEPTH));
      if (answer != null && answer.flag("ok")) {
        RawJson result = answer.raw("result");
        return new Ok<>(result == null ? RawJson.NULL : result);
      }
      if (answer != null && (status != 200 || answer.number("error_code") != null)) {
        return failed(status, answer);
      }
    } catch (InvalidJson | InvalidField notAnAnswer) {
      // not the API's JSON: only the status matters
    }
    return status == 413 ? refused(413, "the file is too big", null) : nonsense(status);
  }

  private static ApiOutcome<RawJson> failed(int status, LenientJson answer) {
    int code = Math.clamp(answer.number("error_code", status), 0, 999);
    String description = clip(answer.text("description", "no reason given"));
    LenientJson parameters = answer.object("parameters");
    if (code == 429) {
      long wait = parameters == null ? 1 : parameters.number("retry_after", 1);
      return new Retry<>(
          Duration.ofSeconds(Math.clamp(wait, 1, LONGEST_WAIT_SECONDS)), description);
    }
    return code >= 500
        ? new Retry<>(SOON, "Telegram returned an error: " + description)
        : refused(code, description, parameters);
  }

  private static ApiOutcome<RawJson> refused(
      int code, String description, @Nullable LenientJson parameters) {
    var to = parameters == null ? null : MessageReader.chatId(parameters, "migrate_to_chat_id");
    TelegramRefusal kind =
        to == null ? TelegramRefusals.kind(code, description) : TelegramRefusal.MIGRATED;
    return new Refused<>(code, description, kind, to);
  }

  private static String clip(String text) {
    return text.length() <= LONGEST_DESCRIPTION ? text : text.substring(0, LONGEST_DESCRIPTION);
  }

  private static <T> ApiOutcome<T> nonsense(int status) {
    return new Retry<>(SOON, "the server is not a Bot API: it returned status " + status);
  }

  static <T> ApiOutcome<T> tooBig(long maxBytes) {
    return new Refused<>(
        413, "the file has more than " + maxBytes + " bytes", TelegramRefusal.FILE_TOO_BIG, null);
  }

  static <T> ApiOutcome<T> read(ApiOutcome<RawJson> outcome, Reading<T> reading) {
    return switch (outcome) {
      case Ok<RawJson>(RawJson result) -> understood(reading.of(result));
      case Retry<RawJson>(Duration after, String why) -> new Retry<>(after, why);
      case Refused<RawJson> refused ->
          new Refused<>(
              refused.code(), refused.description(), refused.kind(), refused.migratedTo());
    };
  }

  private static <T> ApiOutcome<T> understood(@Nullable T value) {
    return value == null ? nonsense(200) : new Ok<>(value);
  }

  /** Lenient, because an error here would send the message again. */
  static SentMessage sent(RawJson result) {
    LenientJson message = LenientJson.of(result);
    return new SentMessage(message == null ? null : message.number("message_id"));
  }
}
