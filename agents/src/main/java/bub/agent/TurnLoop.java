package bub.agent;

import bub.agent.model.ConversationLine;
import bub.agent.model.Model;
import bub.agent.store.AgentStore.ConversationHistory;
import bub.agent.tool.CapabilityTools;
import bub.agent.tool.Tool;
import bub.agent.tool.ToolContext;
import bub.agent.tool.Toolbox;
import bub.client.OutageLog;
import bub.client.TimeSource;
import bub.client.store.AcceptedMessage;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loop that answers each message once, on one virtual thread. The order is store, outbox, complete;
 * a retry after a crash has the same ids.
 */
final class TurnLoop implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(TurnLoop.class);
  private static final Duration AFTER_TROUBLE = Duration.ofSeconds(5);
  private static final Duration AFTER_DISK_FAILURE = Duration.ofSeconds(2);
  private static final int MAX_ATTEMPTS = 10;
  private static final Ack ACCEPTED = Ack.ok("accepted");

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
      ReplyOutcomes outcomes) {}

  /** {@code failure} is null when the message was handled. */
  private record TurnResult(RawJson answer, @Nullable String failure) {}

  private record TurnLines(List<ConversationLine> lines, @Nullable String failure) {}

  private final Equipment equipment;
  private final AgentStores stores;
  private final Model model;
  private final TokenEstimate estimate;
  private final AgentLimits limits;
  private final TimeSource time;
  private final AtomicBoolean isBusy;
  private final CurrentTurn current;
  private final OutageLog outages;

  TurnLoop(
      Equipment equipment,
      Model model,
      TokenEstimate estimate,
      AgentLimits limits,
      TimeSource time,
      AtomicBoolean isBusy,
      CurrentTurn current) {
    this.equipment = equipment;
    this.stores = equipment.stores();
    this.model = model;
    this.estimate = estimate;
    this.limits = limits;
    this.time = time;
    this.isBusy = isBusy;
    this.current = current;
    this.outages = new OutageLog(LOG, "Answering messages", time);
  }

  @Override
  public void run() {
    try {
      AcceptedMessage next = null;
      while (true) {
        next = answer(next);
      }
    } catch (InterruptedException stopped) {
      // Unanswered messages are still in the inbox.
    }
  }

  /** Returns the message to retry, so that a disk failure loses none; null when it is done. */
  private @Nullable AcceptedMessage answer(@Nullable AcceptedMessage again)
      throws InterruptedException {
    AcceptedMessage message = again;
    try {
      message = message == null ? stores.inbox().take() : message;
      isBusy.set(true);
      complete(message);
      outages.recovered();
      return null;
    } catch (IOException broken) {
      outages.failed(String.valueOf(broken.getMessage()));
      time.sleep(AFTER_DISK_FAILURE);
      return message;
    } catch (RuntimeException bug) {
      LOG.error("Could not answer a message; retrying", bug);
      time.sleep(AFTER_TROUBLE);
      return message;
    } finally {
      isBusy.set(false);
    }
  }

  private void complete(AcceptedMessage message) throws IOException, InterruptedException {
    current.begin(message.envelope());
    TurnInput heard;
    try {
      heard = TurnInput.of(message.envelope());
    } catch (InvalidField newer) {
      LOG.error("Dropped a message that another version of bub stored", newer);
      String why = String.valueOf(newer.getMessage());
      equipment.aside().sayFailed(message.envelope(), why);
      stores.inbox().complete(message, Ack.failed(why));
      return;
    }
    Optional<RawJson> earlier = stores.memory().answerTo(heard.key());
    TurnResult result = earlier.isPresent() ? new TurnResult(earlier.get(), null) : think(heard);
    if (!result.answer().isNull()) {
      Envelope reply = Envelope.read(result.answer());
      // The current name: an agent of another name may have started this turn.
      stores
          .replies()
          .put(new Envelope(equipment.self(), reply.to(), reply.messageId(), reply.payload()));
      equipment.reporter().moved();
    }
    if (result.failure() != null && heard.isTyped()) {
      tellFailure(heard, message.envelope(), result.failure());
    }
    stores.inbox().complete(message, ACCEPTED);
    equipment.memory().settle(model);
    current.end();
  }

  /** After the answer, because the chat shows the text of the answer. */
  private void tellFailure(TurnInput heard, Envelope message, String why)
      throws IOException, InterruptedException {
    if (heard.isDirect()) {
      stores.replies().put(heard.failure(equipment.self(), why, time.now()));
    } else {
      // Not stored: this sender may not be listening.
      equipment.aside().sayFailed(message, why);
    }
  }

  /** Without a recipient, the stored answer is null. */
  private TurnResult think(TurnInput heard) throws IOException, InterruptedException {
    Address to = heard.replyTo() == null ? equipment.config().talkto() : heard.replyTo();
    int generation = equipment.memory().generation();
    int attempt = stores.memory().begin(heard.key());
    TurnLines turnLines =
        attempt > MAX_ATTEMPTS
            ? apologize(heard, FailureReplies.gaveUp(attempt - 1))
            : converse(heard, to);
    List<ConversationLine> lines = turnLines.lines();
    String text = lines.getLast() instanceof ConversationLine.Said said ? said.text() : "";
    boolean failed = turnLines.failure() != null;
    RawJson answer =
        to == null
            ? RawJson.NULL
            : heard.reply(equipment.self(), to, text, failed, time.now()).toRaw();
    stores.memory().finish(heard.key(), answer, equipment.memory().toKeep(lines, generation));
    return new TurnResult(answer, turnLines.failure());
  }

  private static TurnLines apologize(TurnInput heard, String apology) {
    return new TurnLines(
        List.of(new ConversationLine.Heard(heard.text()), ConversationLine.Said.of(apology)),
        apology);
  }

  private TurnLines converse(TurnInput heard, @Nullable Address to)
      throws IOException, InterruptedException {
    TurnProgress progress =
        to == null ? null : TurnProgress.begin(equipment.aside(), to, heard.key().id());
    try (progress) {
      ConversationHistory past = equipment.memory().recall();
      var setting = new Turn.Setting(model, toolbox(), estimate, limits, time);
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
