package bub.lobby.store;

import static bub.lobby.store.Samples.agent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.testkit.ChildProcess;
import bub.testkit.SmallDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lobby on a full disk still knows its registrations. */
class FullDiskLobbyTest {
  @TempDir private Path directory;

  @Test
  void opensOnAFullDiskAndRefusesChangesUntilThereIsRoom() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory, 8)) {
      assertThat(runThere(disk, "agent:shop")).contains("saved");
      disk.fill();
      assertThat(runThere(disk, "agent:bank"))
          .contains("[agent:shop]")
          .last()
          .asString()
          .contains("the disk is full");
      disk.makeRoom();
      assertThat(runThere(disk, "agent:bank")).contains("[agent:shop]", "saved");
    }
  }

  @Test
  void servesFromAReadOnlyDiskAndRefusesChanges() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory, 8)) {
      Path file = disk.path().resolve("lobby.db");
      try (var store = LobbyStore.open(file)) {
        store.save(agent("agent:shop"), List.of(), List.of()).join();
      }
      disk.remount("ro");
      assertThatThrownBy(() -> LobbyStore.open(file)).isInstanceOf(IOException.class);
      try (var store = LobbyStore.openForServing(file)) {
        assertThat(registered(store)).containsExactly("agent:shop");
        assertThatThrownBy(() -> store.save(agent("agent:bank"), List.of(), List.of()).join())
            .hasMessageContaining("is not writable");
        assertThat(store.search("price", 1).join()).isEmpty();
      }
    }
  }

  @Test
  void servesWithoutAnyFileOnAFullDisk() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory, 4)) {
      disk.fill();
      try (var store = LobbyStore.openForServing(disk.path().resolve("lobby.db"))) {
        assertThat(registered(store)).isEmpty();
        assertThatThrownBy(() -> store.save(agent("agent:bank"), List.of(), List.of()).join())
            .hasMessageContaining("lobby.db");
      }
    }
  }

  @Test
  void takesChangesAgainByItselfOnceThereIsRoom() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory, 4)) {
      Path file = disk.path().resolve("lobby.db");
      disk.fill();
      try (var store = LobbyStore.openForServing(file)) {
        assertThat(store.refusesChanges()).isTrue();
        assertThat(store.recover(Runnable::run, _ -> {}).join()).isFalse();
        disk.makeRoom();

        assertThat(store.recover(Runnable::run, _ -> {}).join()).isTrue();
        assertThat(store.refusesChanges()).isFalse();
        store.save(agent("agent:bank"), List.of(), List.of()).join();
        assertThat(store.recover(Runnable::run, _ -> {}).join()).isFalse();
      }
      try (var store = LobbyStore.open(file)) {
        assertThat(registered(store)).containsExactly("agent:bank");
      }
    }
  }

  @Test
  void refusesChangesUntilItsLobbyKnowsWhoIsInTheFile() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory, 8)) {
      Path file = disk.path().resolve("lobby.db");
      try (var store = LobbyStore.open(file)) {
        store.save(agent("agent:shop"), List.of(), List.of()).join();
      }
      disk.remount("ro");
      try (var store = LobbyStore.openForServing(file)) {
        disk.remount("rw");
        var learned = new ArrayList<String>();
        store
            .recover(
                Runnable::run,
                recovery -> {
                  recovery.agents().forEach(each -> learned.add(each.id().value()));
                  assertThat(store.save(agent("agent:bank"), List.of(), List.of()))
                      .isCompletedExceptionally();
                })
            .join();

        assertThat(learned).containsExactly("agent:shop");
        store.save(agent("agent:bank"), List.of(), List.of()).join();
      }
    }
  }

  /** In a process of its own, which is killed: a crash must not end the tests. */
  private static List<String> runThere(SmallDisk disk, String agent) throws Exception {
    try (ChildProcess child = ChildProcess.ofMain(Host.class, disk.path().toString(), agent)) {
      assertThat(child.awaitExit()).as(child.toString()).isZero();
      return child.out().lines();
    }
  }

  private static List<String> registered(LobbyStore store) throws IOException {
    var found = new ArrayList<String>();
    store.load(agent -> found.add(agent.id().value()));
    return found;
  }

  /** Opens the store of the lobby, prints the registrations, adds one more and is killed. */
  static final class Host {
    public static void main(String[] arguments) throws Exception {
      var store = LobbyStore.openForServing(Path.of(arguments[0]).resolve("lobby.db"));
      System.out.println(registered(store));
      try {
        store.save(agent(arguments[1]), List.of(), List.of()).join();
        System.out.println("saved");
      } catch (CompletionException refused) {
        System.out.println(refused.getMessage());
      }
      System.out.flush();
      Runtime.getRuntime().halt(0);
    }
  }
}
