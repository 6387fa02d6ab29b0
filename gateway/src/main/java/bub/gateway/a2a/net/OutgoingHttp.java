package bub.gateway.a2a.net;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * HTTP/1.1 client that connects to pinned addresses and follows no redirects. It exists because the
 * JDK's client resolves names by itself. Safe for any thread; calls block.
 */
public final class OutgoingHttp {
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final int LONGEST_LINE = 8_192;
  private static final int MOST_HEADERS = 100;
  private static final String CONNECTION = "Connection";

  private OutgoingHttp() {}

  /**
   * Sends one request; close the answer.
   *
   * @param longest time from the connection to the last byte of the answer
   */
  public static OutgoingResponse send(
      String method, PinnedUrl url, Map<String, String> headers, byte[] body, Duration longest)
      throws IOException {
    var socket = new Socket();
    SocketDeadline deadline = SocketDeadline.start(socket, longest);
    try {
      return exchange(
          socket, url, head(method, url, headers, body.length), body, longest, deadline);
    } catch (IOException | RuntimeException failed) {
      deadline.close();
      throw failed;
    }
  }

  /**
   * Sends one request whose answer is a stream; close the answer.
   *
   * @param idle longest time to the head of the answer, and then to each next byte
   */
  public static OutgoingResponse stream(
      String method, PinnedUrl url, Map<String, String> headers, byte[] body, Duration idle)
      throws IOException {
    var socket = new Socket();
    try (SocketDeadline deadline = SocketDeadline.start(socket, idle)) {
      return exchange(socket, url, head(method, url, headers, body.length), body, idle, deadline);
    }
  }

  /**
   * Sends one request on an open connection, whose answer is a stream; close the answer, which
   * closes the connection. The connection takes another request after the whole answer if the
   * headers say {@code Connection: keep-alive}.
   */
  public static OutgoingResponse stream(
      Socket connected,
      String method,
      PinnedUrl url,
      Map<String, String> headers,
      byte[] body,
      Duration idle)
      throws IOException {
    try (SocketDeadline deadline = SocketDeadline.start(connected, idle)) {
      byte[] head = head(method, url, headers, body.length);
      return exchange(connected, head, body, idle, deadline);
    }
  }

  private static OutgoingResponse exchange(
      Socket plain, PinnedUrl url, byte[] head, byte[] body, Duration idle, SocketDeadline deadline)
      throws IOException {
    try {
      return exchange(connect(plain, url), head, body, idle, deadline);
    } catch (IOException failed) {
      plain.close();
      throw deadline.explain(failed);
    } catch (RuntimeException failed) {
      plain.close();
      throw failed;
    }
  }

  private static OutgoingResponse exchange(
      Socket socket, byte[] head, byte[] body, Duration idle, SocketDeadline deadline)
      throws IOException {
    try {
      socket.setSoTimeout((int) idle.toMillis());
      OutputStream out = socket.getOutputStream();
      out.write(head);
      out.write(body);
      out.flush();
      return read(socket, deadline);
    } catch (IOException failed) {
      socket.close();
      throw deadline.explain(failed);
    } catch (RuntimeException failed) {
      socket.close();
      throw failed;
    }
  }

  private static Socket connect(Socket plain, PinnedUrl url) throws IOException {
    plain.connect(new InetSocketAddress(url.address(), url.port()), (int) CONNECT.toMillis());
    if (!url.isSecure()) {
      return plain;
    }
    plain.setSoTimeout((int) CONNECT.toMillis());
    var factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
    var secure = (SSLSocket) factory.createSocket(plain, url.uri().getHost(), url.port(), true);
    SSLParameters parameters = secure.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    secure.setSSLParameters(parameters);
    secure.startHandshake();
    return secure;
  }

  private static byte[] head(
      String method, PinnedUrl url, Map<String, String> headers, int length) {
    var head = new StringBuilder();
    head.append(method).append(' ').append(url.target()).append(" HTTP/1.1\r\n");
    line(head, "Host", url.authority());
    headers.forEach((name, value) -> line(head, name, value));
    if (length > 0 || !method.equals("GET")) {
      line(head, "Content-Length", String.valueOf(length));
    }
    if (!headers.containsKey(CONNECTION)) {
      line(head, CONNECTION, "close");
    }
    return head.append("\r\n").toString().getBytes(ISO_8859_1);
  }

  private static void line(StringBuilder head, String name, String value) {
    if ((name + value).chars().anyMatch(c -> c < ' ' || c == 127)) {
      throw new IllegalArgumentException("a header must not have control characters");
    }
    head.append(name).append(": ").append(value).append("\r\n");
  }

  private static OutgoingResponse read(Socket socket, SocketDeadline deadline) throws IOException {
    InputStream in = new BufferedInputStream(socket.getInputStream());
    String[] status = line(in).split(" ", 3);
    if (status.length < 2
        || !status[0].startsWith("HTTP/1.")
        || !status[1].matches("[1-5]\\d\\d")) {
      throw new IOException("the server does not speak HTTP/1.1");
    }
    var headers = new TreeMap<String, String>();
    int lines = 0;
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      if (++lines > MOST_HEADERS) {
        throw new IOException("the answer has more than " + MOST_HEADERS + " headers");
      }
      int colon = line.indexOf(':');
      if (colon > 0) {
        headers.put(
            line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
      }
    }
    return new OutgoingResponse(
        Integer.parseInt(status[1]), headers, ResponseBody.of(in, headers), socket, deadline);
  }

  static String line(InputStream in) throws IOException {
    var line = new ByteArrayOutputStream();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("the answer ended early");
      }
      if (line.size() == LONGEST_LINE) {
        throw new IOException("the answer has a line of more than " + LONGEST_LINE + " bytes");
      }
      if (c != '\r') {
        line.write(c);
      }
    }
    return line.toString(ISO_8859_1);
  }
}
