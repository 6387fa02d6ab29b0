package bub.system;

import bub.protocol.Address;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Issues each agent its own principal while its session runs. */
public interface SessionTokens {

  /**
   * Issues a file with a token that is valid for this address only; null when agents have no
   * tokens. Called before every start and when a running agent is adopted. An earlier token that
   * was not revoked stays valid.
   */
  @Nullable Path issue(Address agent) throws IOException;

  void revoke(Address agent) throws IOException;

  /** Implementation for agents without tokens. */
  static SessionTokens none() {
    return new SessionTokens() {
      @Override
      public @Nullable Path issue(Address agent) {
        return null;
      }

      @Override
      public void revoke(Address agent) {
        // No token to revoke.
      }
    };
  }
}
