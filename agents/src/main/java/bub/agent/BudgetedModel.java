package bub.agent;

import bub.agent.BudgetClient.Reservation;
import bub.agent.model.Model;
import bub.agent.model.ModelListener;
import bub.agent.model.ModelOutcome;
import bub.agent.model.Prompt;
import bub.protocol.MessageId;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Model that reserves budget before each call of another one, and settles it afterwards. */
final class BudgetedModel implements Model {
  private static final long FIRST_OUTPUT = 1_000;
  private static final long LEAST_OUTPUT = 256;

  private final Model model;
  private final BudgetClient budgets;
  private final TokenEstimate estimate;
  private long usualOutput = FIRST_OUTPUT;

  BudgetedModel(Model model, BudgetClient budgets, TokenEstimate estimate) {
    this.model = model;
    this.budgets = budgets;
    this.estimate = estimate;
  }

  @Override
  public String name() {
    return model.name();
  }

  @Override
  public boolean understands() {
    return model.understands();
  }

  @Override
  public ModelOutcome ask(Prompt prompt, Duration atMost, ModelListener listener)
      throws InterruptedException {
    long tokensIn = estimate.tokens(prompt.chars());
    long tokensOut = Math.max(LEAST_OUTPUT, usualOutput);
    return switch (budgets.reserve(name(), tokensIn, tokensOut)) {
      case Reservation.Refused(String sentence) -> new ModelOutcome.OverBudget(sentence);
      case Reservation.Unavailable(String why) -> ModelOutcome.Failure.passing(why);
      case Reservation.Granted(MessageId id) -> ask(prompt, atMost, listener, id, tokensIn);
    };
  }

  private ModelOutcome ask(
      Prompt prompt, Duration atMost, ModelListener listener, MessageId id, long tokensIn)
      throws InterruptedException {
    var partial = new AtomicInteger();
    ModelListener counted =
        new ModelListener() {
          @Override
          public void text(String soFar) {
            partial.set(soFar.length());
            listener.text(soFar);
          }

          @Override
          public void waited(String why, Duration time) {
            listener.waited(why, time);
          }
        };
    ModelOutcome outcome;
    try {
      outcome = model.ask(prompt, atMost, counted);
    } catch (InterruptedException stopped) {
      // The provider has read the prompt, and may bill it.
      budgets.settleLater(id, name(), tokensIn, estimate.tokens(partial.get()));
      throw stopped;
    }
    return switch (outcome) {
      case ModelOutcome.Answer(var said, ModelOutcome.Usage usage, String finish) -> {
        long in = usage == null ? tokensIn : Math.max(0, usage.input());
        long out = usage == null ? estimate.tokens(said.chars()) : Math.max(0, usage.output());
        usualOutput = (3 * usualOutput + 2 * out) / 4;
        BigDecimal cost = budgets.settle(id, name(), in, out);
        yield usage == null
            ? outcome
            : new ModelOutcome.Answer(said, new ModelOutcome.Usage(in, out, cost), finish);
      }
      case ModelOutcome.Failure failure -> {
        // Providers bill no failed request, unless they have begun to answer it.
        boolean hasBegun = partial.get() > 0;
        budgets.settle(id, name(), hasBegun ? tokensIn : 0, estimate.tokens(partial.get()));
        yield failure;
      }
      case ModelOutcome.OverBudget refused -> refused;
    };
  }
}
