package bub.agent;

import bub.agent.model.Line;
import bub.agent.model.Lines;
import bub.agent.model.Model;
import bub.agent.model.Outcome;
import bub.agent.model.Prompt;
import bub.agent.store.AgentStore;
import bub.agent.store.KeptTurn;
import bub.agent.store.NewTurn;
import bub.agent.store.Recollection;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the agent remembers of its conversation: the last turns in full, what came before in a
 * summary that the model writes. Safe for any thread.
 */
final class Memory {
  private static final Logger LOG = LoggerFactory.getLogger(Memory.class);
  private static final Duration PATIENCE = Duration.ofMinutes(1); // somebody may be waiting
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

  Memory(AgentStore store, TokenEstimate estimate, AgentLimits limits) {
    this.store = store;
    this.estimate = estimate;
    this.limits = limits;
  }

  /** How often it was wiped: a turn that began before that is not to be remembered. */
  int generation() {
    return resets.get();
  }

  Recollection recall() throws IOException, InterruptedException {
    return store.recall(estimate.chars(limits.memoryTokens()));
  }

  static List<Line> lines(Recollection recollection) {
    var lines = new ArrayList<Line>();
    for (KeptTurn turn : recollection.turns()) {
      lines.addAll(Lines.read(turn.lines()));
    }
    return lines;
  }

  /** A turn as it will be kept; null when the memory was wiped since it began. */
  @Nullable NewTurn toKeep(List<Line> lines, int generation) {
    if (generation != resets.get()) {
      return null;
    }
    long most = estimate.chars(limits.memoryTokens()) / 2;
    List<Line> kept = chars(lines) <= most ? lines : withoutTools(lines, (int) most / 2);
    return new NewTurn(Lines.write(kept), chars(kept));
  }

  private static List<Line> withoutTools(List<Line> lines, int maxChars) {
    var kept = new ArrayList<Line>();
    kept.add(
        lines.getFirst() instanceof Line.Heard(String text)
            ? new Line.Heard(Clip.middle(text, maxChars))
            : lines.getFirst());
    if (lines.getLast() instanceof Line.Said said) {
      kept.add(Line.Said.of(Clip.middle(said.text(), maxChars)));
    }
    return kept;
  }

  private static int chars(List<Line> lines) {
    return lines.stream().mapToInt(Line::chars).sum();
  }

  int reset() throws IOException, InterruptedException {
    resets.incrementAndGet();
    return store.reset();
  }

  /** When there is more than fits, makes a summary of the older half, or else forgets it. */
  void settle(Model model) throws IOException, InterruptedException {
    long budget = estimate.chars(limits.memoryTokens());
    long excess = store.figures().chars() - budget;
    if (excess <= 0) {
      return;
    }
    int generation = generation();
    Recollection old = store.beginning(excess + budget / 2);
    String summary = model.understands() ? summary(model, old) : null;
    if (generation == generation()) {
      store.forgetThrough(old.turns().getLast().number(), summary);
    }
  }

  private static @Nullable String summary(Model model, Recollection old)
      throws InterruptedException {
    var text = new StringBuilder();
    text.append("The summary so far:\n")
        .append(old.summary().isEmpty() ? "(none)" : old.summary())
        .append("\n\nWhat was said since:\n");
    for (Line line : lines(old)) {
      switch (line) {
        case Line.Heard(String heard) -> text.append("Person: ").append(clip(heard));
        case Line.Said said -> text.append("Assistant: ").append(clip(said.text()));
        case Line.Result(var call, String result) ->
            text.append("Tool ").append(call.name()).append(": ").append(clip(result));
      }
      text.append('\n');
    }
    var prompt = new Prompt(SUMMARIZE, List.of(new Line.Heard(text.toString())), List.of());
    return switch (model.ask(prompt, PATIENCE, _ -> {})) {
      case Outcome.Answer(Line.Said said, _) when !said.text().isBlank() ->
          Clip.middle(said.text(), MAX_SUMMARY);
      case Outcome.Answer _ -> null;
      case Outcome.Failure(String reason, _, _) -> {
        LOG.warn("older turns are forgotten without a summary: {}", reason);
        yield null;
      }
    };
  }

  private static String clip(String text) {
    return Clip.middle(text, MAX_LINE);
  }
}
