package bub.agent.model;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Prices of models. Safe for any thread; must not block. */
@FunctionalInterface
public interface ModelPrices {

  /** Returns null when the price of the model is unknown. */
  @Nullable BigDecimal costUsd(String model, long tokensIn, long tokensOut);

  static ModelPrices none() {
    return (_, _, _) -> null;
  }
}
