package bub.lobby.contract;

import bub.protocol.lobby.InputRequired;
import bub.protocol.lobby.ServiceCall;
import bub.protocol.trace.Causality;
import java.util.List;
import java.util.stream.Stream;

/** Direction of a message, which selects the schema that applies. */
public enum MessageDirection {
  INPUT(ServiceCall.CAPABILITY_NAME, InputRequired.RESPONSES, InputRequired.STATE),
  OUTPUT("status");

  private final List<String> envelopeMembers;

  MessageDirection(String... members) {
    envelopeMembers =
        Stream.concat(Stream.of(members), Stream.of(Causality.CAUSE, Causality.TRACE)).toList();
  }

  /** Members beside the data of the message; the schema sees one only if it names it. */
  List<String> envelopeMembers() {
    return envelopeMembers;
  }
}
