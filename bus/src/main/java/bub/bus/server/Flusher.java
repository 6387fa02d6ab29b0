package bub.bus.server;

import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;

/**
 * Flushes every connection that was written to once, at the end of the loop's turn: many frames to
 * one socket become one system call. Also keeps count of what waits in all. Event loop only.
 */
final class Flusher implements Runnable {
  private final EventLoop loop;
  private List<WebSocketLink> dirty = new ArrayList<>();
  private List<WebSocketLink> flushing = new ArrayList<>();
  private boolean scheduled;
  private long waitingInAll;

  Flusher(EventLoop loop) {
    this.loop = loop;
  }

  void add(WebSocketLink link) {
    dirty.add(link);
    if (!scheduled) {
      scheduled = true;
      loop.execute(this);
    }
  }

  @Override
  public void run() {
    scheduled = false;
    List<WebSocketLink> batch = dirty;
    dirty = flushing;
    flushing = batch;
    for (int i = 0; i < batch.size(); i++) {
      batch.get(i).flush();
    }
    batch.clear();
  }

  void waitingChanged(long difference) {
    waitingInAll += difference;
  }

  long waitingInAll() {
    return waitingInAll;
  }
}
