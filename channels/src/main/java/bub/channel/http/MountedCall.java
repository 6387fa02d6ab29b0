package bub.channel.http;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** One request to an {@link HttpMount}, and its answer. One thread at a time. */
public interface MountedCall {
  String method();

  String path();

  @Nullable String header(String name);

  @Nullable String query(String name);

  /** Token of the header {@code Authorization: Bearer}; null when there is none. */
  default @Nullable String bearer() {
    String header = header("Authorization");
    String scheme = "Bearer ";
    return header != null && header.regionMatches(true, 0, scheme, 0, scheme.length())
        ? header.substring(scheme.length()).strip()
        : null;
  }

  /** Returns the scheme, host and port by which the client reaches this server. */
  String origin();

  /** True for a client on this machine; a proxy on this machine counts as such a client. */
  boolean isLocal();

  /** Reads the JSON body. A large body holds its permit only while {@code reader} runs. */
  <T> T readBody(int mostBytes, BodyReader<T> reader) throws Exception;

  @FunctionalInterface
  interface BodyReader<T> {
    T read(byte[] body) throws Exception;
  }

  /** Reads the fields of a form, {@code application/x-www-form-urlencoded}; the first of a name. */
  Map<String, String> readForm(int mostBytes) throws Exception;

  /**
   * Refuses a request unless an operator of the console sends it from the console's own page.
   * Mounts that do not call this ignore the login of the console.
   */
  void requireOperator() throws HttpRefusal;

  /** Never blocks. */
  void answer(HttpReply reply);

  /** Begins an answer of unknown length; each flush reaches the client. */
  OutputStream stream(HttpReply head);

  /** Ends the stream, if there is one. It also ends when {@link HttpMount#answer} returns. */
  void end() throws IOException;

  /**
   * Runs {@code work} on the event loop after a while; it must not block. Cancel it when it is not
   * needed any more, because it stays in memory until then.
   */
  Future<?> later(Runnable work, Duration delay);

  /**
   * Runs {@code work} once if the client leaves before it has the whole answer; it must not block.
   */
  void whenGone(Runnable work);

  /** True once the client gets an answer, which no refusal can replace then. */
  boolean isAnswered();
}
