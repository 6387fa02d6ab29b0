package bub.agent.model;

import java.time.Duration;

/** Model that repeats the last message, for a machine without another one. Safe for any thread. */
public final class EchoModel implements Model {
  public static final String NAME = "echo";

  private static final String HINT =
      """


      (No language model is configured, so I repeat your messages. \
      To get answers, set BUB_MODEL and restart bub, for example:
        BUB_MODEL=openai/gpt-5-mini with OPENAI_API_KEY
        BUB_MODEL=anthropic/claude-sonnet-4-5 with ANTHROPIC_API_KEY
        BUB_MODEL=gemini/gemini-2.5-flash with GEMINI_API_KEY
        BUB_MODEL=ollama/llama3.2 for a model on this machine)\
      """;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean understands() {
    return false;
  }

  @Override
  public ModelOutcome ask(Prompt prompt, Duration atMost, ModelListener listener) {
    String last = "";
    boolean isFirst = true;
    for (ConversationLine line : prompt.lines()) {
      switch (line) {
        case ConversationLine.Heard(String text) -> last = text;
        case ConversationLine.Said _ -> isFirst = false;
        case ConversationLine.Result _ -> {}
      }
    }
    String text = isFirst ? last + HINT : last;
    return new ModelOutcome.Answer(ConversationLine.Said.of(text), null, ModelOutcome.Answer.STOP);
  }
}
