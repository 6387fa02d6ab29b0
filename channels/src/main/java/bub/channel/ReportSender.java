package bub.channel;

import bub.channel.store.ChatStore;
import bub.channel.store.PendingReport;
import bub.client.Backoff;
import bub.client.ClientEnvironment;
import bub.client.KeyedWorkers;
import bub.client.OutageLog;
import bub.client.SendAttempt;
import bub.protocol.message.ChatId;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sender of one chat's delivery reports, oldest first. Runs on the chat's report thread. */
final class ReportSender implements KeyedWorkers.Work {
  private static final Logger LOG = LoggerFactory.getLogger(ReportSender.class);
  private static final int ATTEMPTS = 5;
  private static final Duration AFTER_DISK_FAILURE = Duration.ofSeconds(1);

  private final ChatId chat;
  private final ChatStore store;
  private final ChatPayloads payloads;
  private final ChatSender sender;
  private final ClientEnvironment environment;
  private final OutageLog outages;

  ReportSender(
      ChatId chat,
      ChatStore store,
      ChatPayloads payloads,
      ChatSender sender,
      ClientEnvironment environment) {
    this.chat = chat;
    this.store = store;
    this.payloads = payloads;
    this.sender = sender;
    this.environment = environment;
    this.outages = new OutageLog(LOG, "The store of chat " + chat, environment.time());
  }

  @Override
  public void run() throws InterruptedException {
    while (true) {
      try {
        Optional<PendingReport> next = store.toReport(chat);
        if (next.isEmpty()) {
          return;
        }
        send(next.get());
        store.reported(chat, next.get());
        outages.recovered();
      } catch (IOException broken) {
        outages.failed(String.valueOf(broken.getMessage()));
        environment.time().sleep(AFTER_DISK_FAILURE);
      }
    }
  }

  // Waits for the bus without a limit, and for an absent or busy agent for a few attempts.
  private void send(PendingReport report) throws InterruptedException {
    int failures = 0;
    int offline = 0;
    while (failures < ATTEMPTS) {
      SendAttempt attempt = sender.send(payloads.status(chat, report));
      switch (attempt) {
        case SendAttempt.Delivered _, SendAttempt.Refused _ -> {
          return;
        }
        case SendAttempt.NoRecipient _, SendAttempt.Retry _ -> pause(failures++);
        case SendAttempt.Offline _ -> pause(offline++);
      }
    }
    LOG.debug("{} did not accept the report on {}", report.agent(), report.status().messageId());
  }

  private void pause(int failures) throws InterruptedException {
    environment.time().sleep(Backoff.REDELIVER.delay(failures, environment.chance()));
  }
}
