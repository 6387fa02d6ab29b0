package bub.channel;

import bub.channel.store.QueuedMessage;
import bub.client.SendAttempt;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.message.ChatId;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Delivery of messages to a ready agent, one by one. Runs on the chat's worker thread. */
final class ChatDelivery {
  private static final int MAX_DOUBLINGS = 4;

  private final ChatId chat;
  private final ChatContext context;
  private final ChatState state;
  private final ChatBackoff backoff;
  private final AgentSetup setup;
  private final StoppableSend sends;
  private long awaited;
  private int probes;
  private Instant probedAt = Instant.EPOCH;

  ChatDelivery(
      ChatId chat,
      ChatContext context,
      ChatState state,
      ChatBackoff backoff,
      AgentSetup setup,
      StoppableSend sends) {
    this.chat = chat;
    this.context = context;
    this.state = state;
    this.backoff = backoff;
    this.setup = setup;
    this.sends = sends;
  }

  void forward(ChatStage.Ready ready, QueuedMessage message)
      throws IOException, InterruptedException {
    SendAttempt attempt = send(ready, message);
    if (attempt instanceof SendAttempt.Delivered) {
      context.store().delivered(message);
      state.sign();
      backoff.restore();
      probes = 0;
    } else if (attempt != null) {
      accept(attempt, ready, message);
    }
  }

  void awaitAnswer(ChatStage.Ready ready, QueuedMessage message, long newsSoFar, Instant giveUpAt)
      throws IOException, InterruptedException {
    if (message.number() != awaited) {
      awaited = message.number();
      probes = 0;
    }
    Duration quiet =
        context.settings().quietFor().multipliedBy(1L << Math.min(probes, MAX_DOUBLINGS));
    boolean isSilent = probedAt.isAfter(state.lastSign());
    Instant quietUntil = (isSilent ? probedAt : state.lastSign()).plus(quiet);
    Instant end = quietUntil.isBefore(giveUpAt) ? quietUntil : giveUpAt;
    if (!now().isBefore(quietUntil)) {
      probe(ready, message);
    } else if (isSilent) {
      backoff.await(DelayNotice.NO_ANSWER, end, until -> awaitNewsOrSign(newsSoFar, until));
    } else {
      backoff.restore();
      backoff.await(end, until -> state.awaitNewsSince(newsSoFar, until));
    }
  }

  private boolean awaitNewsOrSign(long newsSoFar, Instant until) throws InterruptedException {
    return state.await(
        () -> state.news() != newsSoFar || state.lastSign().isAfter(probedAt), until);
  }

  /**
   * Asks the agent, which knows a message that it received, and the system agent in turn: another
   * listener may have acked for an agent that does not exist.
   */
  private void probe(ChatStage.Ready ready, QueuedMessage message)
      throws IOException, InterruptedException {
    boolean asksTheAgent = probes % 2 == 0;
    SendAttempt attempt =
        switch (context.agents(chat)) {
          case AgentSource.Spawned _ when !asksTheAgent -> {
            state.asking();
            yield context.sender().send(context.payloads().spawnRequest(chat));
          }
          case AgentSource.Spawned _, AgentSource.Fixed _, AgentSource.Topics _ ->
              send(ready, message);
        };
    if (attempt == null) {
      return;
    }
    if (attempt instanceof SendAttempt.Offline(String why, _)) {
      state.stay(ready, new ChatSetback.Offline(why));
      return;
    }
    probes++;
    probedAt = now();
    if (asksTheAgent) {
      accept(attempt, ready, message);
    }
  }

  private Instant now() {
    return context.environment().time().now();
  }

  /** Returns null when the person has stopped the message. */
  private @Nullable SendAttempt send(ChatStage.Ready ready, QueuedMessage message)
      throws InterruptedException {
    Envelope letter =
        context.payloads().forward(chat, ready.agent(), message.messageId(), message.payload());
    return sends.send(letter);
  }

  private void accept(SendAttempt attempt, ChatStage.Ready ready, QueuedMessage message)
      throws IOException, InterruptedException {
    Address agent = ready.agent();
    switch (attempt) {
      case SendAttempt.Delivered _ -> {}
      case SendAttempt.NoRecipient _ -> setup.lose(ready, agent, agent + " is not connected");
      case SendAttempt.Retry(Duration atLeast, String why) ->
          state.stay(ready, new ChatSetback.Wait(atLeast, agent + " is busy: " + why));
      case SendAttempt.Offline(String why, _) -> state.stay(ready, new ChatSetback.Offline(why));
      case SendAttempt.Refused(String why) ->
          new AbandonedMessages(chat, context).refused(message, refusal(agent, why));
    }
  }

  private static String refusal(Address agent, String why) {
    return why.startsWith(ChatSender.REFUSED_BY_THE_BUS) ? why : agent + " refused it: " + why;
  }
}
