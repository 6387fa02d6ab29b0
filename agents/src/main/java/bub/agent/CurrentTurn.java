package bub.agent;

import bub.protocol.Envelope;
import bub.protocol.trace.Causality;

/** Cause and trace of the turn that the agent is in. For the thread of the turns. */
final class CurrentTurn {
  private final BudgetNotices notices;
  private Causality causality = Causality.NONE;

  CurrentTurn(BudgetNotices notices) {
    this.notices = notices;
  }

  void begin(Envelope message) {
    causality = Causality.resultOf(message);
  }

  /** Called after the answer, because a waiting chat takes the first text for the answer. */
  void end() throws InterruptedException {
    causality = Causality.NONE;
    notices.tell();
  }

  Causality causality() {
    return causality;
  }
}
