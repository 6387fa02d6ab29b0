package bub.system;

import bub.protocol.Address;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Issuer of one principal per agent while its session runs. */
public interface SessionTokens {

  /**
   * Token file for this address only; null when agents have no tokens. Called before every start
   * and adoption; an earlier token that was not revoked stays valid.
   */
  @Nullable Path issue(Address agent) throws IOException;

  void revoke(Address agent) throws IOException;

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
