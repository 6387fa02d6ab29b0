package bub.channel;

import bub.channel.store.ChatLine;
import bub.channel.store.ChatStore;
import bub.channel.store.PendingReport;
import bub.client.ClientEnvironment;
import bub.client.KeyedWorkers;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.message.ChatId;
import bub.protocol.message.DeliveryStatus;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reports that tell agents whether replies reached the person. Safe for any thread. */
final class DeliveryReports {
  private final AgentSource agents;
  private final ChatStore store;
  private final ChatPayloads payloads;
  private final KeyedWorkers<ChatId, ReportSender> senders;

  DeliveryReports(
      AgentSource agents,
      ChatStore store,
      ChatPayloads payloads,
      ChatSender sender,
      ClientEnvironment environment) {
    this.agents = agents;
    this.store = store;
    this.payloads = payloads;
    this.senders =
        new KeyedWorkers<>(
            "report",
            chat -> new ReportSender(chat, store, payloads, sender, environment),
            () -> {});
  }

  void resume() throws IOException, InterruptedException {
    store.chatsToReport().forEach(chat -> senders.wake(chat, _ -> {}));
  }

  void delivered(ChatId chat, ChatLine line) throws IOException, InterruptedException {
    finish(chat, line, DeliveryStatus.Status.DELIVERED, null);
  }

  void failed(ChatId chat, ChatLine line, String why) throws IOException, InterruptedException {
    finish(chat, line, DeliveryStatus.Status.FAILED, why);
  }

  private void finish(
      ChatId chat, ChatLine line, DeliveryStatus.Status status, @Nullable String error)
      throws IOException, InterruptedException {
    PendingReport report = report(line, status, error);
    // One write for both, so that a restart loses no report.
    store.shown(chat, line, report);
    if (report != null) {
      senders.wake(chat, _ -> {});
    }
  }

  private @Nullable PendingReport report(
      ChatLine line, DeliveryStatus.Status status, @Nullable String error) {
    Address agent = line.agent();
    MessageId reply = line.messageId();
    return agent == null || reply == null || !isWanted(line)
        ? null
        : new PendingReport(payloads.newId(), agent, new DeliveryStatus(reply, status, error));
  }

  /** A custom agent that answers every message would talk with the reports in an endless loop. */
  private boolean isWanted(ChatLine line) {
    return line.isFromAgent()
        && switch (agents) {
          case AgentSource.Spawned _ -> true;
          case AgentSource.Fixed _ -> line.replyTo() != null;
          // Classic clients do not know reports.
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
