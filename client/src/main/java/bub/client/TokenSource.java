package bub.client;

import java.io.IOException;
import java.nio.file.Path;
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

  static TokenSource none() {
    return () -> null;
  }

  static TokenSource file(Path file) {
    return new TokenFromFile(file);
  }
}
