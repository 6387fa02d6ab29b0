package bub.channel;

import bub.channel.store.Queued;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.message.ChatId;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/**
 * What a chat does with an agent that is ready: hands it one message after the other, and asks
 * after answers that are overdue. On the thread of the chat's lane.
 */
final class Delivery {
  private static final int MAX_DOUBLINGS = 4;

  private final ChatId chat;
  private final Household house;
  private final Situation situation;
  private final Patience patience;
  private final Approach approach;
  private long awaited;
  private int probes;
  private Instant probedAt = Instant.EPOCH;

  Delivery(
      ChatId chat, Household house, Situation situation, Patience patience, Approach approach) {
    this.chat = chat;
    this.house = house;
    this.situation = situation;
    this.patience = patience;
    this.approach = approach;
  }

  void forward(Stage.Ready ready, Queued message) throws IOException, InterruptedException {
    Posted posted = send(ready, message);
    if (posted instanceof Posted.Taken) {
      house.store().delivered(message);
      situation.sign();
      patience.restore();
      probes = 0;
    } else {
      accept(posted, ready, message);
    }
  }

  /** Returns at the next news, or when it has asked after the answer. */
  void awaitAnswer(Stage.Ready ready, Queued message, long newsSoFar, Instant giveUpAt)
      throws IOException, InterruptedException {
    if (message.number() != awaited) {
      awaited = message.number();
      probes = 0;
    }
    Duration quiet =
        house.settings().quietFor().multipliedBy(1L << Math.min(probes, MAX_DOUBLINGS));
    boolean isSilent = probedAt.isAfter(situation.lastSign());
    Instant quietUntil = (isSilent ? probedAt : situation.lastSign()).plus(quiet);
    Instant end = quietUntil.isBefore(giveUpAt) ? quietUntil : giveUpAt;
    if (!now().isBefore(quietUntil)) {
      probe(ready, message);
    } else if (isSilent) {
      patience.await(Delay.NO_ANSWER, end, until -> awaitNewsOrSign(newsSoFar, until));
    } else {
      patience.restore();
      patience.await(end, until -> situation.awaitNewsSince(newsSoFar, until));
    }
  }

  private boolean awaitNewsOrSign(long newsSoFar, Instant until) throws InterruptedException {
    return situation.await(
        () -> situation.news() != newsSoFar || situation.lastSign().isAfter(probedAt), until);
  }

  /**
   * Asks by turns the agent, which knows the message if it ever got it, and the system agent, which
   * knows whether there is an agent at all: somebody else who listens may have answered for it.
   */
  private void probe(Stage.Ready ready, Queued message) throws IOException, InterruptedException {
    boolean asksTheAgent = probes % 2 == 0;
    Posted posted =
        switch (house.agents(chat)) {
          case AgentSource.Spawned _ when !asksTheAgent -> {
            situation.asking();
            yield house.post().send(house.letters().spawnRequest(chat));
          }
          case AgentSource.Spawned _, AgentSource.Fixed _, AgentSource.Topics _ ->
              send(ready, message);
        };
    if (posted instanceof Posted.Offline(String why)) {
      situation.stay(ready, new Setback.Offline(why));
      return;
    }
    probes++;
    probedAt = now();
    if (asksTheAgent) {
      accept(posted, ready, message);
    }
  }

  private Instant now() {
    return house.surroundings().time().now();
  }

  private Posted send(Stage.Ready ready, Queued message) throws InterruptedException {
    Envelope letter =
        house.letters().forward(chat, ready.agent(), message.messageId(), message.payload());
    return house.post().send(letter);
  }

  private void accept(Posted posted, Stage.Ready ready, Queued message)
      throws IOException, InterruptedException {
    Address agent = ready.agent();
    switch (posted) {
      case Posted.Taken _ -> {}
      case Posted.Nobody _ -> approach.lose(ready, agent, agent + " is not there");
      case Posted.Later(Duration atLeast, String why) ->
          situation.stay(ready, new Setback.Wait(atLeast, agent + " is busy: " + why));
      case Posted.Offline(String why) -> situation.stay(ready, new Setback.Offline(why));
      case Posted.Refused(String why) ->
          new Resignation(chat, house).refused(message, agent + " says: " + why);
    }
  }
}
