package bub.channel;

import bub.client.SendAttempt;
import bub.protocol.Address;
import bub.protocol.message.ChatId;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/** Steps that give a chat a ready agent, one per stage. Runs on the chat's worker thread. */
final class AgentSetup {
  private final ChatId chat;
  private final ChatContext context;
  private final ChatState state;
  private final ChatBackoff backoff;

  AgentSetup(ChatId chat, ChatContext context, ChatState state, ChatBackoff backoff) {
    this.chat = chat;
    this.context = context;
    this.state = state;
    this.backoff = backoff;
  }

  void requestAgent(ChatStage.NoAgent none) throws IOException, InterruptedException {
    var spawning = new ChatStage.Spawning(now());
    state.asking();
    if (!state.move(none, spawning)) {
      return;
    }
    switch (context.sender().send(context.payloads().spawnRequest(chat))) {
      case SendAttempt.Delivered _ -> state.move(spawning, new ChatStage.Spawning(now()));
      case SendAttempt.NoRecipient _ ->
          state.retreat(spawning, none, new ChatSetback.Wait("the system agent is not connected"));
      case SendAttempt.Retry(Duration atLeast, String why) ->
          state.retreat(
              spawning, none, new ChatSetback.Wait(atLeast, "the system agent is busy: " + why));
      case SendAttempt.Offline(String why, _) ->
          state.retreat(spawning, none, new ChatSetback.Offline(why));
      case SendAttempt.Refused(String why) -> {
        state.move(spawning, none);
        new AbandonedMessages(chat, context)
            .allRefused("the system agent refused to start an agent: " + why);
      }
    }
  }

  void awaitAgent(ChatStage.Spawning spawning, Instant giveUpAt) throws InterruptedException {
    Instant deadline = spawning.since().plus(context.settings().spawnTimeout());
    backoff.await(
        "your agent is starting",
        deadline.isBefore(giveUpAt) ? deadline : giveUpAt,
        until -> state.awaitLeaving(spawning, until));
    state.retreat(
        spawning,
        new ChatStage.NoAgent(),
        new ChatSetback.Wait("the system agent did not start an agent in time"));
  }

  void configure(ChatStage.Configuring configuring) throws IOException, InterruptedException {
    Address agent = configuring.agent();
    switch (context.sender().send(context.payloads().configure(chat, agent))) {
      case SendAttempt.Delivered _ -> becomeReady(configuring);
      case SendAttempt.NoRecipient _ -> lose(configuring, agent, agent + " is not connected");
      case SendAttempt.Retry(Duration atLeast, String why) ->
          state.stay(configuring, new ChatSetback.Wait(atLeast, agent + " is busy: " + why));
      case SendAttempt.Offline(String why, _) ->
          state.stay(configuring, new ChatSetback.Offline(why));
      case SendAttempt.Refused(String why) -> {
        switch (context.agents(chat)) {
          // An agent from elsewhere may not know the configure message.
          case AgentSource.Fixed _, AgentSource.Topics _ -> becomeReady(configuring);
          case AgentSource.Spawned _ ->
              lose(configuring, agent, agent + " refused to serve this chat: " + why);
        }
      }
    }
  }

  private void becomeReady(ChatStage.Configuring configuring)
      throws IOException, InterruptedException {
    context.store().configured(chat, configuring.agent());
    state.move(configuring, new ChatStage.Ready(configuring.agent()));
  }

  /** Requests another agent, the first time without a wait. */
  void lose(ChatStage stage, Address agent, String why) throws IOException, InterruptedException {
    switch (context.agents(chat)) {
      case AgentSource.Fixed _, AgentSource.Topics _ ->
          state.stay(stage, new ChatSetback.Wait(why));
      case AgentSource.Spawned _ -> {
        context.store().leave(chat, agent);
        state.retreat(
            stage, new ChatStage.NoAgent(), backoff.isTried() ? new ChatSetback.Wait(why) : null);
      }
    }
  }

  private Instant now() {
    return context.environment().time().now();
  }
}
