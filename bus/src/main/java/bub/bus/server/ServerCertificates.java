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

/** TLS certificates of the bus, read again on change; open connections keep the old one. */
final class ServerCertificates implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ServerCertificates.class);
  private static final int LOOK_MILLIS = 500;

  private final TlsFiles files;
  private final InstantSource clock;

  /** Thread that checks the files and computes handshakes, which would block the event loop. */
  private final ScheduledExecutorService aside =
      Executors.newSingleThreadScheduledExecutor(new DefaultThreadFactory("bub-tls", true));

  private volatile SslContext current;
  private FileStamps used;
  private FileStamps seen;
  private String problem = "";

  private ServerCertificates(TlsFiles files, InstantSource clock) throws TlsUnusable {
    this.files = files;
    this.clock = clock;
    // Before reading: a change during the read must be seen as a change.
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

  SslHandler newHandler(ByteBufAllocator allocator, Duration timeout) {
    SslHandler handler = current.newHandler(allocator, aside);
    handler.setHandshakeTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
    return handler;
  }

  /** Waits for one check without a change, because two files cannot be replaced at once. */
  private void look() {
    FileStamps now = FileStamps.of(files);
    boolean settled = now.equals(seen);
    seen = now;
    if (settled && !now.equals(used) && reload()) {
      // Set this only now, so that unreadable files are read again.
      used = now;
      problem = "";
    }
  }

  private boolean reload() {
    try {
      current = TlsContexts.read(files, clock.instant());
      LOG.info("New connections use the new certificate in {}", files.certificate());
      return true;
    } catch (TlsUnusable unusable) {
      complain(unusable.getMessage() + " " + unusable.remedy());
    } catch (RuntimeException bug) {
      // An exception would silently end the periodic check.
      complain(String.valueOf(bug));
    }
    return false;
  }

  private void complain(String words) {
    if (!words.equals(problem)) {
      problem = words;
      LOG.error("Cannot use the new certificate, keeping the old one. {}", words);
    }
  }

  @Override
  public void close() {
    aside.shutdownNow();
  }
}
