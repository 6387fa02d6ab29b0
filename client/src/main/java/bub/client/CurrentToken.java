package bub.client;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Token to present: the configured one, or else one received since. Safe for any thread. */
final class CurrentToken implements TokenSource {
  private final TokenSource setUp;
  private volatile TokenSource given = TokenSource.none();

  CurrentToken(TokenSource setUp) {
    this.setUp = setUp;
  }

  void presentOtherwise(TokenSource token) {
    given = token;
  }

  @Override
  public @Nullable String read() throws IOException {
    String token = setUp.read();
    return token == null ? given.read() : token;
  }

  @Override
  public boolean isFresh() {
    return setUp.isFresh() || given.isFresh();
  }
}
