package bub.bus.trace;

import bub.bus.policy.Principal;
import bub.json.InvalidField;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.Role;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Chats of people: those to which the system agent has assigned an agent, and addresses that are
 * people by their tokens. Hub thread only.
 */
final class People {
  private static final Address SYSTEM_AGENT = new Address("agent:system");
  private static final int MAX_CHATS = 20_000;

  // True for a chat with a session; false for one that is a person only with its token.
  private final Map<Address, Boolean> chats =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Address, Boolean> eldest) {
          return size() > MAX_CHATS;
        }
      };

  /** Learns the chat of a session from the system agent's own messages, which nobody can forge. */
  void learn(Envelope envelope) {
    if (!envelope.from().equals(SYSTEM_AGENT)) {
      return;
    }
    try {
      String type = envelope.type();
      if (type != null && Role.RESERVED.contains(type)) {
        chats.put(envelope.to(), true);
      }
    } catch (InvalidField doubled) {
      // Not a message of the system agent's own.
    }
  }

  /**
   * True for an address that is a person by its token. Bridges and operators are trusted with chats
   * even without the grant, which older tokens do not have.
   */
  static boolean isTrustedChat(Address from, Principal principal) {
    return principal.chat()
        || (principal.operator() || !principal.sendAs().isEmpty()) && Role.of(from) == Role.CHAT;
  }

  boolean contains(Address from, boolean isTrustedChat) {
    Boolean hasSession = chats.get(from);
    if (isTrustedChat && hasSession == null) {
      chats.put(from, false);
    } else if (!isTrustedChat && Boolean.FALSE.equals(hasSession)) {
      chats.remove(from); // its new token has no such grant
    }
    return isTrustedChat || Boolean.TRUE.equals(hasSession);
  }

  /** True for a recipient that has been a person before. */
  boolean isPerson(Address address) {
    return chats.get(address) != null;
  }
}
