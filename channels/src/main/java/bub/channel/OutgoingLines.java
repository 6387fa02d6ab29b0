package bub.channel;

import bub.channel.store.ChatLine;
import bub.channel.store.ChatStore;
import bub.client.Backoff;
import bub.client.ClientEnvironment;
import bub.client.KeyedWorkers;
import bub.client.OutageLog;
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
 * Queue of lines for one chat, and of progress, which is shown only while no line waits. Runs on
 * the chat's worker thread; progress comes from any thread.
 */
final class OutgoingLines implements KeyedWorkers.Work {
  private static final Logger LOG = LoggerFactory.getLogger(OutgoingLines.class);
  private static final int MAX_PROGRESS = 64;
  private static final Duration AFTER_DISK_FAILURE = Duration.ofSeconds(1);

  /** Records in the store what the person has seen. */
  private interface Note {
    void write() throws IOException, InterruptedException;
  }

  private final ChatId chat;
  private final ChatStore store;
  private final ChatEdge edge;
  private final DeliveryReports reports;
  private final ClientEnvironment environment;
  private final Duration timeout;
  private final Deque<ChatProgress> progress = new ArrayDeque<>();
  private final OutageLog outages;
  private int failures;
  private @Nullable Note unwritten;

  OutgoingLines(
      ChatId chat,
      ChatStore store,
      ChatEdge edge,
      DeliveryReports reports,
      ClientEnvironment environment,
      Duration timeout) {
    this.chat = chat;
    this.store = store;
    this.edge = edge;
    this.reports = reports;
    this.environment = environment;
    this.timeout = timeout;
    this.outages = new OutageLog(LOG, "The store of chat " + chat, environment.time());
  }

  /** A newer state replaces an older one; a full queue drops its oldest entry. */
  synchronized void add(ChatProgress news) {
    progress.removeIf(old -> isReplacedBy(old, news));
    if (progress.size() == MAX_PROGRESS) {
      progress.removeFirst();
    }
    progress.addLast(news);
  }

  void answerFailed() {
    edge.answerFailed(chat);
  }

  private static boolean isReplacedBy(ChatProgress old, ChatProgress news) {
    return switch (news) {
      case ChatProgress.Typing _, ChatProgress.Partial _, ChatProgress.Delayed _ ->
          old.getClass().equals(news.getClass());
      case ChatProgress.Stopped _ -> true;
      case ChatProgress.ToolCall _ -> false;
    };
  }

  private synchronized @Nullable ChatProgress next() {
    return progress.pollFirst();
  }

  /** A line does not remove the partial answer of a stopped turn. */
  private synchronized void forgetProgress() {
    progress.removeIf(news -> !(news instanceof ChatProgress.Stopped));
  }

  @Override
  public void run() throws InterruptedException {
    while (true) {
      try {
        writeDown();
        Optional<ChatLine> line = store.toShow(chat);
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

  /** Runs first and until it succeeds, so that a full disk does not show a line twice. */
  private void writeDown() throws IOException, InterruptedException {
    Note note = unwritten;
    if (note != null) {
      note.write();
      unwritten = null;
    }
  }

  private void show(ChatLine line) throws InterruptedException {
    switch (attempt(line)) {
      case DisplayResult.Done _ -> {
        failures = 0;
        unwritten = () -> reports.delivered(chat, line);
      }
      case DisplayResult.Partly(int parts) -> {
        failures = 0;
        unwritten = () -> store.shownPartly(line, parts);
      }
      case DisplayResult.Never(String why) -> giveUp(line, why);
      case DisplayResult.Later(Duration atLeast, String why) -> {
        Instant tooLate = line.at().plus(timeout);
        if (environment.time().now().isAfter(tooLate)) {
          giveUp(line, why);
        } else {
          LOG.debug("Line {} of chat {} is not shown yet: {}", line.number(), chat, why);
          backOff(atLeast);
        }
      }
    }
  }

  private DisplayResult attempt(ChatLine line) throws InterruptedException {
    try {
      return edge.show(chat, line);
    } catch (IOException | RuntimeException failed) {
      LOG.warn("Cannot show line {} of chat {}", line.number(), chat, failed);
      return new DisplayResult.Later(Duration.ZERO, String.valueOf(failed.getMessage()));
    }
  }

  private void giveUp(ChatLine line, String why) {
    LOG.warn("Gave up on line {} of chat {}: {}", line.number(), chat, why);
    failures = 0;
    unwritten = () -> reports.failed(chat, line, why);
  }

  private void backOff(Duration atLeast) throws InterruptedException {
    Duration backoff = Backoff.REDELIVER.delay(failures++, environment.chance());
    environment.time().sleep(backoff.compareTo(atLeast) > 0 ? backoff : atLeast);
  }

  private void awaitDisk() throws InterruptedException {
    Duration wait = Backoff.REDELIVER.delay(failures++, environment.chance(), AFTER_DISK_FAILURE);
    environment.time().sleep(wait);
  }

  private boolean showProgress() throws InterruptedException {
    ChatProgress news = next();
    if (news == null) {
      return false;
    }
    try {
      edge.progress(chat, news);
    } catch (IOException | RuntimeException failed) {
      LOG.debug("Cannot show the progress of chat {}", chat, failed);
    }
    return true;
  }
}
