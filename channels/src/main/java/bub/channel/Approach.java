package bub.channel;

import bub.protocol.Address;
import bub.protocol.message.ChatId;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/**
 * The way of a chat to an agent that is ready: one step for each stage before. A step leaves the
 * stage that it began in, or a setback. On the thread of the chat's lane.
 */
final class Approach {
  private final ChatId chat;
  private final Household house;
  private final Situation situation;
  private final Patience patience;

  Approach(ChatId chat, Household house, Situation situation, Patience patience) {
    this.chat = chat;
    this.house = house;
    this.situation = situation;
    this.patience = patience;
  }

  void requestAgent(Stage.NoAgent none) throws IOException, InterruptedException {
    var spawning = new Stage.Spawning(now());
    situation.asking();
    if (!situation.move(none, spawning)) {
      return;
    }
    switch (house.post().send(house.letters().spawnRequest(chat))) {
      case Posted.Taken _ -> situation.move(spawning, new Stage.Spawning(now()));
      case Posted.Nobody _ ->
          situation.retreat(spawning, none, new Setback.Wait("the system agent is not there"));
      case Posted.Later(Duration atLeast, String why) ->
          situation.retreat(
              spawning, none, new Setback.Wait(atLeast, "the system agent is busy: " + why));
      case Posted.Offline(String why) ->
          situation.retreat(spawning, none, new Setback.Offline(why));
      case Posted.Refused(String why) -> {
        situation.move(spawning, none);
        new Resignation(chat, house).allRefused("no agent can be started for this chat: " + why);
      }
    }
  }

  void awaitAgent(Stage.Spawning spawning, Instant giveUpAt) throws InterruptedException {
    Instant deadline = spawning.since().plus(house.settings().spawnPatience());
    patience.await(
        "your agent is being started",
        deadline.isBefore(giveUpAt) ? deadline : giveUpAt,
        until -> situation.awaitLeaving(spawning, until));
    situation.retreat(
        spawning, new Stage.NoAgent(), new Setback.Wait("the system agent brought no agent"));
  }

  void configure(Stage.Configuring configuring) throws IOException, InterruptedException {
    Address agent = configuring.agent();
    switch (house.post().send(house.letters().configure(chat, agent))) {
      case Posted.Taken _ -> becomeReady(configuring);
      case Posted.Nobody _ -> lose(configuring, agent, agent + " is not there");
      case Posted.Later(Duration atLeast, String why) ->
          situation.stay(configuring, new Setback.Wait(atLeast, agent + " is busy: " + why));
      case Posted.Offline(String why) -> situation.stay(configuring, new Setback.Offline(why));
      case Posted.Refused(String why) -> {
        switch (house.agents(chat)) {
          // One that somebody else started may know nothing of being configured, and answer.
          case AgentSource.Fixed _, AgentSource.Topics _ -> becomeReady(configuring);
          case AgentSource.Spawned _ ->
              lose(configuring, agent, agent + " does not serve this chat: " + why);
        }
      }
    }
  }

  private void becomeReady(Stage.Configuring configuring) throws IOException, InterruptedException {
    house.store().configured(chat, configuring.agent());
    situation.move(configuring, new Stage.Ready(configuring.agent()));
  }

  /** The agent is gone: another one is asked for, the first time at once. */
  void lose(Stage stage, Address agent, String why) throws IOException, InterruptedException {
    switch (house.agents(chat)) {
      case AgentSource.Fixed _, AgentSource.Topics _ ->
          situation.stay(stage, new Setback.Wait(why));
      case AgentSource.Spawned _ -> {
        house.store().leave(chat, agent);
        situation.retreat(
            stage, new Stage.NoAgent(), patience.isTried() ? new Setback.Wait(why) : null);
      }
    }
  }

  private Instant now() {
    return house.surroundings().time().now();
  }
}
