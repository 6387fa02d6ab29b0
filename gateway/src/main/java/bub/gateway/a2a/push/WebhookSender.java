package bub.gateway.a2a.push;

import bub.channel.http.HttpRefusal;
import bub.client.TimeSource;
import bub.gateway.a2a.net.OutgoingAddresses;
import bub.gateway.a2a.net.OutgoingHttp;
import bub.gateway.a2a.net.OutgoingResponse;
import bub.gateway.a2a.store.A2aTaskStore;
import bub.gateway.a2a.store.A2aTaskStore.Notification;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.Address;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivery of notifications to webhooks, in order for each webhook, with retries. What waits is on
 * disk. Safe for any thread.
 */
public final class WebhookSender implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WebhookSender.class);
  private static final int MOST_ATTEMPTS = 8;
  private static final int MOST_AT_ONCE = 16;
  // The slow webhooks of one caller must not hold up those of others.
  private static final int MOST_PER_OWNER = 4;
  private static final Duration FIRST_RETRY = Duration.ofSeconds(1);
  private static final Duration LONGEST_RETRY = Duration.ofMinutes(10);
  private static final Duration ANSWER = Duration.ofSeconds(15);
  private static final Duration IDLE = Duration.ofMinutes(1);

  private final A2aTaskStore store;
  private final OutgoingAddresses addresses;
  private final WebhookSignature signature;
  private final TimeSource time;
  private final Semaphore room = new Semaphore(MOST_AT_ONCE);
  private final Map<Address, Integer> sending = new ConcurrentHashMap<>();
  private final Set<Long> underWay = ConcurrentHashMap.newKeySet();
  // Guarded by this.
  private boolean hasNews;
  private @Nullable Thread thread;

  private WebhookSender(
      A2aTaskStore store,
      OutgoingAddresses addresses,
      WebhookSignature signature,
      TimeSource time) {
    this.store = store;
    this.addresses = addresses;
    this.signature = signature;
    this.time = time;
  }

  /** {@code secret} is the file with the key of the signatures; it is created when missing. */
  public static WebhookSender open(
      A2aTaskStore store, OutgoingAddresses addresses, Path secret, TimeSource time)
      throws IOException {
    return new WebhookSender(store, addresses, WebhookSignature.open(secret), time);
  }

  public synchronized void start() {
    thread = Thread.ofVirtual().name("a2a-webhooks").start(this::run);
  }

  /** Looks at once for notifications that wait. */
  public synchronized void wake() {
    hasNews = true;
    notifyAll();
  }

  private void run() {
    try {
      while (true) {
        Duration pause = IDLE;
        try {
          pause = sendDue();
        } catch (IOException broken) {
          LOG.warn("Webhooks wait for the disk: {}", broken.getMessage());
        }
        await(pause);
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void await(Duration pause) throws InterruptedException {
    long deadline = System.nanoTime() + pause.toNanos();
    while (!hasNews) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        break;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    hasNews = false;
  }

  /** Returns the time until the next one is due. */
  private Duration sendDue() throws IOException, InterruptedException {
    for (Notification due : store.due(time.now(), MOST_PER_OWNER, 2 * MOST_AT_ONCE)) {
      // One that is done wakes this thread, which then looks again.
      if (sending.getOrDefault(due.owner(), 0) < MOST_PER_OWNER && underWay.add(due.seq())) {
        room.acquire();
        sending.merge(due.owner(), 1, Integer::sum);
        Thread.ofVirtual().name("a2a-webhook-" + due.seq()).start(() -> deliver(due));
      }
    }
    Instant next = store.nextDue();
    if (next == null) {
      return IDLE;
    }
    Duration left = Duration.between(time.now(), next);
    // One that is under way wakes this thread when it is done.
    return left.isNegative() || left.isZero() ? FIRST_RETRY : min(left, IDLE);
  }

  private void deliver(Notification due) {
    try {
      String problem = post(due);
      if (problem == null) {
        store.delivered(due.seq());
      } else {
        retry(due, problem);
      }
    } catch (IOException broken) {
      LOG.warn("A webhook's notification was not updated: {}", broken.getMessage());
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    } finally {
      underWay.remove(due.seq());
      sending.computeIfPresent(due.owner(), (_, count) -> count == 1 ? null : count - 1);
      room.release();
      wake();
    }
  }

  private void retry(Notification due, String problem) throws IOException, InterruptedException {
    int attempts = due.attempts() + 1;
    if (attempts >= MOST_ATTEMPTS) {
      LOG.warn(
          "A webhook of the task {} missed a notification after {} attempts: {}",
          due.task(),
          attempts,
          problem);
      store.delivered(due.seq());
      return;
    }
    Duration wait = min(FIRST_RETRY.multipliedBy(1L << (2 * due.attempts())), LONGEST_RETRY);
    store.postpone(due.seq(), attempts, time.now().plus(wait));
  }

  private static Duration min(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /** Returns null when the webhook has it, and the problem otherwise. */
  private @Nullable String post(Notification due) {
    byte[] body = due.event().toByteArray();
    try {
      Fields config = due.target().fields();
      try (OutgoingResponse answer =
          OutgoingHttp.send(
              "POST", addresses.check(config.string("url")), headers(config, body), body, ANSWER)) {
        boolean isTaken = answer.status() >= 200 && answer.status() < 300;
        return isTaken ? null : "it answered " + answer.status();
      }
    } catch (HttpRefusal refused) {
      return refused.text();
    } catch (IOException | InvalidField | IllegalArgumentException failed) {
      return String.valueOf(failed.getMessage());
    }
  }

  private Map<String, String> headers(Fields config, byte[] body) {
    var headers = new HashMap<String, String>();
    headers.put("Content-Type", "application/a2a+json");
    headers.put("A2A-Version", "1.0");
    headers.put(WebhookSignature.HEADER, signature.of(body, time.now()));
    String token = config.optionalString("token");
    if (token != null && !token.isEmpty()) {
      headers.put("X-A2A-Notification-Token", token);
    }
    RawJson authentication = config.optionalObject("authentication");
    if (authentication != null) {
      String credentials = authentication.fields().optionalString("credentials");
      String scheme = authentication.fields().string("scheme");
      headers.put("Authorization", credentials == null ? scheme : scheme + " " + credentials);
    }
    return headers;
  }

  @Override
  public synchronized void close() {
    if (thread != null) {
      thread.interrupt();
    }
  }
}
