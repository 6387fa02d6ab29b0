package bub.agent;

import bub.agent.model.Model;
import bub.agent.model.ModelListener;
import bub.agent.model.ModelOutcome;
import bub.agent.model.Prompt;
import bub.client.TimeSource;
import bub.protocol.budget.ModelPrices;
import bub.protocol.trace.Step.ModelUsage;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Model that reports each request to another model, and each wait inside it, as a step. */
record ReportingModel(Model model, TurnSteps steps, TimeSource time) implements Model {
  private static final String NO_FINISH = "error";

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
    Instant start = time.now();
    var retries = new Retries(listener, steps);
    try {
      ModelOutcome outcome = model.ask(prompt, atMost, retries);
      switch (outcome) {
        case ModelOutcome.Answer answer -> report(start, null, usage(answer, retries.count));
        case ModelOutcome.Failure failure -> report(start, failure.reason(), none(retries.count));
        case ModelOutcome.OverBudget _ -> {} // the model was not asked
      }
      return outcome;
    } catch (InterruptedException stopped) {
      report(start, TurnSteps.INTERRUPTED, none(retries.count));
      throw stopped;
    }
  }

  private void report(Instant start, @Nullable String error, ModelUsage usage) {
    steps.model(name(), steps.since(start), error, usage);
  }

  private ModelUsage usage(ModelOutcome.Answer answer, int retries) {
    ModelOutcome.Usage tokens = answer.usage();
    if (tokens == null) {
      return new ModelUsage(0, 0, null, answer.finish(), retries);
    }
    BigDecimal cost =
        tokens.costUsd() == null
            ? ModelPrices.builtIn().cost(name(), tokens.input(), tokens.output())
            : tokens.costUsd();
    return new ModelUsage(tokens.input(), tokens.output(), cost, answer.finish(), retries);
  }

  private static ModelUsage none(int retries) {
    return new ModelUsage(0, 0, null, NO_FINISH, retries);
  }

  /** Every retry follows a wait, on the thread of the request. */
  private static final class Retries implements ModelListener {
    private final ModelListener listener;
    private final TurnSteps steps;
    private int count;

    Retries(ModelListener listener, TurnSteps steps) {
      this.listener = listener;
      this.steps = steps;
    }

    @Override
    public void text(String soFar) {
      listener.text(soFar);
    }

    @Override
    public void waited(String why, Duration time) {
      count++;
      steps.waited(why, time);
      listener.waited(why, time);
    }
  }
}
