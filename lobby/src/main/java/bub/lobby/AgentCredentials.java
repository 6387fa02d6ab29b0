package bub.lobby;

import org.jspecify.annotations.Nullable;

/**
 * Hashes of the secrets that open a registered id.
 *
 * @param tokenHash of the agent's token
 * @param repeatHash of the conversation that may repeat the registration; null once the token was
 *     used: then the agent has it
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares these
record AgentCredentials(byte[] tokenHash, byte @Nullable [] repeatHash) {
  AgentCredentials used() {
    return new AgentCredentials(tokenHash, null);
  }

  /** Never a hash. */
  @Override
  public String toString() {
    return repeatHash == null ? "used" : "never used";
  }
}
