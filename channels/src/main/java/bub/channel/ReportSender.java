package bub.channel;

import bub.channel.store.ChatStore;
import bub.channel.store.PendingReport;
import bub.client.Backoff;
import bub.client.OutageLog;
import bub.client.Surroundings;
import bub.protocol.message.ChatId;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the delivery reports of one chat, the oldest first. A report waits for the bus as long as
 * it takes, and for an agent that is away or busy for a few attempts. Runs on its lane's thread.
 */
final class ReportSender implements Lanes.Work {
  private static final Logger LOG = LoggerFactory.getLogger(ReportSender.class);
  private static final int ATTEMPTS = 5;
  private static final Duration AFTER_DISK_FAILURE = Duration.ofSeconds(1);

  private final ChatId chat;
  private final ChatStore store;
  private final Letters letters;
  private final Post post;
  private final Surroundings surroundings;
  private final OutageLog outages;

  ReportSender(
      ChatId chat, ChatStore store, Letters letters, Post post, Surroundings surroundings) {
    this.chat = chat;
    this.store = store;
    this.letters = letters;
    this.post = post;
    this.surroundings = surroundings;
    this.outages = new OutageLog(LOG, "the store of chat " + chat, surroundings.time());
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
        surroundings.time().sleep(AFTER_DISK_FAILURE);
      }
    }
  }

  /** Returns when the agent has it, or will never have it. */
  private void send(PendingReport report) throws InterruptedException {
    int failures = 0;
    int offline = 0;
    while (failures < ATTEMPTS) {
      Posted posted = post.send(letters.status(chat, report));
      switch (posted) {
        case Posted.Taken _, Posted.Refused _ -> {
          return;
        }
        case Posted.Nobody _, Posted.Later _ -> pause(failures++);
        case Posted.Offline _ -> pause(offline++);
      }
    }
    LOG.debug("{} did not take the report on {}", report.agent(), report.status().messageId());
  }

  private void pause(int failures) throws InterruptedException {
    surroundings.time().sleep(Backoff.REDELIVER.delay(failures, surroundings.chance()));
  }
}
