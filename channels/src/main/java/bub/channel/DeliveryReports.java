package bub.channel;

import bub.channel.store.ChatStore;
import bub.channel.store.Line;
import bub.channel.store.PendingReport;
import bub.client.Surroundings;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.message.ChatId;
import bub.protocol.message.DeliveryStatus;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Tells agents whether their replies reached the person. A report is on disk together with the note
 * that the person has the reply, and nobody waits until it is sent. Safe for any thread.
 */
final class DeliveryReports {
  private final AgentSource agents;
  private final ChatStore store;
  private final Letters letters;
  private final Lanes<ReportSender> senders;

  DeliveryReports(
      AgentSource agents, ChatStore store, Letters letters, Post post, Surroundings surroundings) {
    this.agents = agents;
    this.store = store;
    this.letters = letters;
    this.senders =
        new Lanes<>(
            "report", chat -> new ReportSender(chat, store, letters, post, surroundings), () -> {});
  }

  /** Goes on with the reports that were not sent before a restart. */
  void resume() throws IOException, InterruptedException {
    store.chatsToReport().forEach(chat -> senders.wake(chat, _ -> {}));
  }

  /** The person has this line. */
  void delivered(ChatId chat, Line line) throws IOException, InterruptedException {
    finish(chat, line, DeliveryStatus.Status.DELIVERED, null);
  }

  /** The person will never have this line. */
  void failed(ChatId chat, Line line, String why) throws IOException, InterruptedException {
    finish(chat, line, DeliveryStatus.Status.FAILED, why);
  }

  private void finish(ChatId chat, Line line, DeliveryStatus.Status status, @Nullable String error)
      throws IOException, InterruptedException {
    PendingReport report = report(line, status, error);
    store.shown(chat, line, report);
    if (report != null) {
      senders.wake(chat, _ -> {});
    }
  }

  private @Nullable PendingReport report(
      Line line, DeliveryStatus.Status status, @Nullable String error) {
    Address agent = line.agent();
    MessageId reply = line.messageId();
    return agent == null || reply == null || !isWanted(line)
        ? null
        : new PendingReport(letters.newId(), agent, new DeliveryStatus(reply, status, error));
  }

  /**
   * An agent that somebody wrote may answer every message, this report among them: it hears of its
   * answers to the person only, so that the two never talk for ever.
   */
  private boolean isWanted(Line line) {
    return line.isFromAgent()
        && switch (agents) {
          case AgentSource.Spawned _ -> true;
          case AgentSource.Fixed _ -> line.replyTo() != null;
          // Classic clients know nothing of reports.
          case AgentSource.Topics _ -> false;
        };
  }

  void stop() {
    senders.stop();
  }

  void awaitStopped(Duration atMost) throws InterruptedException {
    senders.awaitStopped(atMost);
  }
}
