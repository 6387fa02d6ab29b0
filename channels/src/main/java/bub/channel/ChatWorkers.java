package bub.channel;

import bub.protocol.message.ChatId;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One virtual thread a chat, which lives while the chat has something to do. There are never more
 * of them than chats with something unfinished, which the store bounds. Safe for any thread.
 */
public final class ChatWorkers<W extends ChatWorkers.Work> {
  private static final Logger LOG = LoggerFactory.getLogger(ChatWorkers.class);

  /** What a lane does. */
  public interface Work {
    /** Returns when nothing is left to do; called again when something came up meanwhile. */
    void run() throws InterruptedException;
  }

  private final String name;
  private final Function<ChatId, W> work;
  private final Runnable whenOneEnds;
  private final Map<ChatId, Worker> workers = new HashMap<>();
  private boolean stopped;

  /**
   * @param work makes who works for a chat
   * @param whenOneEnds is told that a chat has nothing to do any more
   */
  public ChatWorkers(String name, Function<ChatId, W> work, Runnable whenOneEnds) {
    this.name = name;
    this.work = work;
    this.whenOneEnds = whenOneEnds;
  }

  /** There is something to do in this chat; {@code news} is told at once to whoever does it. */
  public synchronized void wake(ChatId chat, Consumer<W> news) {
    Worker worker = workers.get(chat);
    if (worker != null) {
      // Told before the lane can come to its end, which would be the end of the news, too.
      news.accept(worker.does);
      worker.wokenAgain = true;
    } else if (!stopped) {
      var fresh = new Worker(chat);
      workers.put(chat, fresh);
      news.accept(fresh.does);
      fresh.thread.start();
    }
  }

  /** Who works for this chat at the moment. */
  public synchronized Optional<W> find(ChatId chat) {
    return Optional.ofNullable(workers.get(chat)).map(worker -> worker.does);
  }

  /** Tells everyone who works at the moment. */
  public void forEach(Consumer<W> news) {
    all().forEach(news);
  }

  private synchronized List<W> all() {
    return workers.values().stream().map(worker -> worker.does).toList();
  }

  public synchronized void stop() {
    stopped = true;
    workers.values().forEach(worker -> worker.thread.interrupt());
  }

  /** Waits for those who were stopped, but not for long. */
  public void awaitStopped(Duration atMost) throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    for (Thread thread : threads()) {
      thread.join(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
    }
  }

  private synchronized List<Thread> threads() {
    return workers.values().stream().map(worker -> worker.thread).toList();
  }

  /** False when the lane was woken while it came to its end, and must look again. */
  private synchronized boolean ends(Worker worker) {
    if (worker.wokenAgain && !stopped) {
      worker.wokenAgain = false;
      return false;
    }
    workers.remove(worker.chat);
    return true;
  }

  private synchronized void abandon(Worker worker) {
    workers.remove(worker.chat);
  }

  /** The thread of one chat. */
  private final class Worker {
    private final ChatId chat;
    private final W does;
    private final Thread thread;
    private boolean wokenAgain;

    Worker(ChatId chat) {
      this.chat = chat;
      this.does = work.apply(chat);
      this.thread = Thread.ofVirtual().name(name + "-" + chat).unstarted(this::run);
    }

    private void run() {
      try {
        do {
          does.run();
        } while (!ends(this));
        whenOneEnds.run();
      } catch (InterruptedException closed) {
        // The house is closed; what is unfinished stays on disk.
        abandon(this);
      } catch (RuntimeException bug) {
        // The next one who wakes this chat must find a lane that lives.
        LOG.error("{} failed", Thread.currentThread().getName(), bug);
        abandon(this);
      }
    }
  }
}
