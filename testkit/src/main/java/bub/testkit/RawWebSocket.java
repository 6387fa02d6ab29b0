package bub.testkit;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;

/**
 * A WebSocket client over a plain socket that does exactly what a test says, and so can do
 * everything wrong. It answers nothing by itself, except pings while it waits for a text.
 */
public final class RawWebSocket implements AutoCloseable {
  private final RawSocket socket;

  private RawWebSocket(RawSocket socket) {
    this.socket = socket;
  }

  /** Connects to {@code /} of a server on this machine. */
  public static RawWebSocket connect(int port) throws IOException {
    return upgrade(RawSocket.to(port), "/");
  }

  public static RawWebSocket connect(int port, String path) throws IOException {
    return upgrade(RawSocket.to(port), path);
  }

  /** Does the opening handshake; an answer other than 101 is a failure. */
  public static RawWebSocket upgrade(RawSocket socket, String path, String... headers)
      throws IOException {
    socket.send(request(path, headers));
    String head = socket.readHead();
    if (!head.startsWith("HTTP/1.1 101 ")) {
      socket.close();
      throw new IOException("no WebSocket: " + head);
    }
    return new RawWebSocket(socket);
  }

  /** An upgrade request, with more header lines if wanted. */
  public static String request(String path, String... headers) {
    var text = new StringBuilder("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n");
    text.append("Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n");
    text.append("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n");
    for (String header : headers) {
      text.append(header).append("\r\n");
    }
    return text.append("\r\n").toString();
  }

  /** How long a read waits before it fails with a {@link java.net.SocketTimeoutException}. */
  public RawWebSocket waiting(Duration atMost) throws SocketException {
    socket.waiting(atMost);
    return this;
  }

  // ---- talk

  public void send(RawFrame frame) throws IOException {
    socket.send(frame.bytes());
  }

  /** All frames in one write, so that they travel together. */
  public void send(Iterable<RawFrame> frames) throws IOException {
    var together = new ByteArrayOutputStream();
    frames.forEach(frame -> together.writeBytes(frame.bytes()));
    socket.send(together.toByteArray());
  }

  public void sendText(String text) throws IOException {
    send(RawFrame.text(text));
  }

  /** Bytes as they are, which may be half a frame or none at all. */
  public void sendBytes(byte[] bytes) throws IOException {
    socket.send(bytes);
  }

  public void sendBytes(byte[] bytes, int offset, int length) throws IOException {
    socket.send(bytes, offset, length);
  }

  // ---- listen

  /** The next frame; {@link EOFException} when the server has closed. */
  public ReceivedFrame receive() throws IOException {
    int first = socket.read();
    int second = socket.read();
    if ((first & 0xF0) != 0x80 || (second & 0x80) != 0) {
      throw new AssertionError("a server sends whole, unmasked frames without reserved bits");
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

  /** The next text; pings on the way are answered. */
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
                "a text was expected, not opcode " + frame.opcode() + " " + frame.text());
      }
    }
  }

  /** Sends a text and returns the next one that comes. */
  public String call(String json) throws IOException {
    sendText(json);
    return receiveText();
  }

  /** Reads on until the close frame, whatever comes before it. */
  public ReceivedFrame receiveClose() throws IOException {
    ReceivedFrame frame = receive();
    while (!frame.isClose()) {
      frame = receive();
    }
    return frame;
  }

  /** Reads on until the server has ended the connection, by farewell or by reset. */
  public void awaitEnd() throws IOException {
    socket.readToEnd();
  }

  // ---- leave

  /** Vanishes with a reset, without a close frame. */
  public void reset() throws IOException {
    socket.reset();
  }

  /** Says that nothing more is coming, without a close frame, and can still read. */
  public void finishSending() throws IOException {
    socket.finishSending();
  }

  /** Closes the socket, without a close frame. */
  @Override
  public void close() throws IOException {
    socket.close();
  }
}
