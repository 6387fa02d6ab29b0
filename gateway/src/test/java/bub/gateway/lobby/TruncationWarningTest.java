package bub.gateway.lobby;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.client.lobby.LobbyClient;
import bub.gateway.DoorScene;
import bub.gateway.LogLines;
import bub.protocol.lobby.AgentPage;
import bub.protocol.lobby.Capability;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A list that is longer than its limit is in the log, once. */
@Timeout(60)
class TruncationWarningTest {
  @TempDir Path directory;
  private DoorScene scene;
  private BusClient reader;
  private LobbyClient lobby;

  @BeforeEach
  void open() throws Exception {
    scene = new DoorScene(directory);
    reader = scene.client("agent:reader", null);
    lobby = LobbyClient.of(reader);
    reader.connect();
  }

  @AfterEach
  void close() {
    reader.close();
    scene.close();
  }

  @Test
  void aCatalogWithTooManyCapabilitiesWarnsOnce() throws Exception {
    var now = new AtomicLong();
    var catalog = new CapabilityCatalog(lobby, now::get, _ -> "tool", 2);
    try (var lines = LogLines.of(CapabilityCatalog.class)) {
      for (int i = 0; i < 2; i++) {
        offer(i);
      }
      await().until(() -> catalog.refreshed().size() == 2);
      assertThat(lines.texts()).isEmpty();

      for (int i = 2; i <= AgentPage.Query.MAX_LIMIT; i++) {
        offer(i);
      }
      await()
          .until(
              () ->
                  catalog.refreshed().size() == AgentPage.Query.MAX_LIMIT
                      && !lines.texts().isEmpty());
      for (int look = 0; look < 3; look++) {
        now.addAndGet(Duration.ofMinutes(1).toNanos());
        assertThat(catalog.offers()).hasSize(AgentPage.Query.MAX_LIMIT);
      }
      assertThat(lines.texts())
          .singleElement()
          .asString()
          .contains("more agents than the doors show", "2 capabilities at most");
    }
  }

  private void offer(int agent) throws Exception {
    scene
        .provider("agent:provider-%03d".formatted(agent))
        .offer(Capability.named("tool-%03d".formatted(agent), "x"), input -> input);
  }

  @Test
  void anotherWarningComesAfterTheListWasComplete() {
    try (var lines = LogLines.of(TruncationWarningTest.class)) {
      var warning = new TruncationWarning(lines.logger(), "too long");
      warning.truncated();
      warning.truncated();
      warning.complete();
      assertThat(lines.texts()).containsExactly("too long");
      warning.truncated();
      assertThat(lines.texts()).containsExactly("too long", "too long");
    }
  }
}
