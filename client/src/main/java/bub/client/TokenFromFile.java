package bub.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** Token from a file that contains nothing else. */
record TokenFromFile(Path file) implements TokenSource {
  /** Long enough for a busy machine; a bus checks for new tokens several times per second. */
  private static final Duration FRESH = Duration.ofSeconds(5);

  @Override
  public String read() throws IOException {
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
  }

  @Override
  public boolean isFresh() {
    try {
      Instant written = Files.getLastModifiedTime(file).toInstant();
      return written.isAfter(Instant.now().minus(FRESH));
    } catch (IOException gone) {
      return false;
    }
  }
}
