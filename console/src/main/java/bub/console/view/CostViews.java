package bub.console.view;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records of the endpoint about costs. */
public final class CostViews {
  private CostViews() {}

  /**
   * Costs of a period.
   *
   * @param ledger false when no system agent keeps a ledger; then everything else is empty
   * @param until last day of the figures
   * @param complete false when the period has more entries than the console reads
   * @param days all days of the period, oldest first
   */
  public record CostReport(
      boolean ledger,
      String since,
      String until,
      boolean complete,
      UseView total,
      UseTable agents,
      UseTable chats,
      List<UseView> days,
      BudgetTable budgets) {}

  /** Use, most expensive first; {@code more} rows are left out. */
  public record UseTable(List<UseView> rows, int more) {}

  /**
   * Use of models.
   *
   * @param name agent, chat or day; empty for the use without a chat
   * @param costUsd absent when no price is known
   * @param unpricedCalls calls of models without a price, which the cost does not include
   */
  public record UseView(
      String name,
      @Nullable BigDecimal costUsd,
      long tokensIn,
      long tokensOut,
      long calls,
      long unpricedCalls) {}

  /** Budgets, the most used first; {@code more} rows are left out. */
  public record BudgetTable(List<BudgetView> rows, int more, List<String> warnings) {}

  /**
   * Budget of one agent, chat or turn.
   *
   * @param target address, pattern or {@code total}
   * @param limit as {@code bub budget set} reads it
   * @param subject address or trace id; absent when nothing was used yet
   * @param unit {@code usd}, {@code tokens} or {@code calls}
   * @param period {@code day} or {@code turn}
   * @param reserved amount of calls that are under way
   * @param percent used and reserved part of the amount
   * @param resetsAt absent for a turn
   */
  public record BudgetView(
      String target,
      String limit,
      @Nullable String subject,
      String unit,
      String period,
      BigDecimal amount,
      BigDecimal used,
      BigDecimal reserved,
      long percent,
      @Nullable String resetsAt) {}
}
