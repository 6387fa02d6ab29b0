package bub.bus.server;

import bub.jsonrpc.Link;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelOutboundBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One WebSocket connection as the hub sees it. Event loop only. */
final class WebSocketLink implements Link {
  private static final byte[] NOTHING = {};
  private static final long PATIENCE_SECONDS = 5;

  private final Channel channel;
  private final Flusher flusher;
  private final ServerSettings settings;
  private @Nullable Receiver receiver;
  private boolean dirty;
  private boolean closing;
  private long waiting;

  WebSocketLink(Channel channel, Flusher flusher, ServerSettings settings) {
    this.channel = channel;
    this.flusher = flusher;
    this.settings = settings;
  }

  @Override
  public void open(Receiver receiver) {
    this.receiver = receiver;
  }

  /** Hands a text to the owner, unless the conversation is over. */
  void received(byte[] text) {
    if (receiver != null && !closing) {
      receiver.onText(text);
    }
  }

  @Override
  public boolean send(byte[] buffer, int offset, int length) {
    return write(Frames.TEXT, buffer, offset, length);
  }

  boolean write(int opcode, byte[] body, int offset, int length) {
    if (closing || !channel.isActive()) {
      return false;
    }
    channel.write(
        Frames.frame(channel.alloc(), opcode, body, offset, length), channel.voidPromise());
    if (!dirty) {
      dirty = true;
      flusher.add(this);
    }
    if (pendingBytes() > 2 * settings.maxBacklogPerPeer()) {
      // Answers may pass the first limit, but a peer that never reads must not cost memory for ever.
      abort("does not read what it is sent");
    }
    return true;
  }

  void ping() {
    write(Frames.PING, NOTHING, 0, 0);
  }

  void flush() {
    dirty = false;
    channel.flush();
    refreshWaiting();
  }

  /** Tells the flusher what still waits for the socket; true when that has become less. */
  boolean refreshWaiting() {
    long now = pendingBytes();
    long before = waiting;
    flusher.waitingChanged(now - before);
    waiting = now;
    return now < before;
  }

  private long pendingBytes() {
    ChannelOutboundBuffer outbound = channel.unsafe().outboundBuffer();
    return outbound == null ? 0 : outbound.totalPendingWriteBytes();
  }

  @Override
  public boolean isCongested() {
    return pendingBytes() > settings.maxBacklogPerPeer()
        || flusher.waitingInAll() > settings.maxBacklogInAll();
  }

  @Override
  public void close(int code, String reason) {
    if (!closing && channel.isActive()) {
      closing = true;
      channel.writeAndFlush(Frames.close(channel.alloc(), code, reason));
      // The other side answers with its own close; one that does not is not waited for long.
      channel.eventLoop().schedule(() -> channel.close(), PATIENCE_SECONDS, TimeUnit.SECONDS);
      tellOwnerLater(reason);
    }
  }

  /** Sends the last frame and ends the connection, without waiting for the other side. */
  void closeAtOnce(int code, String reason) {
    closing = true;
    channel
        .writeAndFlush(Frames.close(channel.alloc(), code, reason))
        .addListener(ChannelFutureListener.CLOSE);
    tellOwnerLater(reason);
  }

  /** Ends a connection that nothing can be sent on any more. */
  private void abort(String reason) {
    closing = true;
    channel.close();
    tellOwnerLater(reason);
  }

  /** Not now: the owner may be in the middle of a call to us. */
  private void tellOwnerLater(String reason) {
    channel.eventLoop().execute(() -> closed(reason));
  }

  /** The connection is over; the owner learns it once. */
  void closed(String reason) {
    Receiver owner = receiver;
    receiver = null;
    flusher.waitingChanged(-waiting);
    waiting = 0;
    if (owner != null) {
      owner.onClosed(reason);
    }
  }

  boolean isClosing() {
    return closing;
  }
}
