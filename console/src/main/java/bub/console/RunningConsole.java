package bub.console;

import bub.client.discovery.ProvenPlace;
import bub.console.ConsoleLogin.Places;
import bub.console.view.LoginViews.CurrentUser;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.json.record.RecordCodec;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A console that runs on this machine, as seen by another process.
 *
 * @param url the page, possibly through a proxy
 * @param door the console's own port
 */
public record RunningConsole(URI url, URI door, boolean loginNeeded) {
  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final int MOST_BYTES = 64 * 1024;

  /** Returns null when no console answers. */
  public static @Nullable RunningConsole in(Path stateDir) throws IOException {
    Places places = ConsoleLogin.in(stateDir).places();
    if (places == null) {
      return null;
    }
    try {
      // A killed console leaves its address behind, and another program may use the port now.
      return new RunningConsole(places.page(), places.door(), ask(places.door()).loginNeeded());
    } catch (IOException | InvalidJson | InvalidField nobody) {
      return null;
    }
  }

  /**
   * Place of the console of this state directory, whether it runs or not, for a client that demands
   * a proof from the listener before it sends a secret. Returns null when none was started.
   */
  public static @Nullable ProvenPlace place(Path stateDir) throws IOException {
    return ConsoleLogin.in(stateDir).provenPlace();
  }

  private static CurrentUser ask(URI door) throws IOException, InvalidJson {
    var connection =
        (HttpURLConnection) door.resolve("/api/me").toURL().openConnection(Proxy.NO_PROXY);
    connection.setConnectTimeout((int) TIMEOUT.toMillis());
    connection.setReadTimeout((int) TIMEOUT.toMillis());
    try (InputStream answer = connection.getInputStream()) {
      byte[] json = answer.readNBytes(MOST_BYTES);
      return RecordCodec.of(CurrentUser.class).read(RawJson.parse(json, RawJson.DEFAULT_DEPTH));
    } finally {
      connection.disconnect();
    }
  }
}
