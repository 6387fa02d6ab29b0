package bub.console.api;

import bub.console.view.CostViews.BudgetTable;
import bub.console.view.CostViews.BudgetView;
import bub.protocol.budget.BudgetLimit;
import bub.protocol.budget.BudgetLimit.Unit;
import bub.protocol.budget.BudgetStatus;
import bub.protocol.budget.UsdAmount;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Views of budgets. */
final class BudgetMapper {
  private static final int MOST_ROWS = 100;
  private static final int MOST_WARNINGS = 50;
  // A browser's numbers are exact up to this one.
  private static final long MOST = (1L << 53) - 1;
  private static final long MOST_PERCENT = 1_000_000;

  private BudgetMapper() {}

  static BudgetTable view(BudgetStatus status) {
    List<BudgetView> rows =
        status.budgets().stream()
            .map(BudgetMapper::view)
            .sorted(Comparator.comparingLong(BudgetView::percent).reversed())
            .limit(MOST_ROWS)
            .toList();
    return new BudgetTable(
        rows,
        status.budgets().size() - rows.size(),
        status.warnings().stream().limit(MOST_WARNINGS).toList());
  }

  private static BudgetView view(BudgetStatus.Row row) {
    BudgetLimit limit = row.budget().limit();
    return new BudgetView(
        row.budget().target().text(),
        limit.toString(),
        row.subject(),
        limit.unit().name().toLowerCase(Locale.ROOT),
        limit.period().word(),
        amount(limit.unit(), limit.amount()),
        amount(limit.unit(), row.used()),
        amount(limit.unit(), row.reserved()),
        percent(row),
        row.resetsAt() == null ? null : row.resetsAt().toString());
  }

  private static BigDecimal amount(Unit unit, long amount) {
    long exact = Math.clamp(amount, 0, MOST);
    return unit == Unit.USD ? UsdAmount.usd(exact) : BigDecimal.valueOf(exact);
  }

  private static long percent(BudgetStatus.Row row) {
    long limit = row.budget().limit().amount();
    double all = (double) row.used() + row.reserved();
    return limit == 0 ? 100 : Math.clamp(Math.round(all * 100 / limit), 0, MOST_PERCENT);
  }
}
