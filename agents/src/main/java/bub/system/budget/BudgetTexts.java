package bub.system.budget;

import bub.protocol.budget.Budget;
import bub.protocol.budget.BudgetLimit;
import bub.protocol.budget.BudgetLimit.Period;
import bub.system.budget.store.BudgetLedger.Decision.Refused;
import bub.system.budget.store.BudgetUse;
import java.time.ZoneId;

/** Sentences about budgets for people. */
final class BudgetTexts {
  private BudgetTexts() {}

  static String refusal(Refused refused, ZoneId zone) {
    BudgetUse use = refused.by();
    BudgetLimit limit = use.budget().limit();
    String state =
        use.left() == 0
            ? "is used up"
            : "has %s left, and the next model call needs about %s"
                .formatted(limit.unit().words(use.left()), limit.unit().words(refused.needed()));
    return "The budget of %s for %s %s. %s %s"
        .formatted(
            limit.words(), owner(use), state, next(limit, zone), remedy(use.budget(), limit));
  }

  private static String next(BudgetLimit limit, ZoneId zone) {
    return limit.period() == Period.DAY
        ? "It resets at 00:00 (" + zone + ")."
        : "Your next message starts a new turn.";
  }

  private static String remedy(Budget budget, BudgetLimit limit) {
    return "An operator can raise it with: bub budget set '%s' '%s'"
        .formatted(budget.target(), limit.doubled());
  }

  static String notice(BudgetUse use) {
    BudgetLimit limit = use.budget().limit();
    String state =
        use.left() == 0
            ? "is used up"
            : "is %d %% used, with %s left"
                .formatted(use.percent(), limit.unit().words(use.left()));
    return "Notice: the budget of %s for %s %s.".formatted(limit.words(), owner(use), state);
  }

  private static String owner(BudgetUse use) {
    if (use.budget().limit().period() == Period.TURN) {
      return use.budget().isTotal() ? "every turn" : "turns of " + use.budget().target();
    }
    return use.budget().isTotal() ? "all agents together" : use.subject();
  }

  static String brokenRules(String problem) {
    return "No model call is allowed, because the budgets cannot be read: %s. An operator must"
            .formatted(problem)
        + " correct the file.";
  }

  static String noEffect(Budget budget, Budget stricter) {
    return "%s for %s has no effect, because %s for %s is stricter."
        .formatted(budget.limit(), budget.target(), stricter.limit(), stricter.target());
  }

  static String unpriced(String model, long calls) {
    return "The model %s has no price, so budgets in USD do not count its %s today. Add it to %s."
        .formatted(model, BudgetLimit.Unit.CALLS.words(calls), BudgetKeeper.PRICES_FILE);
  }
}
