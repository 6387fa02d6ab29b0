package bub.gateway.a2a.remote;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Network path to a server, at an address that stays while the server goes away and comes back at
 * another port.
 */
final class BreakableProxy implements AutoCloseable {
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final int port;
  private volatile ServerSocket listening;
  private volatile int target;
  final AtomicInteger refused = new AtomicInteger();

  BreakableProxy() throws IOException {
    listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    port = listening.getLocalPort();
    accept(listening, true);
  }

  String host() {
    return "127.0.0.1:" + port;
  }

  String url(String path) {
    return "http://" + host() + path;
  }

  private void accept(ServerSocket at, boolean isUnavailable) {
    Thread.ofVirtual()
        .start(
            () -> {
              while (!at.isClosed()) {
                try {
                  Socket client = at.accept();
                  open.add(client);
                  Thread.ofVirtual().start(() -> serve(client, isUnavailable));
                } catch (IOException closed) {
                  return;
                }
              }
            });
  }

  private void serve(Socket client, boolean isUnavailable) {
    try (client) {
      if (isUnavailable) {
        refuse(client);
        return;
      }
      try (Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
        open.add(server);
        Thread back = Thread.ofVirtual().start(() -> copy(server, client));
        copy(client, server);
        back.join();
      }
    } catch (IOException | InterruptedException gone) {
      // Both sides are closed.
    }
  }

  private void refuse(Socket client) throws IOException {
    refused.incrementAndGet();
    InputStream in = client.getInputStream();
    int seen = 0;
    while (seen != 0x0d0a0d0a) {
      int c = in.read();
      if (c < 0) {
        return;
      }
      seen = seen << 8 | c;
    }
    String answer = "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 4\r\n\r\nAway";
    client.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
    client.shutdownOutput();
    in.skip(1 << 20);
  }

  private static void copy(Socket from, Socket to) {
    try {
      OutputStream out = to.getOutputStream();
      from.getInputStream().transferTo(out);
      to.shutdownOutput();
    } catch (IOException gone) {
      // The other direction ends, too.
    }
  }

  /** Cuts all connections and refuses new ones. */
  void cut() throws IOException {
    listening.close();
    for (Socket each : open) {
      each.close();
    }
    open.clear();
  }

  /** Answers as a proxy does whose server is away. */
  void answerUnavailable() throws IOException {
    cut();
    listen(true);
  }

  /** Leads to the server again, which may be at another port. */
  void lead(int newTarget) throws IOException {
    cut();
    target = newTarget;
    listen(false);
  }

  /** The port is free again only when the thread that accepted there has noticed its end. */
  private void listen(boolean isUnavailable) {
    listening =
        await().ignoreExceptionsInstanceOf(BindException.class).until(this::bind, Objects::nonNull);
    accept(listening, isUnavailable);
  }

  private ServerSocket bind() throws IOException {
    var next = new ServerSocket();
    try {
      next.setReuseAddress(true);
      next.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return next;
    } catch (IOException inUse) {
      next.close();
      throw inUse;
    }
  }

  @Override
  public void close() throws IOException {
    cut();
  }
}
