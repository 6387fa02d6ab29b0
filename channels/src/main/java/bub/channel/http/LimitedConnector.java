package bub.channel.http;

import bub.channel.http.ConnectionGuard.Stage;
import bub.channel.http.ConnectionGuard.Tracked;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** A Jetty connector that reports every step of its connections to a {@link ConnectionGuard}. */
public final class LimitedConnector extends ServerConnector {
  private static final long SWEEP_SECONDS = 1;

  private final ConnectionGuard guard;
  private final Map<Object, Tracked> byChannel = new ConcurrentHashMap<>();
  private final Map<Object, EndPoint> endPoints = new ConcurrentHashMap<>();

  private LimitedConnector(Server server, HttpConfiguration http, ConnectionGuard guard) {
    super(server, 1, 1, new HttpConnectionFactory(http));
    this.guard = guard;
  }

  public static LimitedConnector create(
      Server server, HttpConfiguration http, InetSocketAddress listen, HttpLimits limits) {
    var connector =
        new LimitedConnector(server, http, new ConnectionGuard(limits, System::nanoTime));
    http.addCustomizer(connector::track);
    connector.setHost(listen.getHostString());
    connector.setPort(listen.getPort());
    connector.addBean(connector.new Watch());
    return connector;
  }

  @Override
  protected void doStart() throws Exception {
    super.doStart();
    sweepLater();
  }

  private void sweepLater() {
    getScheduler()
        .schedule(
            () -> {
              guard.closeOverdue();
              if (isRunning()) {
                sweepLater();
              }
            },
            SWEEP_SECONDS,
            TimeUnit.SECONDS);
  }

  public int connections() {
    return guard.size();
  }

  private void close(SocketChannel channel) {
    EndPoint endPoint = endPoints.get(channel);
    if (endPoint != null) {
      endPoint.close(new TimeoutException("the client took too long"));
      return;
    }
    try {
      channel.close();
    } catch (IOException gone) {
      LOG.debug("The connection was already closed", gone);
    }
  }

  private Request track(Request request, HttpFields.Mutable ignoredHeaders) {
    Object channel = request.getConnectionMetaData().getConnection().getEndPoint().getTransport();
    Tracked tracked = byChannel.get(channel);
    if (tracked != null) {
      tracked.enter(request.getLength() == 0 ? Stage.WORK : Stage.BODY);
      request.addHttpStreamWrapper(stream -> new TrackedStream(stream, tracked));
    }
    return request;
  }

  /** Tracks each connection from the moment it holds a file descriptor. */
  private final class Watch implements SelectorManager.AcceptListener, Connection.Listener {
    @Override
    public void onAccepting(SelectableChannel channel) {
      if (channel instanceof SocketChannel socket) {
        var address = (InetSocketAddress) socket.socket().getRemoteSocketAddress();
        Tracked tracked =
            guard.open(address == null ? null : address.getAddress(), () -> close(socket));
        byChannel.put(channel, tracked);
      }
    }

    @Override
    public void onAcceptFailed(SelectableChannel channel, @Nullable Throwable failure) {
      onClosed(channel);
    }

    @Override
    public void onClosed(SelectableChannel channel) {
      endPoints.remove(channel);
      Tracked tracked = byChannel.remove(channel);
      if (tracked != null) {
        tracked.closed();
      }
    }

    @Override
    public void onOpened(Connection connection) {
      EndPoint endPoint = connection.getEndPoint();
      Object channel = endPoint.getTransport();
      endPoints.put(channel, endPoint);
      if (!byChannel.containsKey(channel)) {
        endPoints.remove(channel);
      }
    }
  }

  private static final class TrackedStream extends HttpStream.Wrapper {
    private final Tracked tracked;

    TrackedStream(HttpStream stream, Tracked tracked) {
      super(stream);
      this.tracked = tracked;
    }

    @Override
    public Content.@Nullable Chunk read() {
      Content.Chunk chunk = super.read();
      if (chunk != null && chunk.isLast()) {
        tracked.move(Stage.BODY, Stage.WORK);
      }
      return chunk;
    }

    @Override
    public void send(
        MetaData.Request request,
        MetaData.Response response,
        boolean last,
        ByteBuffer content,
        Callback callback) {
      tracked.enter(Stage.WRITE);
      super.send(
          request,
          response,
          last,
          content,
          Callback.from(() -> tracked.move(Stage.WRITE, Stage.WORK), callback));
    }

    @Override
    public void succeeded() {
      tracked.enter(Stage.NEXT_REQUEST);
      super.succeeded();
    }

    @Override
    public void failed(Throwable failure) {
      tracked.enter(Stage.NEXT_REQUEST);
      super.failed(failure);
    }
  }
}
