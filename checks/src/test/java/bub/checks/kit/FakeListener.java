package bub.checks.kit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * A program that listens at the usual address of a bus and records what it receives. It answers
 * upgrades itself, or forwards everything to a real bus.
 */
public final class FakeListener implements AutoCloseable {
  private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

  private final ServerSocket socket;
  private final @Nullable Integer busPort;
  private final Queue<Socket> open = new ConcurrentLinkedQueue<>();
  private final Queue<ByteArrayOutputStream> conversations = new ConcurrentLinkedQueue<>();

  private FakeListener(ServerSocket socket, @Nullable Integer busPort) {
    this.socket = socket;
    this.busPort = busPort;
  }

  /** Listens on this port; 0 picks one. */
  public static FakeListener on(int port) throws IOException {
    return new FakeListener(listen(port), null).start();
  }

  /** Passes everything on to the bus on this port, and its answers back. */
  public static FakeListener relayTo(int busPort) throws IOException {
    return new FakeListener(listen(0), busPort).start();
  }

  private static ServerSocket listen(int port) throws IOException {
    return new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
  }

  private FakeListener start() {
    Thread.startVirtualThread(
        () -> {
          try {
            while (true) {
              Socket caller = socket.accept();
              open.add(caller);
              Thread.startVirtualThread(() -> converse(caller));
            }
          } catch (IOException closed) {
            // The test is over.
          }
        });
    return this;
  }

  public int port() {
    return socket.getLocalPort();
  }

  /** Connections that have sent a whole request. */
  public long callers() {
    return conversations.stream().filter(said -> text(said).contains("\r\n\r\n")).count();
  }

  /** All that anybody said; frames of clients are unmasked. */
  public String heard() {
    var all = new StringBuilder();
    conversations.forEach(said -> all.append(text(said)).append('\n').append(unmasked(said)));
    return all.toString();
  }

  private static String text(ByteArrayOutputStream said) {
    return said.toString(ISO_8859_1);
  }

  /** Bytes after the request, unmasked from every place where a mask may begin. */
  private static String unmasked(ByteArrayOutputStream said) {
    byte[] bytes = said.toByteArray();
    int start = text(said).indexOf("\r\n\r\n") + 4;
    var all = new StringBuilder();
    for (int mask = start + 2; mask > 3 && mask <= start + 10 && mask + 4 < bytes.length; mask++) {
      var plain = new StringBuilder();
      for (int i = mask + 4; i < bytes.length; i++) {
        plain.append((char) ((bytes[i] ^ bytes[mask + (i - mask) % 4]) & 0xff));
      }
      all.append(plain).append('\n');
    }
    return all.toString();
  }

  private void converse(Socket caller) {
    var said = new ByteArrayOutputStream();
    conversations.add(said);
    try (caller) {
      if (busPort == null) {
        listen(caller, said);
      } else {
        relay(caller, said, busPort);
      }
    } catch (IOException gone) {
      // Whoever called has hung up.
    }
  }

  private static void listen(Socket caller, ByteArrayOutputStream said) throws IOException {
    boolean upgraded = false;
    for (int next = caller.getInputStream().read(); next >= 0; next = read(caller)) {
      said.write(next);
      if (!upgraded && text(said).endsWith("\r\n\r\n")) {
        upgraded = true;
        caller.getOutputStream().write(upgrade(text(said)).getBytes(ISO_8859_1));
        caller.getOutputStream().flush();
      }
    }
  }

  private static int read(Socket caller) throws IOException {
    return caller.getInputStream().read();
  }

  private static String upgrade(String request) {
    String key =
        request
            .lines()
            .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("sec-websocket-key:"))
            .map(line -> line.substring(line.indexOf(':') + 1).strip())
            .findFirst()
            .orElse("");
    return "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Accept: "
        + accept(key)
        + "\r\n\r\n";
  }

  private static String accept(String key) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-1").digest((key + GUID).getBytes(ISO_8859_1));
      return Base64.getEncoder().encodeToString(hash);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private void relay(Socket caller, ByteArrayOutputStream said, int port) throws IOException {
    try (var bus = new Socket(InetAddress.getLoopbackAddress(), port)) {
      open.add(bus);
      Thread.startVirtualThread(() -> pass(bus, caller, new ByteArrayOutputStream()));
      pass(caller, bus, said);
    }
  }

  private static void pass(Socket from, Socket to, ByteArrayOutputStream said) {
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[8_192];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        said.write(buffer, 0, count);
        out.write(buffer, 0, count);
        out.flush();
      }
    } catch (IOException gone) {
      // One side has hung up.
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
    for (Socket one : open) {
      one.close();
    }
  }
}
