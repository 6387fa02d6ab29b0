package bub.client.store;

import static bub.client.Messages.message;
import static bub.client.Messages.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.client.scripted.ManualTime;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.store.StoreDatabase;
import bub.store.StoreInUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Content of an outbox; {@link OutboxDeliveryTest} covers the delivery. */
class OutboxTest {
  @TempDir private Path directory;

  private Path file() {
    return directory.resolve("state").resolve("outbox.db");
  }

  private Outbox open(OutboxLimits limits) throws IOException {
    return Outbox.open(file(), limits, new ManualTime().environment(0));
  }

  @Test
  void whatWasPutIsThereWhenItIsOpenedAgain() throws Exception {
    var first = message("tg:1", "m1", "agent:a");
    var second = message("tg:1", "m2", "agent:b");
    try (var outbox = Outbox.open(file())) {
      assertThat(outbox.put(first)).isEqualTo(new PutResult.Stored());
      assertThat(outbox.put(second)).isEqualTo(new PutResult.Stored());
    }
    try (var outbox = Outbox.open(file())) {
      assertThat(outbox.waiting(10)).containsExactly(first, second);
      assertThat(outbox.size()).isEqualTo(2);
    }
  }

  @Test
  void theSameMessageIsKeptOnce() throws Exception {
    try (var outbox = Outbox.open(file())) {
      outbox.put(message("tg:1", "m1", "agent:a"));
      assertThat(outbox.put(message("tg:1", "m1", "agent:a"))).isEqualTo(new PutResult.Duplicate());
      assertThat(outbox.put(message("tg:2", "m1", "agent:a"))).isEqualTo(new PutResult.Stored());
      assertThat(outbox.size()).isEqualTo(2);
    }
  }

  @Test
  void refusesMoreMessagesThanItMayKeep() throws Exception {
    try (var outbox = open(new OutboxLimits(2, 1_000, 10))) {
      outbox.put(message("tg:1", "m1", "agent:a"));
      outbox.put(message("tg:1", "m2", "agent:a"));
      assertThat(outbox.put(message("tg:1", "m3", "agent:a")))
          .isEqualTo(new PutResult.Refused("the outbox is full: 2 messages are waiting"));
    }
  }

  @Test
  void refusesMoreBytesThanItMayKeep() throws Exception {
    try (var outbox = open(new OutboxLimits(100, 40, 10))) {
      outbox.put(message("tg:1", "m1", "agent:a"));
      outbox.put(message("tg:1", "m2", "agent:a"));
      assertThat(outbox.put(message("tg:1", "m3", "agent:a")))
          .isEqualTo(new PutResult.Refused("the outbox is full: 32 bytes are waiting"));
    }
  }

  @Test
  void refusesAPayloadThatIsNestedTooDeeplyForTheBus() throws Exception {
    try (var outbox = Outbox.open(file())) {
      assertThat(outbox.put(nested("m1", 62))).isEqualTo(new PutResult.Stored());
      assertThat(outbox.put(nested("m2", 63)))
          .isEqualTo(new PutResult.Refused("the payload is nested deeper than 62 levels"));
    }
  }

  private static Envelope nested(String id, int levels) throws Exception {
    String inner = "[".repeat(levels - 1) + "]".repeat(levels - 1);
    return new Envelope(
        new Address("tg:1"),
        new Address("agent:a"),
        new MessageId(id),
        RawJson.parse("{\"text\":\"[[\\\"[\",\"inner\":" + inner + "}"));
  }

  @Test
  void refusesWhatNoBusWouldTake() throws Exception {
    try (var outbox = Outbox.open(file())) {
      var huge =
          new Envelope(
              new Address("tg:1"),
              new Address("agent:a"),
              new MessageId("m1"),
              text("x".repeat(1024 * 1024)));
      assertThat(outbox.put(huge)).isInstanceOf(PutResult.Refused.class);
    }
  }

  @Test
  void manyThreadsMayPutAtOnce() throws Exception {
    try (var outbox = Outbox.open(file());
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var results = new ArrayList<Future<PutResult>>();
      for (int i = 0; i < 200; i++) {
        var envelope = message("tg:1", "m" + i, "agent:" + i % 7);
        results.add(threads.submit(() -> outbox.put(envelope)));
      }
      for (var result : results) {
        assertThat(result.get()).isEqualTo(new PutResult.Stored());
      }
      assertThat(outbox.size()).isEqualTo(200);
    }
  }

  @Test
  void aSecondOpenerIsRefused() throws Exception {
    try (var outbox = Outbox.open(file())) {
      assertThatThrownBy(() -> Outbox.open(file()))
          .isInstanceOf(StoreInUse.class)
          .hasMessageContaining("outbox.db is in use");
      assertThat(outbox.size()).isZero();
    }
    Outbox.open(file()).close();
  }

  @Test
  void afterCloseEveryCallFailsClearly() throws Exception {
    var outbox = Outbox.open(file());
    outbox.close();
    assertThatThrownBy(outbox::size).isInstanceOf(IOException.class).hasMessageContaining("closed");
  }

  @Test
  void aFileOfALaterVersionIsNotTouched() throws Exception {
    Outbox.open(file()).close();
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        var statement = connection.createStatement()) {
      statement.execute("PRAGMA user_version = 99");
    }
    assertThatThrownBy(() -> Outbox.open(file())).hasMessageContaining("newer version");
  }

  @Test
  void onlyItsOwnerMayReadIt() throws Exception {
    Outbox.open(file()).close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
  }

  @Test
  void oneBadTaskDoesNotSpoilItsNeighbours() throws Exception {
    try (var database = StoreDatabase.open(file(), OutboxTables.SCHEMA);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var started = new CountDownLatch(1);
      var go = new CountDownLatch(1);
      var blocked =
          threads.submit(
              () ->
                  database.call(
                      _ -> {
                        started.countDown();
                        awaitQuietly(go);
                        return 1;
                      }));
      started.await();
      List<Future<Integer>> neighbours = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        int number = i;
        neighbours.add(
            threads.submit(
                () ->
                    database.call(
                        c -> {
                          try (var statement = c.createStatement()) {
                            statement.execute(number == 7 ? "NONSENSE" : "SELECT 1");
                          }
                          return number;
                        })));
      }
      go.countDown();
      assertThat(blocked.get()).isEqualTo(1);
      for (int i = 0; i < 20; i++) {
        var neighbour = neighbours.get(i);
        if (i == 7) {
          assertThatThrownBy(neighbour::get).hasMessageContaining("syntax error");
        } else {
          assertThat(neighbour.get()).isEqualTo(i);
        }
      }
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stopped) {
      throw new IllegalStateException(stopped);
    }
  }
}
