package bub.system;

import bub.protocol.Address;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Gives each agent a principal of its own, for as long as its session runs. */
public interface SessionTokens {

  /**
   * A file with a token that is good for this address only, or null when agents have none. Asked
   * before every start, and when an agent that runs is taken over: a token that was issued before
   * and not revoked stays good.
   */
  @Nullable Path issue(Address agent) throws IOException;

  /** Makes the agent's token worthless, if it has one. */
  void revoke(Address agent) throws IOException;

  /** For agents without tokens. */
  static SessionTokens none() {
    return new SessionTokens() {
      @Override
      public @Nullable Path issue(Address agent) {
        return null;
      }

      @Override
      public void revoke(Address agent) {
        // There is nothing to take back.
      }
    };
  }
}
