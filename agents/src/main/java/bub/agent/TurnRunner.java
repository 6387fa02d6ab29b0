package bub.agent;

import bub.agent.model.ConversationLine;
import bub.agent.model.Model;
import bub.agent.store.AgentStore.ConversationHistory;
import bub.agent.tool.CapabilityTools;
import bub.agent.tool.Tool;
import bub.agent.tool.ToolContext;
import bub.agent.tool.Toolbox;
import bub.client.TimeSource;
import bub.client.agent.BestEffortEvents;
import bub.client.agent.StatusReporter;
import bub.client.agent.TurnProgress;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.trace.TraceId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runner of one turn after the other, from a message to its stored answer. */
final class TurnRunner {
  private static final Logger LOG = LoggerFactory.getLogger(TurnRunner.class);
  private static final int MAX_ATTEMPTS = 10;

  record Equipment(
      Address self,
      WorkspaceConfig config,
      AgentStores stores,
      ConversationMemory memory,
      SystemPrompt instructions,
      List<Tool> tools,
      CapabilityTools capabilities,
      BestEffortEvents aside,
      StatusReporter reporter,
      ReplyOutcomes outcomes,
      TurnControl control,
      StepReporter steps) {}

  /** {@code failure} is null when the message was handled; a null answer is not sent. */
  record TurnResult(RawJson answer, @Nullable String failure) {
    static final TurnResult UNANSWERED = new TurnResult(RawJson.NULL, null);
  }

  private record TurnLines(List<ConversationLine> lines, @Nullable String failure) {}

  private final Equipment equipment;
  private final AgentStores stores;
  private final Model model;
  private final TokenEstimate estimate;
  private final AgentLimits limits;
  private final TimeSource time;

  TurnRunner(
      Equipment equipment,
      Model model,
      TokenEstimate estimate,
      AgentLimits limits,
      TimeSource time) {
    this.equipment = equipment;
    this.stores = equipment.stores();
    this.model = model;
    this.estimate = estimate;
    this.limits = limits;
    this.time = time;
  }

  /** Without a recipient, and after a stop, the stored answer is null. */
  TurnResult run(TurnInput heard, TraceId trace, TurnSteps steps)
      throws IOException, InterruptedException {
    Address to = heard.replyTo() == null ? equipment.config().talkto() : heard.replyTo();
    int generation = equipment.memory().generation();
    int attempt = stores.memory().begin(heard.key());
    TurnLines turnLines =
        attempt > MAX_ATTEMPTS
            ? apologize(heard, FailureReplies.gaveUp(attempt - 1))
            : equipment.control().run(trace, () -> converse(heard, to, steps));
    if (turnLines == null) {
      LOG.info("The turn for message {} was stopped", heard.key().id());
      List<ConversationLine> lines = apologize(heard, FailureReplies.stopped()).lines();
      return finish(heard, TurnResult.UNANSWERED, lines, generation);
    }
    List<ConversationLine> lines = turnLines.lines();
    String text = lines.getLast() instanceof ConversationLine.Said said ? said.text() : "";
    boolean failed = turnLines.failure() != null;
    RawJson answer =
        to == null
            ? RawJson.NULL
            : heard.reply(equipment.self(), to, text, failed, time.now()).toRaw();
    return finish(heard, new TurnResult(answer, turnLines.failure()), lines, generation);
  }

  private TurnResult finish(
      TurnInput heard, TurnResult result, List<ConversationLine> lines, int generation)
      throws IOException, InterruptedException {
    stores
        .memory()
        .finish(heard.key(), result.answer(), equipment.memory().toKeep(lines, generation));
    return result;
  }

  /** Shortens the memory. A stop ends it, and the next turn repeats it. */
  void settle(TraceId trace, TurnSteps steps) throws IOException, InterruptedException {
    equipment
        .control()
        .run(
            trace,
            () -> {
              equipment.memory().settle(steps.reporting(model));
              return true;
            });
  }

  private static TurnLines apologize(TurnInput heard, String apology) {
    return new TurnLines(
        List.of(new ConversationLine.Heard(heard.text()), ConversationLine.Said.of(apology)),
        apology);
  }

  private TurnLines converse(TurnInput heard, @Nullable Address to, TurnSteps steps)
      throws IOException, InterruptedException {
    TurnProgress progress =
        to == null ? null : TurnProgress.begin(equipment.aside(), to, heard.key().id());
    try (progress) {
      ConversationHistory past = equipment.memory().recall();
      var setting =
          new Turn.Setting(steps.reporting(model), toolbox(), estimate, limits, time, steps);
      String instructions =
          equipment
              .instructions()
              .now(to, past.summary(), equipment.outcomes().warning(), time.now());
      var occasion = new ToolContext(heard.key().id());
      var turn =
          new Turn(setting, instructions, ConversationMemory.lines(past), occasion, progress);
      List<ConversationLine> lines = turn.run(heard.text());
      return new TurnLines(lines, turn.failure());
    } catch (RuntimeException bug) {
      LOG.error("The turn for message {} failed", heard.key(), bug);
      return apologize(heard, FailureReplies.brokenInside());
    }
  }

  private Toolbox toolbox() throws InterruptedException {
    var tools = new ArrayList<>(equipment.tools());
    if (model.understands()) {
      tools.addAll(equipment.capabilities().current());
    }
    return new Toolbox(tools, limits.resultChars());
  }
}
