package bub.bus.server;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the bus shows of itself to new connections: read at the start, and again when the files
 * change. Connections that are open keep what they began with.
 */
final class ServerCertificates implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ServerCertificates.class);
  private static final int LOOK_MILLIS = 500;

  private final TlsFiles files;
  private final InstantSource clock;

  /**
   * Looks at the files, and does the arithmetic of handshakes: the event loop has no time for it.
   */
  private final ScheduledExecutorService aside =
      Executors.newSingleThreadScheduledExecutor(new DefaultThreadFactory("bub-tls", true));

  private volatile SslContext current;
  private FileStamps used;
  private FileStamps seen;
  private String problem = "";

  private ServerCertificates(TlsFiles files, InstantSource clock) throws TlsUnusable {
    this.files = files;
    this.clock = clock;
    // Before they are read: what changes meanwhile must be seen as a change.
    this.used = FileStamps.of(files);
    this.seen = used;
    this.current = TlsContexts.read(files, clock.instant());
  }

  @SuppressWarnings("FutureReturnValueIgnored") // runs until the end
  static ServerCertificates watch(TlsFiles files, InstantSource clock) throws TlsUnusable {
    var certificates = new ServerCertificates(files, clock);
    certificates.aside.scheduleWithFixedDelay(
        certificates::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    return certificates;
  }

  SslHandler newHandler(ByteBufAllocator allocator, Duration patience) {
    SslHandler handler = current.newHandler(allocator, aside);
    handler.setHandshakeTimeout(patience.toMillis(), TimeUnit.MILLISECONDS);
    return handler;
  }

  /** Nobody replaces two files at once: a change counts when it has stood still for one look. */
  private void look() {
    FileStamps now = FileStamps.of(files);
    boolean settled = now.equals(seen);
    seen = now;
    if (settled && !now.equals(used) && reload()) {
      // Only now: what could not be read, for want of file descriptors perhaps, is read again.
      used = now;
      problem = "";
    }
  }

  /** False when the new files cannot be used yet. */
  private boolean reload() {
    try {
      current = TlsContexts.read(files, clock.instant());
      LOG.info("new connections get the new certificate of {}", files.certificate());
      return true;
    } catch (TlsUnusable unusable) {
      complain(unusable.getMessage() + " (" + unusable.remedy() + ")");
    } catch (RuntimeException bug) {
      // It would end the watch for good, and nobody would learn it.
      complain(String.valueOf(bug));
    }
    return false;
  }

  /** Says each problem once, not at every look. */
  private void complain(String words) {
    if (!words.equals(problem)) {
      problem = words;
      LOG.error("the new certificate is not used, the one before stays: {}", words);
    }
  }

  @Override
  public void close() {
    aside.shutdownNow();
  }
}
