package bub.testkit;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;

/** A WebSocket client that does only what a test says, but answers pings while it awaits a text. */
public final class RawWebSocket implements AutoCloseable {
  private final RawSocket socket;

  private RawWebSocket(RawSocket socket) {
    this.socket = socket;
  }

  public static RawWebSocket connect(int port) throws IOException {
    return upgrade(RawSocket.to(port), "/");
  }

  public static RawWebSocket connect(int port, String path) throws IOException {
    return upgrade(RawSocket.to(port), path);
  }

  public static RawWebSocket upgrade(RawSocket socket, String path, String... headers)
      throws IOException {
    socket.send(request(path, headers));
    String head = socket.readHead();
    if (!head.startsWith("HTTP/1.1 101 ")) {
      socket.close();
      throw new IOException("the server did not open a WebSocket: " + head);
    }
    return new RawWebSocket(socket);
  }

  public static String request(String path, String... headers) {
    var text = new StringBuilder("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n");
    text.append("Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n");
    text.append("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n");
    for (String header : headers) {
      text.append(header).append("\r\n");
    }
    return text.append("\r\n").toString();
  }

  public RawWebSocket waiting(Duration atMost) throws SocketException {
    socket.waiting(atMost);
    return this;
  }

  // ---- Sending

  public void send(RawFrame frame) throws IOException {
    socket.send(frame.bytes());
  }

  /** Sends all frames in one write, so that they arrive together. */
  public void send(Iterable<RawFrame> frames) throws IOException {
    var together = new ByteArrayOutputStream();
    frames.forEach(frame -> together.writeBytes(frame.bytes()));
    socket.send(together.toByteArray());
  }

  public void sendText(String text) throws IOException {
    send(RawFrame.text(text));
  }

  public void sendBytes(byte[] bytes) throws IOException {
    socket.send(bytes);
  }

  public void sendBytes(byte[] bytes, int offset, int length) throws IOException {
    socket.send(bytes, offset, length);
  }

  // ---- Receiving

  /** Returns the next frame; throws {@link EOFException} when the server has closed. */
  public ReceivedFrame receive() throws IOException {
    int first = socket.read();
    int second = socket.read();
    if ((first & 0xF0) != 0x80 || (second & 0x80) != 0) {
      throw new AssertionError("the server must send whole, unmasked frames without reserved bits");
    }
    long length =
        switch (second) {
          case 126 -> number(2);
          case 127 -> number(8);
          default -> second;
        };
    return new ReceivedFrame(first & 0x0F, socket.read(Math.toIntExact(length)));
  }

  private long number(int bytes) throws IOException {
    long number = 0;
    for (int i = 0; i < bytes; i++) {
      number = number * 256 + socket.read();
    }
    return number;
  }

  public String receiveText() throws IOException {
    while (true) {
      ReceivedFrame frame = receive();
      switch (frame.opcode()) {
        case RawFrame.TEXT -> {
          return frame.text();
        }
        case RawFrame.PING -> send(RawFrame.pong(frame.body()));
        case RawFrame.PONG -> {}
        default ->
            throw new AssertionError(
                "expected a text frame, got opcode " + frame.opcode() + " " + frame.text());
      }
    }
  }

  public String call(String json) throws IOException {
    sendText(json);
    return receiveText();
  }

  public ReceivedFrame receiveClose() throws IOException {
    ReceivedFrame frame = receive();
    while (!frame.isClose()) {
      frame = receive();
    }
    return frame;
  }

  public void awaitEnd() throws IOException {
    socket.readToEnd();
  }

  // ---- Closing

  public void reset() throws IOException {
    socket.reset();
  }

  public void finishSending() throws IOException {
    socket.finishSending();
  }

  /** Closes the socket, without a close frame. */
  @Override
  public void close() throws IOException {
    socket.close();
  }
}
