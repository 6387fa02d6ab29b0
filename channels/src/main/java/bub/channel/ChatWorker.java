package bub.channel;

import bub.channel.store.AgentAssignment;
import bub.channel.store.ChatStore;
import bub.channel.store.QueuedMessage;
import bub.channel.store.UnfinishedWork;
import bub.client.KeyedWorkers;
import bub.client.OutageLog;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.message.ChatId;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Worker that delivers one chat's messages to an agent, in order. Runs on the chat's worker thread;
 * news comes from any thread.
 */
final class ChatWorker implements KeyedWorkers.Work {
  private static final Logger LOG = LoggerFactory.getLogger(ChatWorker.class);
  private static final String BROKEN = "an internal error occurred (see the log)";
  private static final String NOT_SERVED = "the bus has not answered yet";
  private static final Duration AFTER_DISK_FAILURE = Duration.ofSeconds(1);

  private final ChatId chat;
  private final ChatSettings settings;
  private final ChatStore store;
  private final ChatContext context;
  private final ChatState state;
  private final ChatBackoff backoff;
  private final AgentSetup setup;
  private final StoppableSend sends;
  private final ChatDelivery delivery;
  private final TopicDelivery topicDelivery;
  private final ChatHandover handover;
  private final PartialTextOrder partials = new PartialTextOrder();
  private final OutageLog outages;

  ChatWorker(ChatId chat, ChatContext context) {
    this.chat = chat;
    this.context = context;
    this.settings = context.settings();
    this.store = context.store();
    this.state = new ChatState(context.environment().time());
    this.backoff = new ChatBackoff(chat, context, state);
    this.setup = new AgentSetup(chat, context, state, backoff);
    this.sends = new StoppableSend(context);
    this.delivery = new ChatDelivery(chat, context, state, backoff, setup, sends);
    this.topicDelivery = new TopicDelivery(chat, context, state, backoff, sends);
    this.handover = new ChatHandover(chat, context, state);
    this.outages = new OutageLog(LOG, "Chat " + chat, context.environment().time());
  }

  // ---- news

  ChatState state() {
    return state;
  }

  PartialTextOrder partials() {
    return partials;
  }

  /** The answer is already on disk. */
  void answered(@Nullable String messageId) {
    if (messageId != null) {
      partials.answered(messageId);
    }
    state.sign();
    state.stir();
  }

  /** The messages are already closed on disk. Returns when none of them is being sent any more. */
  void stop(List<MessageId> messages) throws InterruptedException {
    sends.stop(messages);
    state.stopped();
  }

  // ---- the worker thread

  @Override
  public void run() throws InterruptedException {
    boolean goesOn = true;
    while (goesOn) {
      try {
        state.enter(whereItStands());
        while (goesOn) {
          goesOn = goOn();
          outages.recovered();
        }
      } catch (IOException broken) {
        outages.failed(String.valueOf(broken.getMessage()));
        await(new ChatSetback.Wait(AFTER_DISK_FAILURE, BROKEN));
      } catch (RuntimeException bug) {
        LOG.error("Chat {} failed and will retry", chat, bug);
        await(new ChatSetback.Wait(BROKEN));
      }
    }
  }

  private void await(ChatSetback setback) throws InterruptedException {
    state.stay(state.stage(), setback);
    pause(Instant.MAX);
  }

  private ChatStage whereItStands() throws IOException, InterruptedException {
    AgentAssignment assignment = store.assignment(chat);
    return switch (context.agents(chat)) {
      case AgentSource.Spawned _ -> ChatStage.of(assignment);
      case AgentSource.Fixed(Address agent) when agent.equals(assignment.agent()) ->
          ChatStage.of(assignment);
      case AgentSource.Fixed(Address agent) -> {
        store.assign(chat, agent);
        yield new ChatStage.Configuring(agent);
      }
      case AgentSource.Topics topics ->
          new ChatStage.Ready(context.topics(topics).inbound(chat).getFirst());
    };
  }

  /** Returns false when all work is done. */
  private boolean goOn() throws IOException, InterruptedException {
    long newsSoFar = state.news();
    UnfinishedWork unfinished = store.unfinished(chat);
    QueuedMessage oldest = unfinished.oldest();
    if (oldest == null) {
      return false;
    }
    backoff.concerns(oldest);
    if (context.shift().isStandby()) {
      handover.pass(unfinished);
      pause(Instant.MAX);
      return true;
    }
    if (!context.shift().isListening()) {
      awaitShift();
      return true;
    }
    Instant giveUpAt = oldest.typedAt().plus(settings.giveUpAfter());
    Instant now = context.environment().time().now();
    if (!now.isBefore(giveUpAt)) {
      new AbandonedMessages(chat, context).tooOld(now, backoff.reason());
      return true;
    }
    if (settings.agents() instanceof AgentSource.Topics topics) {
      topicDelivery.publish(state.stage(), context.topics(topics), oldest);
    } else {
      step(unfinished, newsSoFar, giveUpAt);
    }
    pause(giveUpAt);
    return true;
  }

  /** Answers would not reach this chat yet. */
  private void awaitShift() throws InterruptedException {
    state.stay(state.stage(), new ChatSetback.Wait(NOT_SERVED));
    if (context.shift().isListening()) {
      state.takePause(); // the news may have come before the pause
    }
    pause(Instant.MAX);
  }

  private void pause(Instant atMost) throws InterruptedException {
    ChatState.Pause pause = state.takePause();
    if (pause != null) {
      backoff.waitOut(pause, atMost);
    }
  }

  private void step(UnfinishedWork unfinished, long newsSoFar, Instant giveUpAt)
      throws IOException, InterruptedException {
    switch (state.stage()) {
      case ChatStage.NoAgent none -> setup.requestAgent(none);
      case ChatStage.Spawning spawning -> setup.awaitAgent(spawning, giveUpAt);
      case ChatStage.Configuring configuring -> setup.configure(configuring);
      case ChatStage.Ready ready -> {
        if (unfinished.toDeliver() != null) {
          delivery.forward(ready, unfinished.toDeliver());
        } else if (unfinished.unanswered() != null) {
          delivery.awaitAnswer(ready, unfinished.unanswered(), newsSoFar, giveUpAt);
        }
      }
    }
  }
}
