package bub.lobby.contract;

import bub.protocol.lobby.ServiceCall;
import bub.protocol.trace.Causality;
import java.util.List;

/** Direction of a message, which selects the schema that applies. */
public enum MessageDirection {
  INPUT(ServiceCall.CAPABILITY_NAME),
  OUTPUT("status");

  private final String envelopeMember;

  MessageDirection(String envelopeMember) {
    this.envelopeMember = envelopeMember;
  }

  /** Members beside the data of the message; the schema sees one only if it names it. */
  List<String> envelopeMembers() {
    return List.of(envelopeMember, Causality.CAUSE, Causality.TRACE);
  }
}
