package bub.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.client.lobby.LobbyClient;
import bub.gateway.DoorScene;
import bub.gateway.chat.AgentRoster;
import bub.gateway.lobby.CapabilityCatalog;
import bub.protocol.ConversationStarters;
import bub.protocol.lobby.Capability;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CatalogWatchTest {
  @TempDir Path directory;
  private DoorScene scene;
  private BusClient reader;
  private LobbyClient lobby;
  private final NotificationStream stream = new NotificationStream(EnumSet.allOf(OfferKind.class));

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

  private CatalogWatch watch(LongSupplier nanoTime) {
    var agents = new AgentRoster(reader, System::nanoTime);
    return new CatalogWatch(
        new CapabilityCatalog(lobby, nanoTime, OfferKind::of),
        new AgentStarters(agents, ConversationStarters.of("What can you do?")));
  }

  /** The event loop hurries the watch, and the answer of the lobby arrives on the same thread. */
  @Test
  void hurryDoesNotWaitForAStreamThatReadsTheLobby() throws Exception {
    var watch = new AtomicReference<CatalogWatch>();
    var isHurried = new AtomicBoolean();
    // The catalog looks at the clock in the middle of the first read, so it stays there meanwhile.
    LongSupplier clock =
        () -> {
          if (isHurried.compareAndSet(false, true)) {
            requireQuick(() -> watch.get().hurry());
          }
          return System.nanoTime();
        };
    watch.set(watch(clock));
    watch.get().add(stream);
    assertThat(isHurried).isTrue();
    watch.get().remove(stream);
  }

  private static void requireQuick(Runnable work) {
    try {
      CompletableFuture.runAsync(work, Thread::startVirtualThread).get(5, TimeUnit.SECONDS);
    } catch (TimeoutException stuck) {
      throw new AssertionError("the event loop waits for the lobby", stuck);
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
  }

  @Test
  void everyStreamGetsChangesAfterItWasAdded() throws Exception {
    CatalogWatch watch = watch(System::nanoTime);
    for (int round = 0; round < 3; round++) {
      var fresh = new NotificationStream(EnumSet.allOf(OfferKind.class));
      watch.add(fresh);
      offer("tool-" + round);
      watch.hurry();
      await()
          .until(
              () ->
                  fresh.next(Duration.ofMillis(10))
                      instanceof NotificationStream.Notification.ListChanged);
      watch.remove(fresh);
    }
  }

  private void offer(String name) throws Exception {
    scene
        .provider("agent:" + name)
        .offer(
            Capability.read(
                DoorScene.json(
                    "{\"name\":\"%s\",\"description\":\"x\",\"input_schema\":{},\"output_schema\":{}}"
                        .formatted(name))),
            input -> input);
  }
}
