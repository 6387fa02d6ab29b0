package bub.gateway.mcpclient.transport;

import bub.jsonrpc.Link;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Transport that ends when its server sends too many messages per second, or too many texts that
 * are not JSON. Some servers print a few lines of log where JSON belongs; these are ignored.
 */
public final class FloodGuard implements McpTransport {
  static final int MAX_PER_SECOND = 1_000;
  static final int MAX_ODD = 100;
  private static final long SECOND = 1_000_000_000L;

  private final McpTransport link;
  private final LongSupplier nanoTime;

  public FloodGuard(McpTransport link, LongSupplier nanoTime) {
    this.link = link;
    this.nanoTime = nanoTime;
  }

  @Override
  public void open(Receiver receiver) {
    link.open(new Guarded(receiver));
  }

  @Override
  public void agreed(String revision) {
    link.agreed(revision);
  }

  @Override
  public void awaitEnd(Duration atMost) throws InterruptedException {
    link.awaitEnd(atMost);
  }

  @Override
  public boolean send(byte[] buffer, int offset, int length) {
    return link.send(buffer, offset, length);
  }

  @Override
  public boolean isCongested() {
    return link.isCongested();
  }

  @Override
  public void close(int code, String reason) {
    link.close(code, reason);
  }

  /** Called by one thread at a time, as every receiver. */
  private final class Guarded implements Link.Receiver {
    private final Receiver receiver;
    private long since = nanoTime.getAsLong();
    private int received;
    private int odd;
    private boolean isOver;

    Guarded(Receiver receiver) {
      this.receiver = receiver;
    }

    @Override
    public void onText(byte[] text) {
      long now = nanoTime.getAsLong();
      if (now - since > SECOND) {
        since = now;
        received = 0;
      }
      if (++received > MAX_PER_SECOND) {
        end("it sends more than " + MAX_PER_SECOND + " messages per second");
      } else if (!looksLikeJson(text)) {
        if (++odd > MAX_ODD) {
          end("it sends text that is not JSON-RPC");
        }
      } else if (!isOver) {
        receiver.onText(text);
      }
    }

    private void end(String reason) {
      if (!isOver) {
        isOver = true;
        close(NO_CODE, reason);
      }
    }

    @Override
    public void onClosed(int code, String reason) {
      receiver.onClosed(code, reason);
    }
  }

  private static boolean looksLikeJson(byte[] text) {
    for (byte one : text) {
      if (one != ' ' && one != '\t') {
        return one == '{' || one == '[';
      }
    }
    return false;
  }
}
