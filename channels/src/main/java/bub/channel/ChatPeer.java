package bub.channel;

import bub.channel.store.Assignment;
import bub.channel.store.ChatStore;
import bub.channel.store.Queued;
import bub.channel.store.Unfinished;
import bub.client.OutageLog;
import bub.protocol.Address;
import bub.protocol.message.ChatId;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings what one person typed to an agent, in order, and sees to it that there is an agent until
 * everything is answered or given up. Runs on its lane's thread; news comes from any.
 */
final class ChatPeer implements Lanes.Work {
  private static final Logger LOG = LoggerFactory.getLogger(ChatPeer.class);
  private static final String BROKEN = "something is broken here, and the log says what";
  private static final Duration AFTER_DISK_FAILURE = Duration.ofSeconds(1);

  private final ChatId chat;
  private final HouseSettings settings;
  private final ChatStore store;
  private final Household house;
  private final Situation situation;
  private final Patience patience;
  private final Approach approach;
  private final Delivery delivery;
  private final TopicDelivery topicDelivery;
  private final PartialOrder partials = new PartialOrder();
  private final OutageLog outages;

  ChatPeer(ChatId chat, Household house) {
    this.chat = chat;
    this.house = house;
    this.settings = house.settings();
    this.store = house.store();
    this.situation = new Situation(house.surroundings().time());
    this.patience = new Patience(chat, house, situation);
    this.approach = new Approach(chat, house, situation, patience);
    this.delivery = new Delivery(chat, house, situation, patience, approach);
    this.topicDelivery = new TopicDelivery(chat, house, situation, patience);
    this.outages = new OutageLog(LOG, "chat " + chat, house.surroundings().time());
  }

  // ---- news

  Situation situation() {
    return situation;
  }

  PartialOrder partials() {
    return partials;
  }

  /** An answer is on disk. */
  void answered(@Nullable String messageId) {
    if (messageId != null) {
      partials.answered(messageId);
    }
    situation.sign();
    situation.stir();
  }

  // ---- the lane

  @Override
  public void run() throws InterruptedException {
    boolean goesOn = true;
    while (goesOn) {
      try {
        situation.enter(whereItStands());
        while (goesOn) {
          goesOn = goOn();
          outages.recovered();
        }
      } catch (IOException broken) {
        outages.failed(String.valueOf(broken.getMessage()));
        await(new Setback.Wait(AFTER_DISK_FAILURE, BROKEN));
      } catch (RuntimeException bug) {
        LOG.error("chat {} cannot go on", chat, bug);
        await(new Setback.Wait(BROKEN));
      }
    }
  }

  private void await(Setback setback) throws InterruptedException {
    situation.stay(situation.stage(), setback);
    pause(Instant.MAX);
  }

  private Stage whereItStands() throws IOException, InterruptedException {
    Assignment assignment = store.assignment(chat);
    return switch (house.agents(chat)) {
      case AgentSource.Spawned _ -> Stage.of(assignment);
      case AgentSource.Fixed(Address agent) when agent.equals(assignment.agent()) ->
          Stage.of(assignment);
      case AgentSource.Fixed(Address agent) -> {
        store.assign(chat, agent);
        yield new Stage.Configuring(agent);
      }
      case AgentSource.Topics topics ->
          new Stage.Ready(house.topics(topics).inbound(chat).getFirst());
    };
  }

  /** One step. What it cannot do at once is a setback, waited out here. False when all is done. */
  private boolean goOn() throws IOException, InterruptedException {
    long newsSoFar = situation.news();
    Unfinished unfinished = store.unfinished(chat);
    Queued oldest = unfinished.oldest();
    if (oldest == null) {
      return false;
    }
    patience.concerns(oldest);
    Instant giveUpAt = oldest.typedAt().plus(settings.giveUpAfter());
    Instant now = house.surroundings().time().now();
    if (!now.isBefore(giveUpAt)) {
      new Resignation(chat, house).tooOld(now, patience.reason());
      return true;
    }
    if (settings.agents() instanceof AgentSource.Topics topics) {
      topicDelivery.publish(situation.stage(), house.topics(topics), oldest);
    } else {
      step(unfinished, newsSoFar, giveUpAt);
    }
    pause(giveUpAt);
    return true;
  }

  private void pause(Instant atMost) throws InterruptedException {
    Situation.Pause pause = situation.takePause();
    if (pause != null) {
      patience.waitOut(pause, atMost);
    }
  }

  private void step(Unfinished unfinished, long newsSoFar, Instant giveUpAt)
      throws IOException, InterruptedException {
    switch (situation.stage()) {
      case Stage.NoAgent none -> approach.requestAgent(none);
      case Stage.Spawning spawning -> approach.awaitAgent(spawning, giveUpAt);
      case Stage.Configuring configuring -> approach.configure(configuring);
      case Stage.Ready ready -> {
        if (unfinished.toDeliver() != null) {
          delivery.forward(ready, unfinished.toDeliver());
        } else if (unfinished.unanswered() != null) {
          delivery.awaitAnswer(ready, unfinished.unanswered(), newsSoFar, giveUpAt);
        }
      }
    }
  }
}
