package bub.gateway.mcpclient.transport;

import bub.client.TimeSource;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Bodies of answers that are being read; closes those that stay silent. Safe for any thread. */
final class OpenStreams implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OpenStreams.class);
  private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);

  private final TimeSource time;
  private final Duration silence;
  private final Set<Watched> watched = ConcurrentHashMap.newKeySet();
  private final Set<InputStream> kept = ConcurrentHashMap.newKeySet();
  private final Thread watcher = Thread.ofVirtual().name("mcp-streams").unstarted(this::look);

  OpenStreams(TimeSource time, Duration silence) {
    this.time = time;
    this.silence = silence;
  }

  void start() {
    watcher.start();
  }

  /** Body that breaks when nothing comes for a while; the caller closes it. */
  InputStream watched(InputStream body) {
    var one = new Watched(body);
    watched.add(one);
    return one;
  }

  /** Body that may stay silent. */
  void keep(InputStream body) {
    kept.clear();
    kept.add(body);
  }

  /** Returns at most {@code longest + 1} bytes. */
  byte[] readAll(InputStream body, int longest) throws IOException {
    try (InputStream one = watched(body)) {
      return one.readNBytes(longest + 1);
    }
  }

  private void look() {
    try {
      while (true) {
        time.sleep(POLL_INTERVAL);
        Instant latest = time.now().minus(silence);
        watched.stream().filter(one -> one.heard.isBefore(latest)).forEach(OpenStreams::end);
      }
    } catch (InterruptedException closing) {
      // Nothing is open any more.
    }
  }

  private static void end(InputStream body) {
    try {
      body.close();
    } catch (IOException broken) {
      LOG.debug("A stream broke when it was closed: {}", broken.getMessage());
    }
  }

  @Override
  public void close() {
    watcher.interrupt();
    watched.forEach(OpenStreams::end);
    kept.forEach(OpenStreams::end);
  }

  /** Stream that remembers when it heard something. */
  private final class Watched extends FilterInputStream {
    private volatile Instant heard = time.now();

    Watched(InputStream body) {
      super(body);
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int count = super.read(buffer, offset, length);
      heard = time.now();
      return count;
    }

    @Override
    public void close() throws IOException {
      watched.remove(this);
      super.close();
    }
  }
}
