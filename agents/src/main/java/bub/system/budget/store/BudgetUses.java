package bub.system.budget.store;

import bub.protocol.budget.Budget;
import bub.protocol.budget.BudgetLimit.Period;
import bub.system.budget.store.TurnTables.TurnUse;
import bub.system.budget.store.UsageTables.Subject;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Budgets that apply to a call, with their use. Store thread only. */
final class BudgetUses {
  private BudgetUses() {}

  /**
   * A turn budget applies to the turns of the agents and chats that it matches, and to a matching
   * agent that is asked in another's turn. It always counts the whole turn.
   */
  static List<BudgetUse> of(
      Connection connection,
      List<Budget> budgets,
      String day,
      String agent,
      String chat,
      @Nullable TurnUse turn)
      throws SQLException {
    var uses = new ArrayList<BudgetUse>();
    for (Budget budget : budgets) {
      if (budget.limit().period() == Period.TURN) {
        if (turn != null
            && (budget.matches(agent) || budget.matches(turn.agent()) || budget.matches(chat))) {
          uses.add(use(budget, turn.trace(), turn.spent()));
        }
      } else if (budget.isTotal()) {
        uses.add(use(budget, Budget.TOTAL.text(), UsageTables.total(connection, day)));
      } else {
        if (budget.matches(agent)) {
          uses.add(use(budget, agent, UsageTables.of(connection, day, Subject.AGENT, agent)));
        }
        if (budget.matches(chat) && !chat.equals(agent)) {
          uses.add(use(budget, chat, UsageTables.of(connection, day, Subject.CHAT, chat)));
        }
      }
    }
    return uses;
  }

  /** Uses of today and of the newest turns, for people. */
  static List<BudgetUse> all(Connection connection, List<Budget> budgets, String day)
      throws SQLException {
    var uses = new ArrayList<BudgetUse>();
    for (Budget budget : budgets) {
      if (budget.limit().period() == Period.TURN) {
        for (TurnUse turn : TurnTables.newest(connection)) {
          if (budget.matches(turn.agent()) || budget.matches(turn.chat())) {
            uses.add(use(budget, turn.trace(), turn.spent()));
          }
        }
      } else if (budget.isTotal()) {
        uses.add(use(budget, Budget.TOTAL.text(), UsageTables.total(connection, day)));
      } else {
        for (Subject subject : Subject.values()) {
          UsageTables.by(connection, day, subject)
              .forEach(
                  (address, spent) -> {
                    if (budget.matches(address)) {
                      uses.add(use(budget, address, spent));
                    }
                  });
        }
      }
    }
    return uses;
  }

  private static BudgetUse use(Budget budget, String subject, Spending spent) {
    return new BudgetUse(budget, subject, spent.in(budget.limit().unit()));
  }
}
