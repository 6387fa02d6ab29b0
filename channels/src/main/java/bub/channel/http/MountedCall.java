package bub.channel.http;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** One request to an {@link HttpMount}, and its answer. One thread only. */
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

  /** True for a client on this machine; a proxy on this machine counts as such a client. */
  boolean isLocal();

  /** Reads the JSON body. A large one counts as such only while {@code reader} runs. */
  <T> T readBody(int mostBytes, BodyReader<T> reader) throws Exception;

  @FunctionalInterface
  interface BodyReader<T> {
    T read(byte[] body) throws Exception;
  }

  void answer(HttpReply reply) throws IOException;

  /** Begins an answer of unknown length; each flush reaches the client. */
  OutputStream stream(HttpReply head) throws IOException;

  /** True once the client gets an answer, which no refusal can replace then. */
  boolean isAnswered();
}
