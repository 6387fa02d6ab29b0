package bub.channel;

import bub.channel.store.ChatStore;
import bub.channel.store.Line;
import bub.client.Backoff;
import bub.client.OutageLog;
import bub.client.Surroundings;
import bub.protocol.message.ChatId;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows one chat's person what there is to see: every line, in order, until it is shown; progress
 * once, and only while no line waits. Runs on its lane's thread; progress comes from any.
 */
final class Usher implements Lanes.Work {
  private static final Logger LOG = LoggerFactory.getLogger(Usher.class);
  private static final int MAX_PROGRESS = 64;
  private static final Duration AFTER_DISK_FAILURE = Duration.ofSeconds(1);

  /** Writes down what the person has seen. */
  private interface Note {
    void write() throws IOException, InterruptedException;
  }

  private final ChatId chat;
  private final ChatStore store;
  private final Edge edge;
  private final DeliveryReports reports;
  private final Surroundings surroundings;
  private final Duration patience;
  private final Deque<Progress> progress = new ArrayDeque<>();
  private final OutageLog outages;
  private int failures;
  private @Nullable Note unwritten;

  Usher(
      ChatId chat,
      ChatStore store,
      Edge edge,
      DeliveryReports reports,
      Surroundings surroundings,
      Duration patience) {
    this.chat = chat;
    this.store = store;
    this.edge = edge;
    this.reports = reports;
    this.surroundings = surroundings;
    this.patience = patience;
    this.outages = new OutageLog(LOG, "the store of chat " + chat, surroundings.time());
  }

  /** Shows this soon. Of partial texts only the newest counts; of too much, the oldest is lost. */
  synchronized void add(Progress news) {
    progress.removeIf(old -> old.getClass().equals(news.getClass()) && isState(news));
    if (progress.size() == MAX_PROGRESS) {
      progress.removeFirst();
    }
    progress.addLast(news);
  }

  /** The next answer only says that there is none. */
  void answerFailed() {
    edge.answerFailed(chat);
  }

  private static boolean isState(Progress news) {
    return switch (news) {
      case Progress.Typing _, Progress.Partial _, Progress.Delayed _ -> true;
      case Progress.ToolCall _ -> false;
    };
  }

  private synchronized @Nullable Progress next() {
    return progress.pollFirst();
  }

  /** What led to an answer that is there by now. */
  private synchronized void forgetProgress() {
    progress.clear();
  }

  @Override
  public void run() throws InterruptedException {
    while (true) {
      try {
        writeDown();
        Optional<Line> line = store.toShow(chat);
        outages.recovered();
        if (line.isPresent()) {
          forgetProgress();
          show(line.get());
        } else if (!showProgress()) {
          return;
        }
      } catch (IOException broken) {
        outages.failed(String.valueOf(broken.getMessage()));
        awaitDisk();
      }
    }
  }

  /** First, and until it succeeds: a person sees nothing twice because the disk is full. */
  private void writeDown() throws IOException, InterruptedException {
    Note note = unwritten;
    if (note != null) {
      note.write();
      unwritten = null;
    }
  }

  private void show(Line line) throws InterruptedException {
    switch (attempt(line)) {
      case Shown.Done _ -> {
        failures = 0;
        unwritten = () -> reports.delivered(chat, line);
      }
      case Shown.Partly(int parts) -> {
        failures = 0;
        unwritten = () -> store.shownPartly(line, parts);
      }
      case Shown.Never(String why) -> giveUp(line, why);
      case Shown.Later(Duration atLeast, String why) -> {
        Instant tooLate = line.at().plus(patience);
        if (surroundings.time().now().isAfter(tooLate)) {
          giveUp(line, why);
        } else {
          LOG.debug("line {} of chat {} is not shown yet: {}", line.number(), chat, why);
          backOff(atLeast);
        }
      }
    }
  }

  private Shown attempt(Line line) throws InterruptedException {
    try {
      return edge.show(chat, line);
    } catch (IOException | RuntimeException failed) {
      LOG.warn("line {} of chat {} could not be shown", line.number(), chat, failed);
      return new Shown.Later(Duration.ZERO, String.valueOf(failed.getMessage()));
    }
  }

  private void giveUp(Line line, String why) {
    LOG.warn("line {} of chat {} will never be shown: {}", line.number(), chat, why);
    failures = 0;
    unwritten = () -> reports.failed(chat, line, why);
  }

  private void backOff(Duration atLeast) throws InterruptedException {
    Duration backoff = Backoff.REDELIVER.delay(failures++, surroundings.chance());
    surroundings.time().sleep(backoff.compareTo(atLeast) > 0 ? backoff : atLeast);
  }

  private void awaitDisk() throws InterruptedException {
    Duration wait = Backoff.REDELIVER.delay(failures++, surroundings.chance(), AFTER_DISK_FAILURE);
    surroundings.time().sleep(wait);
  }

  private boolean showProgress() throws InterruptedException {
    Progress news = next();
    if (news == null) {
      return false;
    }
    try {
      edge.progress(chat, news);
    } catch (IOException | RuntimeException failed) {
      LOG.debug("progress of chat {} could not be shown", chat, failed);
    }
    return true;
  }
}
