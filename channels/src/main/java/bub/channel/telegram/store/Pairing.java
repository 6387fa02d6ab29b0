package bub.channel.telegram.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A person who asked for access or has it.
 *
 * @param name name given by the person
 * @param username Telegram username, without the @
 * @param code code for the operator to approve; null once approved
 * @param since time of the approval or of the request
 */
public record Pairing(
    long userId, String name, @Nullable String username, @Nullable String code, Instant since) {

  public boolean isApproved() {
    return code == null;
  }
}
