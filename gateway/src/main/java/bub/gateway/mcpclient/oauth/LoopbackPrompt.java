package bub.gateway.mcpclient.oauth;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URLDecoder;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Prompt whose browser returns to a port of this machine, which takes one answer. */
public final class LoopbackPrompt implements AuthorizationPrompt, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LoopbackPrompt.class);
  private static final String PATH = "/callback";
  private static final int LONGEST_LINE = 16 * 1024;
  private static final Duration READ = Duration.ofSeconds(5);

  private final ServerSocket socket;
  private final Consumer<URI> shown;
  private final Duration patience;

  private LoopbackPrompt(ServerSocket socket, Consumer<URI> shown, Duration patience) {
    this.socket = socket;
    this.shown = shown;
    this.patience = patience;
  }

  /**
   * Listens on a port.
   *
   * @param port 0 for any
   * @param shown shows the page to the person
   */
  public static LoopbackPrompt open(int port, Consumer<URI> shown, Duration patience)
      throws IOException {
    return new LoopbackPrompt(
        new ServerSocket(port, 0, InetAddress.getByAddress(new byte[] {127, 0, 0, 1})),
        shown,
        patience);
  }

  @Override
  public URI redirectUri() {
    return URI.create("http://127.0.0.1:" + socket.getLocalPort() + PATH);
  }

  /** Ignores requests that are no answer to this login, because any program may send some. */
  @Override
  public Map<String, String> authorize(URI page, String state) throws IOException {
    shown.accept(page);
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      Map<String, String> answer = take(accept(deadline), state);
      if (answer != null) {
        return answer;
      }
    }
  }

  private Socket accept(long deadline) throws IOException {
    try {
      socket.setSoTimeout(millisUntil(deadline));
      return socket.accept();
    } catch (SocketTimeoutException late) {
      throw new OAuthFailure("nobody logged in within " + patience.toMinutes() + " minutes");
    }
  }

  private static int millisUntil(long deadline) throws SocketTimeoutException {
    long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
    if (left <= 0) {
      throw new SocketTimeoutException("too late");
    }
    return (int) left;
  }

  /** Null for requests that are no answer, such as that for an icon. */
  private static @Nullable Map<String, String> take(Socket browser, String state) {
    Map<String, String> answer = null;
    try (browser) {
      String[] words = line(browser).split(" ", -1);
      String target = words.length == 3 && words[0].equals("GET") ? words[1] : "";
      String text = "Nothing is here.\n";
      if (target.startsWith(PATH + "?")) {
        Map<String, String> parameters = parameters(target.substring(PATH.length() + 1));
        boolean isOurs = state.equals(parameters.get("state"));
        answer = isOurs ? parameters : null;
        text =
            isOurs
                ? "bub has the answer. You can close this page.\n"
                : "This answer belongs to another login.\n";
      }
      respond(browser, answer != null ? "200 OK" : "404 Not Found", text);
    } catch (IOException broken) {
      LOG.debug("A request to the login's port broke: {}", broken.getMessage());
    }
    return answer;
  }

  private static void respond(Socket browser, String status, String text) throws IOException {
    String response =
        "HTTP/1.1 "
            + status
            + "\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\nContent-Length: "
            + text.length()
            + "\r\n\r\n"
            + text;
    // Unread bytes would reset the connection before the browser has read the answer.
    InputStream rest = browser.getInputStream();
    rest.skipNBytes(rest.available());
    browser.getOutputStream().write(response.getBytes(UTF_8));
    browser.getOutputStream().flush();
  }

  private static String line(Socket browser) throws IOException {
    long deadline = System.nanoTime() + READ.toNanos();
    InputStream in = browser.getInputStream();
    var line = new StringBuilder();
    while (line.length() < LONGEST_LINE) {
      browser.setSoTimeout(millisUntil(deadline));
      int read = in.read();
      if (read < 0 || read == '\r' || read == '\n') {
        return line.toString();
      }
      line.append((char) read);
    }
    return "";
  }

  static Map<String, String> parameters(String query) {
    var parameters = new HashMap<String, String>();
    for (String pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        try {
          parameters.putIfAbsent(
              pair.substring(0, equals), URLDecoder.decode(pair.substring(equals + 1), UTF_8));
        } catch (IllegalArgumentException odd) {
          // A parameter that nobody could mean.
        }
      }
    }
    return parameters;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
