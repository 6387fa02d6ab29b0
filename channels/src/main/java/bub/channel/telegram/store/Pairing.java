package bub.channel.telegram.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A person who asked to be let in, and perhaps was.
 *
 * @param name as the person says
 * @param username as Telegram says, without the @
 * @param code what the operator approves; null when that is done
 * @param since when the person was let in, or asked
 */
public record Pairing(
    long userId, String name, @Nullable String username, @Nullable String code, Instant since) {

  public boolean isApproved() {
    return code == null;
  }
}
