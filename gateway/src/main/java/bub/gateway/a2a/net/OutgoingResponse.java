package bub.gateway.a2a.net;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answer to an outgoing request. One thread only, but any thread may close it. */
public final class OutgoingResponse implements Closeable {
  private final int status;
  private final Map<String, String> headers;
  private final InputStream body;
  private final Closeable connection;
  private final SocketDeadline deadline;

  OutgoingResponse(
      int status,
      Map<String, String> headers,
      InputStream body,
      Closeable connection,
      SocketDeadline deadline) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.connection = connection;
    this.deadline = deadline;
  }

  public int status() {
    return status;
  }

  /** {@code name} has only lower-case letters. */
  public @Nullable String header(String name) {
    return headers.get(name);
  }

  public InputStream body() {
    return body;
  }

  public byte[] readAll(int most) throws IOException {
    byte[] bytes;
    try {
      bytes = body.readNBytes(most + 1);
    } catch (IOException failed) {
      throw deadline.explain(failed);
    }
    if (bytes.length > most) {
      throw new IOException("the answer has more than " + most + " bytes");
    }
    return bytes;
  }

  @Override
  public void close() throws IOException {
    deadline.close();
    connection.close();
  }
}
