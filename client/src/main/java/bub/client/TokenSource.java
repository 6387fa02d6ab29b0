package bub.client;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Source of the token for a locked bus; read at each connect, so a new token takes effect. */
@FunctionalInterface
public interface TokenSource {

  /** Token, or null when there is none. */
  @Nullable String read() throws IOException;

  /** True when it is so new that a bus may not know it yet. */
  default boolean isFresh() {
    return false;
  }

  /** Source that gives this token only while {@code condition} holds. */
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
