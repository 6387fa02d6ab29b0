package bub.lobby;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.protocol.lobby.RegistrationTerms;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Agent tokens; stores only hashes and compares in constant time. Hub thread only. */
final class AgentTokens {
  private static final int LONGEST = 256;

  private final Supplier<UUID> random;
  private final MessageDigest digest;

  AgentTokens(Supplier<UUID> random) {
    this.random = random;
    try {
      this.digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  String issue() {
    return random.get().toString();
  }

  byte[] hash(String token) {
    return digest.digest(token.getBytes(UTF_8));
  }

  /** Includes the conversation id only when it is unguessable. */
  AgentCredentials credentials(String token, @Nullable String conversation) {
    byte[] repeatHash =
        conversation != null && RegistrationTerms.isUnguessable(conversation)
            ? hash(conversation)
            : null;
    return new AgentCredentials(hash(token), repeatHash);
  }

  boolean repeats(@Nullable String conversation, AgentCredentials credentials) {
    byte[] hash = credentials.repeatHash();
    return hash != null && opens(conversation, hash);
  }

  boolean opens(@Nullable String token, byte[] hash) {
    return token != null && token.length() <= LONGEST && MessageDigest.isEqual(hash(token), hash);
  }
}
