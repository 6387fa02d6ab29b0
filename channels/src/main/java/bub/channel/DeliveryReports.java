package bub.channel;

import bub.channel.store.ChatLine;
import bub.client.Backoff;
import bub.client.ClientEnvironment;
import bub.client.SendAttempt;
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
 * Tells agents if their replies reached the person. Sends each report on its own virtual thread,
 * with a few attempts, and then drops it. Safe for any thread.
 */
final class DeliveryReports {
  private static final Logger LOG = LoggerFactory.getLogger(DeliveryReports.class);
  private static final int MAX_OPEN = 256;
  private static final int ATTEMPTS = 5;

  private final AgentSource agents;
  private final ChatPayloads payloads;
  private final ChatSender sender;
  private final ClientEnvironment environment;
  private final Semaphore open = new Semaphore(MAX_OPEN);

  DeliveryReports(
      AgentSource agents, ChatPayloads payloads, ChatSender sender, ClientEnvironment environment) {
    this.agents = agents;
    this.payloads = payloads;
    this.sender = sender;
    this.environment = environment;
  }

  /** Reports a line that the person has received. */
  void delivered(ChatId chat, ChatLine line) {
    report(chat, line, DeliveryStatus.Status.DELIVERED, null);
  }

  /** Reports a line that the person will never receive. */
  void failed(ChatId chat, ChatLine line, String why) {
    report(chat, line, DeliveryStatus.Status.FAILED, why);
  }

  private void report(
      ChatId chat, ChatLine line, DeliveryStatus.Status status, @Nullable String error) {
    Address agent = line.agent();
    MessageId reply = line.messageId();
    if (agent == null || reply == null || !isWanted(line)) {
      return;
    }
    if (!open.tryAcquire()) {
      LOG.debug("{} is not told what became of {}: too many reports wait", agent, reply);
      return;
    }
    Envelope letter = payloads.status(chat, agent, new DeliveryStatus(reply, status, error));
    Thread.ofVirtual().name("delivery-status").start(() -> sendAndRelease(letter));
  }

  /**
   * A custom agent may answer every message, including this report. It gets reports only for
   * answers to the person, so that the two never talk in an endless loop.
   */
  private boolean isWanted(ChatLine line) {
    return switch (agents) {
      case AgentSource.Spawned _ -> true;
      case AgentSource.Fixed _ -> line.replyTo() != null;
      // Classic clients do not understand reports.
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
      switch (sender.send(letter)) {
        case SendAttempt.Delivered _, SendAttempt.NoRecipient _, SendAttempt.Refused _ -> {
          return;
        }
        case SendAttempt.Retry _, SendAttempt.Offline _ ->
            environment.time().sleep(Backoff.REDELIVER.delay(failures, environment.chance()));
      }
    }
    LOG.debug("{} did not take {}", letter.to(), letter.messageId());
  }
}
