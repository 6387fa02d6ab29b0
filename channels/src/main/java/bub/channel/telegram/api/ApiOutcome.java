package bub.channel.telegram.api;

import bub.protocol.message.ChatId;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Outcome of a call. */
public sealed interface ApiOutcome<T> {

  record Ok<T>(T value) implements ApiOutcome<T> {}

  /** The call may have had its effect, because its answer may have been lost. */
  record Retry<T>(Duration after, String why) implements ApiOutcome<T> {}

  /** {@code migratedTo} is the new id of the chat, with {@link TelegramRefusal#MIGRATED}. */
  record Refused<T>(int code, String description, TelegramRefusal kind, @Nullable ChatId migratedTo)
      implements ApiOutcome<T> {}

  default <R> ApiOutcome<R> map(Function<? super T, ? extends R> change) {
    return switch (this) {
      case Ok<T>(T value) -> new Ok<>(change.apply(value));
      case Retry<T>(Duration after, String why) -> new Retry<>(after, why);
      case Refused<T>(int code, String description, TelegramRefusal kind, @Nullable ChatId to) ->
          new Refused<>(code, description, kind, to);
    };
  }
}
