package bub.gateway.a2a.remote;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.gateway.a2a.net.OutgoingResponse;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.RawJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Server-sent events of a remote agent. One thread only, but any thread may close it. */
final class RemoteEvents implements AutoCloseable {
  private static final int MAX_EVENT = 4 << 20;

  /** Frame of a binding around an event. */
  interface EventWrapping {
    RawJson unwrap(RawJson message) throws RemoteFailure;
  }

  private final OutgoingResponse response;
  private final EventWrapping wrapping;
  private final InputStream in;

  RemoteEvents(OutgoingResponse response, EventWrapping wrapping) {
    this.response = response;
    this.wrapping = wrapping;
    this.in = response.body();
  }

  /** Returns null at the end of the stream. */
  @Nullable RawJson next() throws IOException, RemoteFailure {
    var data = new ByteArrayOutputStream();
    while (true) {
      byte[] line = line();
      if (line == null) {
        return null;
      }
      if (line.length == 0 && data.size() > 0) {
        try {
          return wrapping.unwrap(RawJson.parse(data.toByteArray(), RawJson.DEFAULT_DEPTH));
        } catch (InvalidJson odd) {
          throw new RemoteFailure("The agent sent an event that is not JSON.");
        } catch (InvalidField | IllegalStateException odd) {
          throw new RemoteFailure("The agent sent an invalid event: " + odd.getMessage());
        }
      }
      if (line.length > 5 && new String(line, 0, 5, UTF_8).equals("data:")) {
        int start = line[5] == ' ' ? 6 : 5;
        data.write(line, start, line.length - start);
        if (data.size() > MAX_EVENT) {
          throw new RemoteFailure("The agent sent an event of more than " + MAX_EVENT + " bytes.");
        }
      }
    }
  }

  private byte @Nullable [] line() throws IOException, RemoteFailure {
    var line = new ByteArrayOutputStream();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        return null;
      }
      if (line.size() == MAX_EVENT) {
        throw new RemoteFailure("The agent sent an event of more than " + MAX_EVENT + " bytes.");
      }
      if (c != '\r') {
        line.write(c);
      }
    }
    return line.toByteArray();
  }

  @Override
  public void close() {
    try {
      response.close();
    } catch (IOException gone) {
      // It is closed then.
    }
  }
}
