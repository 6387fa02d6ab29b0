package bub.agent;

import bub.agent.model.EchoModel;
import bub.agent.model.Model;
import bub.agent.model.ModelListener;
import bub.agent.model.ModelName;
import bub.agent.model.ModelOutcome;
import bub.agent.model.Prompt;
import bub.agent.model.RetryingModel;
import bub.agent.model.langchain.LangChainModel;
import bub.client.ClientEnvironment;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Factory of the model that the settings name. */
final class ModelFactory {
  private ModelFactory() {}

  /** {@code budgeted} wraps each model that costs something, below its retries. */
  static Model of(
      AgentSettings settings, ClientEnvironment environment, UnaryOperator<Model> budgeted) {
    String chosen = settings.chosenModel();
    if (chosen == null || chosen.equals(EchoModel.NAME)) {
      return new EchoModel();
    }
    try {
      ModelName name = ModelName.parse(chosen);
      var late =
          new Late(
              name.toString(),
              () ->
                  new LangChainModel(
                      name,
                      settings.environment(),
                      settings.limits().timeouts().silence(),
                      AgentLimits.MAX_ANSWER_CHARS));
      return new RetryingModel(budgeted.apply(late), environment);
    } catch (IllegalArgumentException noModel) {
      // The person can learn of the mistake only through the chat.
      return new Unusable(chosen, String.valueOf(noModel.getMessage()));
    }
  }

  /** Model that is created on first use, because its libraries load slowly. */
  private static final class Late implements Model {
    private final String name;
    private final Supplier<Model> maker;
    private @Nullable Model model;

    Late(String name, Supplier<Model> maker) {
      this.name = name;
      this.maker = maker;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public ModelOutcome ask(Prompt prompt, Duration atMost, ModelListener listener)
        throws InterruptedException {
      Model made = model == null ? maker.get() : model;
      model = made;
      return made.ask(prompt, atMost, listener);
    }
  }

  private record Unusable(String name, String problem) implements Model {
    @Override
    public boolean understands() {
      return false;
    }

    @Override
    public ModelOutcome ask(Prompt prompt, Duration atMost, ModelListener listener) {
      return ModelOutcome.Failure.lasting(problem);
    }
  }
}
