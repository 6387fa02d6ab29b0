package bub.system.budget;

import bub.protocol.budget.Budget;
import bub.protocol.budget.BudgetLimit.Period;
import bub.protocol.budget.BudgetStatus;
import bub.system.budget.store.BudgetLedger;
import bub.system.budget.store.BudgetUse;
import bub.system.budget.store.ModelCall;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Overview of all budgets for operators. */
record BudgetOverview(BudgetLedger ledger) {
  /** A call that is not settled by then counts as used. */
  private static final Duration UNDER_WAY = Duration.ofMinutes(10);

  private static final int MAX_ROWS = 2_000;

  /** Errors of the two files, and steps with impossible figures. */
  record Problems(
      @Nullable String rules, boolean hasNoRules, @Nullable String prices, long ignoredSteps) {}

  BudgetStatus of(BudgetRules rules, Instant now, Problems problems)
      throws IOException, InterruptedException {
    ZoneId zone = rules.zoneOrDefault();
    LocalDate today = LocalDate.ofInstant(now, zone);
    Instant midnight = today.plusDays(1).atStartOfDay(zone).toInstant();
    BudgetLedger.Overview found = ledger.overview(rules.budgets(), today, now.minus(UNDER_WAY));
    var rows = new ArrayList<BudgetStatus.Row>();
    for (Budget budget : rules.budgets()) {
      Instant resets = budget.limit().period() == Period.DAY ? midnight : null;
      int before = rows.size();
      for (BudgetUse use : found.uses()) {
        if (use.budget().equals(budget)) {
          long reserved = reserved(use, found.open(), today);
          rows.add(
              new BudgetStatus.Row(
                  budget, use.subject(), Math.max(0, use.used() - reserved), reserved, resets));
        }
      }
      if (rows.size() == before) {
        rows.add(new BudgetStatus.Row(budget, null, 0, 0, resets));
      }
    }
    List<String> warnings = warnings(rules, found, problems);
    if (rows.size() > MAX_ROWS) {
      warnings.add("The list has %d of %d rows.".formatted(MAX_ROWS, rows.size()));
    }
    return new BudgetStatus(rows.subList(0, Math.min(rows.size(), MAX_ROWS)), warnings);
  }

  private static long reserved(BudgetUse use, List<ModelCall> open, LocalDate today) {
    long sum = 0;
    for (ModelCall call : open) {
      if (isOf(use, call, today)) {
        sum += call.spending().in(use.budget().limit().unit());
      }
    }
    return sum;
  }

  private static boolean isOf(BudgetUse use, ModelCall call, LocalDate today) {
    if (use.budget().limit().period() == Period.TURN) {
      return call.trace() != null && call.trace().value().equals(use.subject());
    }
    boolean isSubject =
        use.budget().isTotal()
            || call.agent().value().equals(use.subject())
            || call.chat() != null && call.chat().value().equals(use.subject());
    return isSubject && call.day().equals(today);
  }

  private static List<String> warnings(
      BudgetRules rules, BudgetLedger.Overview found, Problems problems) {
    var warnings = new ArrayList<String>();
    if (problems.rules() != null) {
      warnings.add(
          problems.hasNoRules()
              ? BudgetTexts.brokenRules(problems.rules())
              : "The last good budgets stay in force: " + problems.rules());
    }
    if (problems.prices() != null) {
      warnings.add("The last good prices stay in force: " + problems.prices());
    }
    for (Budget budget : rules.budgets()) {
      Budget stricter = budget.strictest(rules.budgets());
      if (stricter != null) {
        warnings.add(BudgetTexts.noEffect(budget, stricter));
      }
    }
    found
        .unpricedCalls()
        .forEach((model, calls) -> warnings.add(BudgetTexts.unpriced(model, calls)));
    if (problems.ignoredSteps() > 0) {
      warnings.add(
          "Ignored %d step events with impossible figures, or too many at a time."
              .formatted(problems.ignoredSteps()));
    }
    return warnings;
  }
}
