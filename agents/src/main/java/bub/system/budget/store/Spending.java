package bub.system.budget.store;

import bub.protocol.budget.BudgetLimit;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Use of models.
 *
 * @param cost billionths of a dollar
 * @param unpriced calls of models without a price, which {@code cost} does not include
 */
public record Spending(long calls, long tokensIn, long tokensOut, long cost, long unpriced) {
  public static final Spending NONE = new Spending(0, 0, 0, 0, 0);

  /** One call; {@code cost} is null when the price is unknown. */
  public static Spending call(long tokensIn, long tokensOut, @Nullable Long cost) {
    return new Spending(1, tokensIn, tokensOut, cost == null ? 0 : cost, cost == null ? 1 : 0);
  }

  public long in(BudgetLimit.Unit unit) {
    return switch (unit) {
      case USD -> cost;
      case TOKENS -> tokensIn + tokensOut;
      case CALLS -> calls;
    };
  }

  Spending minus(Spending other) {
    return combine(other, (mine, its) -> mine - its);
  }

  Spending atMost(Spending other) {
    return combine(other, Math::min);
  }

  private Spending combine(Spending other, LongBinaryOperator operator) {
    return new Spending(
        operator.applyAsLong(calls, other.calls),
        operator.applyAsLong(tokensIn, other.tokensIn),
        operator.applyAsLong(tokensOut, other.tokensOut),
        operator.applyAsLong(cost, other.cost),
        operator.applyAsLong(unpriced, other.unpriced));
  }
}
