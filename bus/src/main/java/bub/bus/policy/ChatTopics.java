package bub.bus.policy;

import bub.protocol.Address;

/**
 * Topics for the messages that people write and read. On a locked bus a token needs a grant for
 * them, because a sender there acts as a person or addresses one.
 */
final class ChatTopics {
  private static final String INBOUND = "inbound:";
  private static final String OUTBOUND = "outbound:";

  private ChatTopics() {}

  static boolean contain(Address to) {
    return to.value().startsWith(INBOUND) || to.value().startsWith(OUTBOUND);
  }
}
