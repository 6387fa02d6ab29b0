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

/** Prompt whose browser returns to a port of this machine, which takes one answer. */
public final class LoopbackPrompt implements AuthorizationPrompt, AutoCloseable {
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

  @Override
  public Map<String, String> authorize(URI page) throws IOException {
    shown.accept(page);
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
      if (left <= 0) {
        throw late();
      }
      socket.setSoTimeout((int) left);
      try (Socket browser = socket.accept()) {
        Map<String, String> answer = take(browser);
        if (answer != null) {
          return answer;
        }
      } catch (SocketTimeoutException late) {
        // No browser connected, or one sent nothing. Check the deadline.
      }
    }
  }

  private OAuthFailure late() {
    return new OAuthFailure("nobody logged in within " + patience.toMinutes() + " minutes");
  }

  /** Null for requests that are no answer, such as that for an icon. */
  private static @Nullable Map<String, String> take(Socket browser) throws IOException {
    browser.setSoTimeout((int) READ.toMillis());
    String[] words = line(browser.getInputStream()).split(" ", -1);
    String target = words.length == 3 && words[0].equals("GET") ? words[1] : "";
    boolean isAnswer = target.startsWith(PATH + "?");
    String text =
        isAnswer ? "bub has the answer. You can close this page.\n" : "Nothing is here.\n";
    String response =
        "HTTP/1.1 "
            + (isAnswer ? "200 OK" : "404 Not Found")
            + "\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\nContent-Length: "
            + text.length()
            + "\r\n\r\n"
            + text;
    browser.getOutputStream().write(response.getBytes(UTF_8));
    browser.getOutputStream().flush();
    return isAnswer ? parameters(target.substring(PATH.length() + 1)) : null;
  }

  private static String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (int read = in.read(); read >= 0 && read != '\r' && read != '\n'; read = in.read()) {
      if (line.length() == LONGEST_LINE) {
        return "";
      }
      line.append((char) read);
    }
    return line.toString();
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
