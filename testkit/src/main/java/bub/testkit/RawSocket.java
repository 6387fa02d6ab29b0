package bub.testkit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import javax.net.ssl.SSLSocketFactory;

/** A TCP connection to a port of this machine that misbehaves on demand. */
public final class RawSocket implements AutoCloseable {
  private static final int DEFAULT_TIMEOUT_MILLIS = 30_000;

  private final Socket socket;
  private final InputStream in;

  private RawSocket(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  public static RawSocket to(int port) throws IOException {
    return open(port, new Socket());
  }

  /** Opens a connection whose small window soon blocks the other side. */
  public static RawSocket withSmallWindow(int port) throws IOException {
    var socket = new Socket();
    socket.setReceiveBufferSize(4 * 1024);
    return open(port, socket);
  }

  public static RawSocket secureWithSmallWindow(int port, SSLSocketFactory tls) throws IOException {
    RawSocket plain = withSmallWindow(port);
    return new RawSocket(tls.createSocket(plain.socket, "localhost", port, true));
  }

  private static RawSocket open(int port, Socket socket) throws IOException {
    try {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(DEFAULT_TIMEOUT_MILLIS);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return new RawSocket(socket);
    } catch (IOException failed) {
      socket.close();
      throw failed;
    }
  }

  /** Sets the time after which a read fails with a {@link java.net.SocketTimeoutException}. */
  public RawSocket waiting(Duration atMost) throws SocketException {
    socket.setSoTimeout(Math.toIntExact(atMost.toMillis()));
    return this;
  }

  public void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  public void send(byte[] bytes, int offset, int length) throws IOException {
    socket.getOutputStream().write(bytes, offset, length);
  }

  public void send(String text) throws IOException {
    send(text.getBytes(ISO_8859_1));
  }

  public int read() throws IOException {
    int read = in.read();
    if (read < 0) {
      throw new EOFException("the other side has closed");
    }
    return read;
  }

  public byte[] read(int count) throws IOException {
    byte[] bytes = in.readNBytes(count);
    if (bytes.length < count) {
      throw new EOFException("the other side closed after " + bytes.length + " of " + count);
    }
    return bytes;
  }

  public String readHead() throws IOException {
    var head = new StringBuilder();
    while (head.length() < 4 || head.indexOf("\r\n\r\n", head.length() - 4) < 0) {
      head.append((char) read());
    }
    return head.toString();
  }

  public byte[] readToEnd() throws IOException {
    var all = new ByteArrayOutputStream();
    try {
      in.transferTo(all);
    } catch (SocketException reset) {
      // A reset ends the input too; the bytes before it still count.
    }
    return all.toByteArray();
  }

  public void finishSending() throws IOException {
    socket.shutdownOutput();
  }

  public void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
