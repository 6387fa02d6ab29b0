package bub.bus.trace;

import bub.json.InvalidField;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.Role;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Chats of people: those to which the system agent has assigned an agent, and chat addresses of
 * bridges and operators. Hub thread only.
 */
final class People {
  private static final Address SYSTEM_AGENT = new Address("agent:system");
  private static final int MAX_CHATS = 20_000;

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

  boolean contains(Address from, boolean isTrustedChat) {
    if (chats.get(from) != null) {
      return true;
    }
    boolean isChat = isTrustedChat && Role.of(from) == Role.CHAT;
    if (isChat) {
      chats.put(from, true);
    }
    return isChat;
  }

  /** True for a recipient that has been a person before. */
  boolean isPerson(Address address) {
    return chats.get(address) != null;
  }
}
