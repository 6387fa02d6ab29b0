package bub.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Server that speaks enough of the NATS protocol for a connection and claims any version. */
public final class FakeNatsServer implements AutoCloseable {
  private final ServerSocket listener = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final boolean jetStream;
  private volatile String version;

  public FakeNatsServer(String version, boolean jetStream) throws IOException {
    this.version = version;
    this.jetStream = jetStream;
    Thread.ofVirtual().start(this::accept);
  }

  public String url() {
    return "nats://127.0.0.1:" + listener.getLocalPort();
  }

  /** Acts like a restart with another version. */
  public void become(String newVersion) throws IOException {
    version = newVersion;
    closeConnections();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        open.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      }
    } catch (IOException closed) {
      // The test has ended.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      send(
          socket,
          "INFO {\"server_id\":\"FAKE\",\"server_name\":\"fake\",\"version\":\"%s\",\"proto\":1,\"headers\":true,\"max_payload\":1048576,\"jetstream\":%s}"
              .formatted(version, jetStream));
      var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.equals("PING")) {
          send(socket, "PONG");
        }
      }
    } catch (IOException closed) {
      // The client has left.
    }
  }

  private static void send(Socket socket, String line) throws IOException {
    socket.getOutputStream().write((line + "\r\n").getBytes(US_ASCII));
  }

  private void closeConnections() throws IOException {
    for (Socket socket : open) {
      socket.close();
    }
    open.clear();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    closeConnections();
  }
}
