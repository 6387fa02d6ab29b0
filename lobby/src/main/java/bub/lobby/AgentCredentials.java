package bub.lobby;

import org.jspecify.annotations.Nullable;

/** Hashes that prove ownership of an id; {@code repeatHash} is null once the token was used. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record AgentCredentials(byte[] tokenHash, byte @Nullable [] repeatHash) {
  AgentCredentials used() {
    return new AgentCredentials(tokenHash, null);
  }

  /** Omits the hashes. */
  @Override
  public String toString() {
    return repeatHash == null ? "used" : "never used";
  }
}
