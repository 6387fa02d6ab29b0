package bub.bus.trace;

import bub.bus.policy.GuardLimits;
import bub.bus.policy.RefusalReason;
import bub.jsonrpc.RpcError;
import bub.protocol.Address;
import bub.protocol.ErrorCodes;
import bub.protocol.trace.TraceId;
import java.util.Locale;

/** Rule of the loop guard that a message broke. Its refusal is final: it names no time to wait. */
enum GuardRule {
  MESSAGES("the turn has more than %d messages between agents"),
  DEPTH("more than %d causes lead to the message"),
  REPEATS("the same exchange came around %d times in the turn"),
  CYCLES("the same text came around more than %d times in a minute"),
  TURNS("the agent sent more than %d messages in a minute without a person in the turn"),
  STOPPED("somebody stopped the turn");

  private final String text;

  GuardRule(String text) {
    this.text = text;
  }

  int limitIn(GuardLimits limits) {
    return switch (this) {
      case MESSAGES -> limits.messages();
      case DEPTH -> limits.depth();
      case REPEATS -> limits.repeats();
      case CYCLES -> limits.cycles();
      case TURNS -> limits.turns();
      case STOPPED -> 0;
    };
  }

  String explain(int limit) {
    return text.formatted(limit);
  }

  GuardDecision refuse(Address from, Address to, int limit, TraceId trace) {
    boolean isStop = this == STOPPED;
    RefusalReason why = isStop ? RefusalReason.TURN_STOPPED : RefusalReason.LOOP_DETECTED;
    String problem =
        isStop
            ? "Turn stopped: the bus delivers no more messages of this turn"
            : "Loop detected from %s to %s: %s".formatted(from, to, explain(limit));
    return new GuardDecision.Refused(
        why,
        new RpcError(
            ErrorCodes.OVERLOADED,
            problem,
            out -> {
              out.beginObject().field("reason", why.word());
              out.field("rule", name().toLowerCase(Locale.ROOT));
              if (!isStop) {
                out.field("limit", limit);
              }
              out.field("trace", trace).endObject();
            }));
  }
}
