package bub.channel.telegram.api;

import bub.protocol.message.ChatId;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How a call ended. */
public sealed interface ApiOutcome<T> {

  /** Telegram did it. */
  record Ok<T>(T value) implements ApiOutcome<T> {}

  /**
   * It may go well later: too many calls, trouble at Telegram or on the way. An answer that was
   * lost on the way belongs here too, so the call may have had its effect.
   */
  record Retry<T>(Duration after, String why) implements ApiOutcome<T> {}

  /**
   * Telegram will not do it, however often it is asked.
   *
   * @param migratedTo where the chat is now, with {@link TelegramRefusal#MIGRATED}
   */
  record Refused<T>(int code, String description, TelegramRefusal kind, @Nullable ChatId migratedTo)
      implements ApiOutcome<T> {}

  /** The same outcome with something made of its value. */
  default <R> ApiOutcome<R> map(Function<? super T, ? extends R> change) {
    return switch (this) {
      case Ok<T>(T value) -> new Ok<>(change.apply(value));
      case Retry<T>(Duration after, String why) -> new Retry<>(after, why);
      case Refused<T>(int code, String description, TelegramRefusal kind, @Nullable ChatId to) ->
          new Refused<>(code, description, kind, to);
    };
  }
}
