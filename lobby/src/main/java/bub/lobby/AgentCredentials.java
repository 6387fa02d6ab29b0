package bub.lobby;

import org.jspecify.annotations.Nullable;

/**
 * Hashes of the secrets that prove ownership of a registered id.
 *
 * @param tokenHash hash of the agent's token
 * @param repeatHash hash of the conversation id that may repeat the registration; null after the
 *     first use of the token, which proves that the agent has it
 */
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
