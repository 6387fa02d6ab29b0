package bub.channel;

import bub.channel.store.Line;
import bub.client.Backoff;
import bub.client.Surroundings;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.message.ChatId;
import bub.protocol.message.DeliveryStatus;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells agents whether their replies reached the person. Nobody waits for it: each report is sent
 * on a virtual thread, a few times, and then dropped. Safe for any thread.
 */
final class DeliveryReports {
  private static final Logger LOG = LoggerFactory.getLogger(DeliveryReports.class);
  private static final int MAX_OPEN = 256;
  private static final int ATTEMPTS = 5;

  private final AgentSource agents;
  private final Letters letters;
  private final Post post;
  private final Surroundings surroundings;
  private final Semaphore open = new Semaphore(MAX_OPEN);

  DeliveryReports(AgentSource agents, Letters letters, Post post, Surroundings surroundings) {
    this.agents = agents;
    this.letters = letters;
    this.post = post;
    this.surroundings = surroundings;
  }

  /** The person has this line. */
  void delivered(ChatId chat, Line line) {
    report(chat, line, DeliveryStatus.Status.DELIVERED, null);
  }

  /** The person will never have this line. */
  void failed(ChatId chat, Line line, String why) {
    report(chat, line, DeliveryStatus.Status.FAILED, why);
  }

  private void report(
      ChatId chat, Line line, DeliveryStatus.Status status, @Nullable String error) {
    Address agent = line.agent();
    MessageId reply = line.messageId();
    if (agent == null || reply == null || !isWanted(line)) {
      return;
    }
    if (!open.tryAcquire()) {
      LOG.debug("{} is not told what became of {}: too many reports wait", agent, reply);
      return;
    }
    Envelope letter = letters.status(chat, agent, new DeliveryStatus(reply, status, error));
    Thread.ofVirtual().name("delivery-status").start(() -> sendAndRelease(letter));
  }

  /**
   * An agent that somebody wrote may answer every message, this report among them: it hears of its
   * answers to the person only, so that the two never talk for ever.
   */
  private boolean isWanted(Line line) {
    return switch (agents) {
      case AgentSource.Spawned _ -> true;
      case AgentSource.Fixed _ -> line.replyTo() != null;
      // Classic clients know nothing of reports.
      case AgentSource.Topics _ -> false;
    };
  }

  private void sendAndRelease(Envelope letter) {
    try {
      send(letter);
    } catch (InterruptedException nobodyDoesThat) {
      Thread.currentThread().interrupt();
    } finally {
      open.release();
    }
  }

  private void send(Envelope letter) throws InterruptedException {
    for (int failures = 0; failures < ATTEMPTS; failures++) {
      switch (post.send(letter)) {
        case Posted.Taken _, Posted.Nobody _, Posted.Refused _ -> {
          return;
        }
        case Posted.Later _, Posted.Offline _ ->
            surroundings.time().sleep(Backoff.REDELIVER.delay(failures, surroundings.chance()));
      }
    }
    LOG.debug("{} did not take {}", letter.to(), letter.messageId());
  }
}
