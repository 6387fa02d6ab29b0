package bub.system.session;

import bub.protocol.Address;
import java.util.function.DoubleSupplier;
import java.util.regex.Pattern;

/** Addresses of spawned agents, such as {@code agent:worker-ab12cd34}. */
public final class AgentId {
  private static final Pattern VALID = Pattern.compile("agent:worker-[a-z0-9]{6,10}");
  private static final String CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
  private static final int LENGTH = 8;

  private AgentId() {}

  /** A valid id is safe in a unit name. */
  public static boolean isOne(String text) {
    return VALID.matcher(text).matches();
  }

  public static Address any(DoubleSupplier chance) {
    var id = new StringBuilder("agent:worker-");
    for (int i = 0; i < LENGTH; i++) {
      id.append(CHARACTERS.charAt((int) (chance.getAsDouble() * CHARACTERS.length())));
    }
    return new Address(id.toString());
  }
}
