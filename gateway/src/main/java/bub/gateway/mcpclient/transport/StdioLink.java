package bub.gateway.mcpclient.transport;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.protocol.PlainText;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Transport over the standard input and output of a child process; one line per message. Its
 * threads are platform threads, because a virtual thread that waits on a pipe pins its carrier.
 */
public final class StdioLink implements McpTransport {
  private static final Logger LOG = LoggerFactory.getLogger(StdioLink.class);
  private static final long MAX_QUEUED = 4L << 20;
  private static final int LONGEST_ERROR_LINE = 500;
  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final byte[] END = new byte[0];

  private final String name;
  private final Process process;
  private final Duration grace;
  private final ProcessFamily family;
  private final LinkedBlockingQueue<byte[]> outgoing = new LinkedBlockingQueue<>();
  private final AtomicLong queued = new AtomicLong();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final AtomicBoolean isClosed = new AtomicBoolean();
  private volatile @Nullable String closeReason;
  private volatile String lastError = "";

  public StdioLink(String name, Process process) {
    this(name, process, GRACE);
  }

  /** {@code grace} is the wait for each step of an orderly end. */
  StdioLink(String name, Process process, Duration grace) {
    this.name = name;
    this.process = process;
    this.grace = grace;
    this.family = new ProcessFamily(process.toHandle());
  }

  @Override
  public void open(Receiver receiver) {
    var once = new OneAtATime(receiver);
    start("out", () -> read(once));
    // A grandchild may keep the pipe open after the server has ended.
    process
        .onExit()
        .thenRunAsync(
            () -> once.onClosed(NO_CODE, ending()),
            CompletableFuture.delayedExecutor(grace.toMillis(), TimeUnit.MILLISECONDS));
    start("err", this::readErrors);
    start("in", this::write);
  }

  private void start(String stream, Runnable work) {
    Thread.ofPlatform().daemon().name("mcp-" + name + "-" + stream).start(work);
  }

  @Override
  public void agreed(String revision) {
    family.look();
  }

  @Override
  public boolean send(byte[] buffer, int offset, int length) {
    if (isClosed.get()) {
      return false;
    }
    if (queued.addAndGet(length) > 2 * MAX_QUEUED) {
      close(NO_CODE, "it does not read its input");
      return false;
    }
    return outgoing.add(Arrays.copyOfRange(buffer, offset, offset + length));
  }

  @Override
  public boolean isCongested() {
    return queued.get() > MAX_QUEUED;
  }

  @Override
  public void close(int code, String reason) {
    if (isClosed.compareAndSet(false, true)) {
      closeReason = reason;
      start("end", this::end);
    }
  }

  private void write() {
    try (OutputStream in = process.getOutputStream()) {
      while (true) {
        byte[] text = outgoing.take();
        if (text.length == 0) {
          return; // the end of its input asks the server to leave
        }
        in.write(text);
        in.write('\n');
        in.flush();
        queued.addAndGet(-text.length);
      }
    } catch (IOException | InterruptedException gone) {
      // The reader learns it, too.
    }
  }

  private void read(Receiver receiver) {
    try (InputStream out = process.getInputStream()) {
      var lines = new BoundedLineReader(out, MAX_TEXT);
      for (var line = lines.next(); line != null; line = lines.next()) {
        family.lookSometimes();
        take(line, receiver);
      }
    } catch (IOException broken) {
      // Counts as the end.
    } finally {
      close(NO_CODE, "");
      receiver.onClosed(NO_CODE, ending());
    }
  }

  private void take(BoundedLineReader.Line line, Receiver receiver) {
    byte[] tail = line.tail();
    if (tail == null) {
      if (line.bytes().length > 0) {
        receiver.onText(line.bytes());
      }
      return;
    }
    byte[] failure = OversizeAnswer.failure(line.bytes(), tail);
    if (failure == null) {
      close(NO_CODE, "it sent a line of more than " + MAX_TEXT + " bytes");
    } else {
      receiver.onText(failure);
    }
  }

  private String ending() {
    String reason = closeReason;
    if (reason != null && !reason.isEmpty()) {
      return reason;
    }
    String exit;
    try {
      exit =
          hasExited() ? "it ended with exit code " + process.exitValue() : "it closed its output";
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      exit = "it closed its output";
    }
    return lastError.isEmpty() ? exit : exit + ": " + lastError;
  }

  private void readErrors() {
    try (InputStream errors = process.getErrorStream()) {
      var lines = new BoundedLineReader(errors, LONGEST_ERROR_LINE);
      for (var line = lines.next(); line != null; line = lines.next()) {
        String text = PlainText.oneLine(new String(line.bytes(), UTF_8), LONGEST_ERROR_LINE);
        if (!text.isBlank()) {
          lastError = text;
        }
      }
    } catch (IOException broken) {
      // The process has ended.
    }
  }

  @Override
  public void awaitEnd(Duration atMost) throws InterruptedException {
    boolean _ = ended.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Closes the input, then signals the process, then kills it; its descendants end after it. */
  private void end() {
    try {
      family.look();
      outgoing.add(END);
      if (!hasExited()) {
        family.look();
        process.destroy();
      }
      if (!hasExited()) {
        family.look();
        process.destroyForcibly();
      }
      family.end(grace);
    } catch (InterruptedException hurried) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    } finally {
      closeQuietly(process.getInputStream());
      closeQuietly(process.getErrorStream());
      ended.countDown();
    }
  }

  private boolean hasExited() throws InterruptedException {
    return process.waitFor(grace.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** A process that nobody knows may hold the other end of the pipe. */
  private void closeQuietly(InputStream stream) {
    try {
      stream.close();
    } catch (IOException broken) {
      LOG.debug("A pipe of {} broke when it was closed: {}", name, broken.getMessage());
    }
  }

  /** Receiver of calls from two threads, of which the first end counts. */
  private static final class OneAtATime implements Receiver {
    private final Receiver receiver;
    private boolean isOver;

    OneAtATime(Receiver receiver) {
      this.receiver = receiver;
    }

    @Override
    public synchronized void onText(byte[] text) {
      if (!isOver) {
        receiver.onText(text);
      }
    }

    @Override
    public synchronized void onClosed(int code, String reason) {
      if (!isOver) {
        isOver = true;
        receiver.onClosed(code, reason);
      }
    }
  }
}
