package bub.bus.policy;

import bub.protocol.Address;

/**
 * The topics that stand for what people say and read. On a locked bus a token needs a grant for
 * them: whoever writes there speaks as a person, or to one.
 */
final class ChatTopics {
  private static final String INBOUND = "inbound:";
  private static final String OUTBOUND = "outbound:";

  private ChatTopics() {}

  static boolean contain(Address to) {
    return to.value().startsWith(INBOUND) || to.value().startsWith(OUTBOUND);
  }
}
