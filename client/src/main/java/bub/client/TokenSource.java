package bub.client;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Source of the token for a locked bus, read at each connect. */
@FunctionalInterface
public interface TokenSource {

  /** Null when there is no token. */
  @Nullable String read() throws IOException;

  /** True when the token is so new that a bus may not know it yet. */
  default boolean isFresh() {
    return false;
  }

  /** Gives this token only while {@code condition} holds. */
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
