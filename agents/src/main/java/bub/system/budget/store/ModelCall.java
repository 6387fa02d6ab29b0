package bub.system.budget.store;

import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.trace.TraceId;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * One call of a model, as the ledger books it.
 *
 * @param id message that reserves or reports the call; together with the agent, it is unique
 * @param chat chat that the agent serves; null without one
 * @param trace turn of the call; null when the agent named none
 * @param spending estimate of a reservation, or the reported use
 */
public record ModelCall(
    Address agent,
    MessageId id,
    @Nullable Address chat,
    @Nullable TraceId trace,
    String model,
    Spending spending,
    LocalDate day,
    Instant at) {

  String chatText() {
    return chat == null ? "" : chat.value();
  }

  String traceText() {
    return trace == null ? "" : trace.value();
  }

  ModelCall outsideTurns() {
    return new ModelCall(agent, id, chat, null, model, spending, day, at);
  }

  ModelCall on(LocalDate other) {
    return new ModelCall(agent, id, chat, trace, model, spending, other, at);
  }
}
