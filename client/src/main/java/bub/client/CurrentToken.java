package bub.client;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The token to present: the one that was set up, or else one that this client has been given since.
 * Safe for any thread.
 */
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
