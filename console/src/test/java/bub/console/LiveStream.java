package bub.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.json.Fields;
import bub.json.InvalidJson;
import bub.json.RawJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/** Browser end of the live stream: records all events. */
final class LiveStream implements AutoCloseable {
  /** One event as a browser sees it. */
  record Event(String id, String name, String data) {
    Fields fields() {
      try {
        return RawJson.parse(data).fields();
      } catch (InvalidJson broken) {
        throw new IllegalStateException(data, broken);
      }
    }
  }

  private final int status;
  private final InputStream in;
  private final List<Event> events = new CopyOnWriteArrayList<>();
  private volatile boolean ended;

  LiveStream(int status, InputStream in) {
    this.status = status;
    this.in = in;
    Thread.startVirtualThread(this::read);
  }

  int status() {
    return status;
  }

  private void read() {
    try (var lines = new BufferedReader(new InputStreamReader(in, UTF_8))) {
      String id = "";
      String name = "";
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("id: ")) {
          id = line.substring(4);
        } else if (line.startsWith("event: ")) {
          name = line.substring(7);
        } else if (line.startsWith("data: ")) {
          events.add(new Event(id, name, line.substring(6)));
        }
      }
    } catch (IOException gone) {
      // The test closed it, or the console did.
    }
    ended = true;
  }

  List<Event> events(String name) {
    return events.stream().filter(event -> event.name().equals(name)).toList();
  }

  List<Event> events() {
    return events;
  }

  /** Waits for an event of this name, and returns the first that fits. */
  Event await(String name, Predicate<Event> fits) {
    return Awaitility.await()
        .until(() -> events(name).stream().filter(fits).findFirst(), Optional::isPresent)
        .orElseThrow();
  }

  Event await(String name) {
    return await(name, _ -> true);
  }

  void awaitEnd() {
    Awaitility.await().until(() -> ended);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
