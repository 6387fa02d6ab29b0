package bub.checks.cluster;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** Resources that end together, newest first. */
final class ResourceStack implements AutoCloseable {
  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  <T extends AutoCloseable> T keep(T thing) {
    open.push(thing);
    return thing;
  }

  @Override
  public void close() throws IOException {
    IOException failed = null;
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (InterruptedException hurried) {
        Thread.currentThread().interrupt();
      } catch (Exception problem) {
        failed = new IOException("a resource did not close", problem);
      }
    }
    if (failed != null) {
      throw failed;
    }
  }
}
