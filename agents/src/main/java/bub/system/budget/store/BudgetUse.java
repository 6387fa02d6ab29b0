package bub.system.budget.store;

import bub.protocol.budget.Budget;

/**
 * Use of a budget by one subject in the current period.
 *
 * @param subject address of an agent or a chat, {@code total}, or the id of a turn
 */
public record BudgetUse(Budget budget, String subject, long used) {
  private static final int NOTICE_PERCENT = 80;

  boolean hasRoomFor(long more) {
    return used + more <= budget.limit().amount();
  }

  boolean needsNotice() {
    return used * 100.0 >= budget.limit().amount() * (double) NOTICE_PERCENT;
  }

  public long left() {
    return Math.max(0, budget.limit().amount() - used);
  }

  public int percent() {
    long amount = budget.limit().amount();
    return amount == 0 ? 100 : (int) Math.min(999, Math.floor(used * 100.0 / amount));
  }
}
