package bub.console.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.json.RawJson;
import java.io.IOException;
import java.io.OutputStream;

/** Something that browsers are told; all that are told it share its bytes. */
final class LiveEvent {
  // A rough figure for what an event costs beside its data.
  private static final int OVERHEAD = 128;
  private static final byte[] END = "\n\n".getBytes(UTF_8);

  private final long number;
  private final String name;
  private final byte[] data;

  /**
   * @param number grows by one from event to event, as long as the console runs
   * @param data has no line breaks: our own writer makes none
   */
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

  /**
   * As browsers read it.
   *
   * @param life tells it from the event of this number in another life of the console
   */
  void writeTo(OutputStream out, String life) throws IOException {
    String head = "id: " + life + "-" + number + "\nevent: " + name + "\ndata: ";
    out.write(head.getBytes(UTF_8));
    out.write(data);
    out.write(END);
  }
}
