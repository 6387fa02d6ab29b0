package bub.bus.server;

import bub.bus.memory.MemoryAccount;
import bub.bus.memory.MemoryBudget;
import bub.bus.memory.MemoryKind;
import bub.protocol.CloseCodes;
import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Socket with its memory account, from accept to close. Event loop only. */
final class AcceptedConnection implements MemoryAccount.Holder {
  private static final int PLAIN_BYTES = 6 * 1024;
  private static final int TLS_BYTES = 32 * 1024;

  /** Memory of the headers and their buffers, until the upgrade. */
  private static final int HTTP_BYTES = 8 * 1024;

  private final Channel channel;
  private final String remoteAddress;
  private final MemoryAccount account;
  private final int ownBytes;
  private @Nullable ServerLink link;

  AcceptedConnection(Channel channel, MemoryBudget memory, boolean tls) {
    this.channel = channel;
    this.remoteAddress =
        channel.remoteAddress() instanceof InetSocketAddress address
            ? address.getAddress().getHostAddress()
            : "unknown";
    this.account = memory.open(remoteAddress, this);
    this.ownBytes = tls ? TLS_BYTES : PLAIN_BYTES;
    account.charge(MemoryKind.CONNECTIONS, ownBytes);
    account.charge(MemoryKind.FRAMES, HTTP_BYTES);
  }

  String remoteAddress() {
    return remoteAddress;
  }

  MemoryAccount account() {
    return account;
  }

  /** Marks the connection as a WebSocket, which receives a reason when it is closed. */
  void upgraded(ServerLink link) {
    releaseHttp();
    this.link = link;
  }

  private void releaseHttp() {
    if (link == null) {
      account.release(MemoryKind.FRAMES, HTTP_BYTES);
    }
  }

  void closed() {
    if (!account.isClosed()) {
      releaseHttp();
      account.release(MemoryKind.CONNECTIONS, ownBytes);
      account.close();
    }
  }

  @Override
  public void evict(String reason) {
    if (link == null) {
      SocketCloser.now(channel);
    } else {
      link.cutOff(CloseCodes.TRY_AGAIN_LATER, reason);
    }
  }
}
