package bub.lobby.contract;

import bub.protocol.lobby.InputRequired;
import bub.protocol.lobby.ServiceCall;
import bub.protocol.trace.Causality;
import java.util.List;

/** Direction of a message, which selects the schema that applies. */
public enum MessageDirection {
  INPUT,
  OUTPUT;

  /** Members beside the data of the message; the schema sees one only if it names it. */
  List<String> envelopeMembers() {
    return switch (this) {
      case INPUT ->
          List.of(
              ServiceCall.CAPABILITY_NAME,
              InputRequired.RESPONSES,
              InputRequired.STATE,
              Causality.CAUSE,
              Causality.TRACE);
      case OUTPUT -> List.of("status", Causality.CAUSE, Causality.TRACE);
    };
  }
}
