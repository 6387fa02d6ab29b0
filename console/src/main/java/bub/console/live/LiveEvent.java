package bub.console.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.json.RawJson;
import java.io.IOException;
import java.io.OutputStream;

/** An event for browsers, which all share its bytes. */
final class LiveEvent {
  // Rough memory cost of an event besides its data.
  private static final int OVERHEAD = 128;
  private static final byte[] END = "\n\n".getBytes(UTF_8);

  private final long number;
  private final String name;
  private final byte[] data;

  /** The data must have no line breaks. */
  LiveEvent(long number, String name, RawJson data) {
    this.number = number;
    this.name = name;
    this.data = data.toByteArray();
  }

  long number() {
    return number;
  }

  int bytes() {
    return data.length + OVERHEAD;
  }

  /** Writes the format of server-sent events. */
  void writeTo(OutputStream out, String life) throws IOException {
    String head = "id: " + life + "-" + number + "\nevent: " + name + "\ndata: ";
    out.write(head.getBytes(UTF_8));
    out.write(data);
    out.write(END);
  }
}
