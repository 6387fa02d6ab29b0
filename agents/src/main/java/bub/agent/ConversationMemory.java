package bub.agent;

import bub.agent.model.ConversationJson;
import bub.agent.model.ConversationLine;
import bub.agent.model.Model;
import bub.agent.model.ModelListener;
import bub.agent.model.ModelOutcome;
import bub.agent.model.Prompt;
import bub.agent.store.AgentStore;
import bub.agent.store.AgentStore.ConversationHistory;
import bub.agent.store.AgentStore.NewTurn;
import bub.agent.store.AgentStore.StoredTurn;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Last turns of the conversation, and a summary of earlier ones. Safe for any thread. */
final class ConversationMemory {
  private static final Logger LOG = LoggerFactory.getLogger(ConversationMemory.class);
  private static final Duration TIMEOUT = Duration.ofMinutes(1); // a person may be waiting
  private static final int MAX_SUMMARY = 6_000;
  private static final int MAX_LINE = 4_000;
  private static final String SUMMARIZE =
      """
      You keep the memory of a conversation between a person and an assistant. Write a summary of
      everything below that may matter later: facts, names, wishes, promises, decisions, open
      questions. Keep what the summary so far says, unless it has become wrong. Write at most 400
      words, and nothing but the summary.
      """;

  private final AgentStore store;
  private final TokenEstimate estimate;
  private final AgentLimits limits;
  private final AtomicInteger resets = new AtomicInteger();

  ConversationMemory(AgentStore store, TokenEstimate estimate, AgentLimits limits) {
    this.store = store;
    this.estimate = estimate;
    this.limits = limits;
  }

  /** A turn that began before the last reset is not stored. */
  int generation() {
    return resets.get();
  }

  ConversationHistory recall() throws IOException, InterruptedException {
    return store.recall(estimate.chars(limits.memoryTokens()));
  }

  static List<ConversationLine> lines(ConversationHistory history) {
    var lines = new ArrayList<ConversationLine>();
    for (StoredTurn turn : history.turns()) {
      lines.addAll(ConversationJson.read(turn.lines()));
    }
    return lines;
  }

  /** Null when the memory was reset after the turn began. */
  @Nullable NewTurn toKeep(List<ConversationLine> lines, int generation) {
    if (generation != resets.get()) {
      return null;
    }
    long most = estimate.chars(limits.memoryTokens()) / 2;
    List<ConversationLine> kept =
        chars(lines) <= most ? lines : withoutTools(lines, (int) most / 2);
    return new NewTurn(ConversationJson.write(kept), chars(kept));
  }

  private static List<ConversationLine> withoutTools(List<ConversationLine> lines, int maxChars) {
    var kept = new ArrayList<ConversationLine>();
    kept.add(
        lines.getFirst() instanceof ConversationLine.Heard(String text)
            ? new ConversationLine.Heard(Truncation.middle(text, maxChars))
            : lines.getFirst());
    if (lines.getLast() instanceof ConversationLine.Said said) {
      kept.add(ConversationLine.Said.of(Truncation.middle(said.text(), maxChars)));
    }
    return kept;
  }

  private static int chars(List<ConversationLine> lines) {
    return lines.stream().mapToInt(ConversationLine::chars).sum();
  }

  int reset() throws IOException, InterruptedException {
    resets.incrementAndGet();
    return store.reset();
  }

  /** Summarizes or deletes the oldest turns, so that half of the limit is free again. */
  void settle(Model model) throws IOException, InterruptedException {
    long budget = estimate.chars(limits.memoryTokens());
    long excess = store.figures().chars() - budget;
    if (excess <= 0) {
      return;
    }
    int generation = generation();
    ConversationHistory old = store.beginning(excess + budget / 2);
    String summary = model.understands() ? summary(model, old) : null;
    if (generation == generation()) {
      store.forgetThrough(old.turns().getLast().number(), summary);
    }
  }

  private static @Nullable String summary(Model model, ConversationHistory old)
      throws InterruptedException {
    var text = new StringBuilder();
    text.append("The summary so far:\n")
        .append(old.summary().isEmpty() ? "(none)" : old.summary())
        .append("\n\nThe conversation since then:\n");
    for (ConversationLine line : lines(old)) {
      switch (line) {
        case ConversationLine.Heard(String heard) -> text.append("Person: ").append(clip(heard));
        case ConversationLine.Said said -> text.append("Assistant: ").append(clip(said.text()));
        case ConversationLine.Result(var call, String result) ->
            text.append("Tool ").append(call.name()).append(": ").append(clip(result));
      }
      text.append('\n');
    }
    var prompt =
        new Prompt(SUMMARIZE, List.of(new ConversationLine.Heard(text.toString())), List.of());
    return switch (model.ask(prompt, TIMEOUT, ModelListener.NONE)) {
      case ModelOutcome.Answer(ConversationLine.Said said, _, _) when !said.text().isBlank() ->
          Truncation.middle(said.text(), MAX_SUMMARY);
      case ModelOutcome.Answer _ -> null;
      case ModelOutcome.OverBudget(String sentence) -> {
        LOG.warn("Deleted older turns without a summary: {}", sentence);
        yield null;
      }
      case ModelOutcome.Failure(String reason, _, _) -> {
        LOG.warn("Deleted older turns without a summary: {}", reason);
        yield null;
      }
    };
  }

  private static String clip(String text) {
    return Truncation.middle(text, MAX_LINE);
  }
}
