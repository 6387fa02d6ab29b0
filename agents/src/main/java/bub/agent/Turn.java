package bub.agent;

import bub.agent.model.ConversationLine;
import bub.agent.model.Model;
import bub.agent.model.ModelListener;
import bub.agent.model.ModelOutcome;
import bub.agent.model.Prompt;
import bub.agent.model.ToolCall;
import bub.agent.tool.ToolContext;
import bub.agent.tool.ToolResult;
import bub.agent.tool.Toolbox;
import bub.client.TimeSource;
import bub.client.agent.TurnProgress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Work from one message to its answer. Single use, on one thread. */
final class Turn {
  private static final Logger LOG = LoggerFactory.getLogger(Turn.class);

  private static final int MAX_CALLS_AT_ONCE = 16;

  record Setting(
      Model model,
      Toolbox tools,
      TokenEstimate estimate,
      AgentLimits limits,
      TimeSource time,
      TurnSteps steps) {}

  private final Setting setting;
  private final String instructions;
  private final List<ConversationLine> past;
  private final List<ConversationLine> now = new ArrayList<>();
  private final ToolContext context;
  private final @Nullable TurnProgress progress;
  private final Instant deadline;
  private long spent;
  private String lastWords = "";
  private @Nullable String failure;

  /** {@code progress} is null when no chat watches. */
  Turn(
      Setting setting,
      String instructions,
      List<ConversationLine> past,
      ToolContext context,
      @Nullable TurnProgress progress) {
    this.setting = setting;
    this.instructions = instructions;
    this.past = past;
    this.context = context;
    this.progress = progress;
    this.deadline = setting.time().now().plus(setting.limits().timeouts().turn());
  }

  /** Returns all lines, with the answer last. */
  List<ConversationLine> run(String heard) throws InterruptedException {
    int most = (int) setting.estimate().chars(setting.limits().messageTokens());
    Instant start = setting.time().now();
    LOG.info("Received a message of {} characters", heard.length());
    now.add(new ConversationLine.Heard(Truncation.middle(heard, most)));
    String answer = Truncation.end(answer(), AgentLimits.MAX_ANSWER_CHARS);
    now.add(ConversationLine.Said.of(answer));
    LOG.info(
        "Answer of {} characters from {} after {} ms",
        answer.length(),
        setting.model().name(),
        Duration.between(start, setting.time().now()).toMillis());
    return now;
  }

  /** Null when the model answered. */
  @Nullable String failure() {
    return failure;
  }

  private String answer() throws InterruptedException {
    AgentLimits limits = setting.limits();
    boolean wasEmpty = false;
    for (int step = 0; step < limits.steps(); step++) {
      Prompt prompt = prompt();
      if (spent + setting.estimate().tokens(chars(prompt)) > limits.turnTokens()) {
        return FailureReplies.tooExpensive(lastWords, limits.turnTokens());
      }
      if (setting.time().now().isAfter(deadline)) {
        return FailureReplies.tooSlow(lastWords, limits.timeouts().turn());
      }
      switch (setting.model().ask(prompt, timeout(), soFar())) {
        case ModelOutcome.Failure(String reason, _, _) -> {
          failure = "the model " + setting.model().name() + " failed: " + reason;
          LOG.warn("Model {} failed: {}", setting.model().name(), reason);
          return FailureReplies.modelFailed(setting.model().name(), reason);
        }
        case ModelOutcome.OverBudget(String sentence) -> {
          failure = sentence;
          LOG.warn("No budget for a call of {}: {}", setting.model().name(), sentence);
          return FailureReplies.overBudget(lastWords, sentence);
        }
        case ModelOutcome.Answer(ConversationLine.Said said, ModelOutcome.Usage usage, _) -> {
          account(prompt, said, usage);
          if (!said.calls().isEmpty()) {
            work(said);
          } else if (!said.text().isBlank()) {
            return said.text();
          } else if (wasEmpty) {
            return FailureReplies.saidNothing(setting.model().name());
          } else {
            wasEmpty = true;
          }
        }
      }
    }
    return FailureReplies.tooManySteps(lastWords, limits.steps());
  }

  private Prompt prompt() {
    var lines = new ArrayList<>(past);
    lines.addAll(now);
    return new Prompt(instructions, lines, setting.tools().specs());
  }

  private Duration timeout() {
    Duration left = Duration.between(setting.time().now(), deadline);
    Duration most = setting.limits().timeouts().model();
    return left.compareTo(most) < 0 ? left : most;
  }

  private ModelListener soFar() {
    TurnProgress shown = progress;
    return shown == null ? ModelListener.NONE : shown::partial;
  }

  private void account(
      Prompt prompt, ConversationLine.Said said, ModelOutcome.@Nullable Usage usage) {
    long chars = chars(prompt);
    if (usage == null) {
      spent += setting.estimate().tokens(chars + said.chars());
    } else {
      setting.estimate().learn(chars, usage);
      spent += usage.input() + usage.output();
    }
  }

  private static long chars(Prompt prompt) {
    return prompt.chars();
  }

  private void work(ConversationLine.Said said) throws InterruptedException {
    lastWords = said.text().isBlank() ? lastWords : said.text();
    now.add(said);
    for (int i = 0; i < said.calls().size(); i++) {
      ToolCall call = said.calls().get(i);
      String result =
          i < MAX_CALLS_AT_ONCE
              ? use(call)
              : "not run: at most " + MAX_CALLS_AT_ONCE + " tool calls at a time";
      now.add(new ConversationLine.Result(call, result));
    }
  }

  private String use(ToolCall call) throws InterruptedException {
    show(call, TurnProgress.Stage.STARTED, null);
    ToolResult result = setting.steps().use(setting.tools(), call, context);
    LOG.info("Tool {} {}", call.name(), result.isSuccess() ? "finished" : "failed");
    show(
        call,
        result.isSuccess() ? TurnProgress.Stage.FINISHED : TurnProgress.Stage.FAILED,
        result.text());
    return result.isSuccess() ? result.text() : "failed: " + result.text();
  }

  private void show(ToolCall call, TurnProgress.Stage stage, @Nullable String result) {
    if (progress != null) {
      progress.tool(call.name(), call.arguments(), stage, result);
    }
  }
}
