package bub.client;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Where the token for a locked bus comes from; asked at each connect, so a new one takes effect.
 */
@FunctionalInterface
public interface TokenSource {

  /** The token, or null when there is none. */
  @Nullable String read() throws IOException;

  /** Whether it is so new that a bus may not have heard of it yet. */
  default boolean isFresh() {
    return false;
  }

  /** This token while {@code condition} holds, else none. */
  default TokenSource onlyIf(BooleanSupplier condition) {
    TokenSource token = this;
    return new TokenSource() {
      @Override
      public @Nullable String read() throws IOException {
        return condition.getAsBoolean() ? token.read() : null;
      }

      @Override
      public boolean isFresh() {
        return token.isFresh();
      }
    };
  }

  static TokenSource none() {
    return () -> null;
  }

  static TokenSource file(Path file) {
    return new TokenFromFile(file);
  }
}
