package bub.otlp;

import bub.client.OutageLog;
import bub.client.TimeSource;
import io.opentelemetry.exporter.internal.FailedExportException.HttpExportException;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.export.HttpResponse;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sender of spans in batches, on one virtual thread, from a bounded queue. While the collector does
 * not keep up, new spans are dropped and counted. {@link #offer} is safe for any thread.
 */
final class SpanSender implements AutoCloseable {
  static final int MAX_QUEUED = 4_096;
  static final int MAX_BATCH = 512;

  private static final Logger LOG = LoggerFactory.getLogger(SpanSender.class);
  private static final Duration COLLECT = Duration.ofMillis(500);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

  private final SpanExporter exporter;
  private final Duration timeout;
  private final OutageLog outages;
  private final BlockingQueue<SpanData> queue = new ArrayBlockingQueue<>(MAX_QUEUED);
  private final AtomicLong exported = new AtomicLong();
  private final AtomicLong dropped = new AtomicLong();
  private final Thread thread = Thread.ofVirtual().name("otlp-sender").unstarted(this::run);
  private volatile boolean closing;

  /** The timeout includes the retries of the exporter. */
  SpanSender(SpanExporter exporter, Duration timeout, TimeSource time) {
    this.exporter = exporter;
    this.timeout = timeout;
    this.outages = new OutageLog(LOG, "The OpenTelemetry export", time);
  }

  void start() {
    thread.start();
  }

  void offer(SpanData span) {
    if (!queue.offer(span)) {
      drop(1, "the collector is too slow");
    }
  }

  void drop(long spans, String reason) {
    if (spans > 0) {
      long all = dropped.addAndGet(spans);
      outages.failed(reason + ", and " + all + " spans have been dropped so far");
    }
  }

  void dropSilently(long spans) {
    dropped.addAndGet(spans);
  }

  private void run() {
    try {
      long droppedBefore = 0;
      while (!closing || !queue.isEmpty()) {
        List<SpanData> batch = collect();
        if (!batch.isEmpty() && export(batch)) {
          long droppedNow = dropped.get();
          if (droppedNow == droppedBefore) {
            outages.recovered();
          }
          droppedBefore = droppedNow;
        }
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private List<SpanData> collect() throws InterruptedException {
    var batch = new ArrayList<SpanData>();
    long end = System.nanoTime() + COLLECT.toNanos();
    while (batch.size() < MAX_BATCH) {
      long left = closing ? 0 : end - System.nanoTime();
      SpanData next = queue.poll(left, TimeUnit.NANOSECONDS);
      if (next == null) {
        break;
      }
      batch.add(next);
    }
    return batch;
  }

  private boolean export(List<SpanData> batch) {
    CompletableResultCode result =
        exporter.export(batch).join(timeout.plusSeconds(1).toMillis(), TimeUnit.MILLISECONDS);
    if (result.isSuccess()) {
      exported.addAndGet(batch.size());
      return true;
    }
    dropped.addAndGet(batch.size());
    outages.failed(reason(result.getFailureThrowable()));
    return false;
  }

  private static String reason(@Nullable Throwable failure) {
    HttpResponse answer =
        failure instanceof HttpExportException refused ? refused.getResponse() : null;
    if (answer != null) {
      return "the collector answered HTTP " + answer.getStatusCode();
    }
    Throwable cause = failure;
    while (cause != null && !(cause instanceof IOException)) {
      cause = cause.getCause();
    }
    return switch (cause) {
      case ConnectException _, HttpConnectTimeoutException _ -> "the collector is not reachable";
      case HttpTimeoutException _ -> "the collector did not answer in time";
      case null -> failure == null ? "the collector did not answer in time" : failure.toString();
      default -> cause.toString();
    };
  }

  long exported() {
    return exported.get();
  }

  long dropped() {
    return dropped.get();
  }

  int queued() {
    return queue.size();
  }

  /** Sends what is queued, for a short time only. */
  @Override
  public void close() {
    closing = true;
    try {
      if (!thread.join(CLOSE_TIMEOUT)) {
        thread.interrupt();
      }
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
    exporter.shutdown();
  }
}
