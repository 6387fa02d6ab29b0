package bub.lobby;

import static org.assertj.core.api.Assertions.assertThat;

import bub.lobby.store.LobbyStore;
import bub.protocol.Address;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.CapabilityChange;
import bub.protocol.lobby.Lobby.Claim;
import bub.protocol.lobby.Registration;
import bub.testkit.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lobby that started on a full disk recovers by itself when there is space. */
class FullDiskRegistryTest {
  private static final Address SHOP = new Address("agent:shop");
  private static final Address BANK = new Address("agent:bank");
  private static final CapabilityChange PRICES =
      CapabilityChange.offering(List.of(Capability.named("find_price", "Finds prices")));

  @TempDir private Path directory;
  private final LinkedBlockingQueue<Runnable> hub = new LinkedBlockingQueue<>();
  private Instant now = Instant.parse("2026-02-17T12:00:00Z");

  @Test
  void registersOnceThereIsRoom() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory, 4)) {
      disk.fill();
      AgentLobby lobby = open(disk.path().resolve("lobby.db"));
      try {
        assertThat(register(lobby, SHOP)).isInstanceOf(Registration.Refused.class);
        disk.makeRoom();

        passASecond(lobby, () -> register(lobby, SHOP) instanceof Registration.Done);
        assertThat(lobby.claim(SHOP, null)).isEqualTo(Claim.TAKEN);
      } finally {
        lobby.close();
      }
    }
  }

  @Test
  void anIdInAFileThatCouldNotBeReadBelongsToItsOwnerAgain() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory, 8)) {
      Path file = disk.path().resolve("lobby.db");
      String token = copyFromVersionWithWal(file);
      disk.fill();
      AgentLobby lobby = open(file);
      try {
        assertThat(lobby.claim(SHOP, null)).isEqualTo(Claim.FREE);
        assertThat(register(lobby, SHOP)).isInstanceOf(Registration.Refused.class);
        disk.makeRoom();

        passASecond(lobby, () -> lobby.claim(SHOP, null) == Claim.TAKEN);
        assertThat(lobby.claim(SHOP, token)).isEqualTo(Claim.OWNED);
        assertThat(register(lobby, BANK)).isInstanceOf(Registration.Done.class);
      } finally {
        lobby.close();
      }
    }
  }

  /** A file in WAL mode cannot be read on a full disk with small blocks. */
  private String copyFromVersionWithWal(Path file) throws Exception {
    Path original = Files.createDirectory(directory.resolve("original")).resolve("lobby.db");
    AgentLobby lobby = open(original);
    Registration.Done done = (Registration.Done) register(lobby, SHOP);
    lobby.close();
    Files.copy(original, file);
    return String.valueOf(done.newToken());
  }

  private AgentLobby open(Path file) throws IOException {
    return AgentLobby.open(
        LobbySettings.standard(),
        LobbyStore.openForServing(file),
        new AgentLobby.Environment(() -> now, UUID::randomUUID, hub::add, _ -> false));
  }

  private Registration register(AgentLobby lobby, Address id) {
    var outcome = new CompletableFuture<Registration>();
    lobby.register(id, PRICES, null, (_, _) -> {}, outcome::complete);
    workUntil(outcome::isDone);
    return outcome.join();
  }

  /** One second is enough for the next probe; then its outcome is awaited. */
  private void passASecond(AgentLobby lobby, BooleanSupplier until) {
    now = now.plus(Duration.ofSeconds(1));
    lobby.tick(_ -> (_, _) -> {});
    workUntil(until);
  }

  private void workUntil(BooleanSupplier done) {
    Instant deadline = Instant.now().plusSeconds(30);
    while (!done.getAsBoolean()) {
      assertThat(Instant.now()).isBefore(deadline);
      try {
        Runnable work = hub.poll(10, TimeUnit.MILLISECONDS);
        if (work != null) {
          work.run();
        }
      } catch (InterruptedException hurried) {
        throw new AssertionError(hurried);
      }
    }
  }
}
