package bub.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where the token for a locked bus comes from; asked at each connect, so a new one takes effect.
 */
@FunctionalInterface
public interface TokenSource {

  /** The token, or null when there is none. */
  @Nullable String read() throws IOException;

  static TokenSource none() {
    return () -> null;
  }

  static TokenSource file(Path file) {
    return () -> {
      String token;
      try {
        token = Files.readString(file).strip();
      } catch (IOException unreadable) {
        throw new IOException("cannot read the token file " + file, unreadable);
      }
      if (token.isEmpty()) {
        throw new IOException("the token file " + file + " is empty");
      }
      return token;
    };
  }
}
