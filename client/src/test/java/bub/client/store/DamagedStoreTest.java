package bub.client.store;

import static bub.client.Messages.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.client.Messages;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.store.StoreDatabase;
import bub.store.StoreFailed;
import bub.store.StoreRepair;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A damaged store is set aside, and its owner continues with the data that can be saved. */
class DamagedStoreTest {
  private static final int PAGE = 4096;

  @TempDir private Path directory;
  private final List<StoreRepair> repairs = new ArrayList<>();

  private Path file() {
    return directory.resolve("outbox.db");
  }

  @Test
  void aFileThatIsNoDatabaseIsSetAsideWithItsNameAndTheTime() throws Exception {
    Files.writeString(file(), "this is not a database, whatever its name says");

    try (Outbox outbox = Outbox.open(file()).onRepair(repairs::add)) {
      outbox.put(message("tg:1", "m1", "agent:a"));
      assertThat(outbox.size()).isEqualTo(1);
    }
    assertThat(asideNames())
        .singleElement()
        .asString()
        .matches("outbox\\.db\\.damaged-\\d{8}T\\d{6}Z");
    assertThat(repairs).singleElement().extracting(StoreRepair::savedRows).isEqualTo(0L);
    assertThat(Files.readString(repairs.getFirst().setAside())).startsWith("this is not");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
  }

  @Test
  void whatStandsBeforeAndAfterTheDamageIsSaved() throws Exception {
    put(300, 2_000);
    damageTheMiddle();

    try (Outbox outbox = Outbox.open(file()).onRepair(repairs::add)) {
      List<Envelope> saved = outbox.waiting(1_000);
      assertThat(saved).hasSizeBetween(20, 299);
      assertThat(saved).extracting(each -> each.messageId().value()).contains("m0", "m299");
      assertThat(outbox.size()).isEqualTo(saved.size());
      assertThat(repairs)
          .singleElement()
          .satisfies(
              repair -> {
                assertThat(repair.savedRows()).isEqualTo(saved.size());
                assertThat(repair.text()).contains("outbox.db", "set aside", "rows were saved");
              });
    }
    try (Outbox outbox = Outbox.open(file())) {
      assertThat(outbox.size()).isEqualTo(repairs.getFirst().savedRows());
    }
    assertThat(asideNames()).hasSize(1);
  }

  @Test
  void damageThatShowsWhileTheStoreIsInUseIsMendedToo() throws Exception {
    put(6_000, 2_000);
    damageTheMiddle();

    try (Outbox outbox = Outbox.open(file()).onRepair(repairs::add)) {
      assertThat(repairs).isEmpty();
      List<Envelope> saved = outbox.waiting(10_000);
      assertThat(saved).extracting(each -> each.messageId().value()).contains("m0", "m5999");
      assertThat(repairs).hasSize(1);
      assertThat(outbox.put(message("tg:1", "new", "agent:a"))).isEqualTo(new PutResult.Stored());
      assertThat(outbox.size()).isEqualTo(saved.size() + 1);
    }
  }

  @Test
  void anInboxStillKnowsWhatIsCompleted() throws Exception {
    Path file = directory.resolve("inbox.db");
    try (Inbox inbox = Inbox.open(file)) {
      for (int i = 0; i < 200; i++) {
        inbox.handle(large("m" + i, 2_000));
      }
      for (int i = 0; i < 10; i++) {
        inbox.complete(inbox.take(), Ack.ok("done"));
      }
    }
    damageTheMiddle(file);

    try (Inbox inbox = Inbox.open(file).onRepair(repairs::add)) {
      assertThat(repairs).hasSize(1);
      assertThat(inbox.handle(large("m0", 2_000))).isEqualTo(Ack.ok("done"));
      assertThat(inbox.take().envelope().messageId()).isEqualTo(new MessageId("m10"));
    }
  }

  @Test
  void aSharedFileIsLeftAloneWithARemedy() throws Exception {
    Files.writeString(file(), "this is not a database, whatever its name says");

    assertThatThrownBy(() -> StoreDatabase.openShared(file(), List.of("CREATE TABLE t (x)")))
        .hasMessageContaining("outbox.db: the file is damaged")
        .hasMessageContaining("mv " + file());
    assertThat(Files.readString(file())).startsWith("this is not");
  }

  @Test
  void aFileThatIsRemovedWhileItIsInUseTakesNothingMore() throws Exception {
    try (Outbox outbox = Outbox.open(file())) {
      outbox.put(message("tg:1", "m1", "agent:a"));
      Path elsewhere = Files.move(file(), directory.resolve("elsewhere.db"));
      assertThatThrownBy(() -> outbox.put(message("tg:1", "m2", "agent:a")))
          .isInstanceOf(StoreFailed.class)
          .hasMessageContaining("removed while it was in use");
      Files.move(elsewhere, file());
      assertThat(outbox.put(message("tg:1", "m2", "agent:a"))).isEqualTo(new PutResult.Stored());
    }
  }

  private void put(int messages, int bytes) throws Exception {
    try (var database = StoreDatabase.open(file(), OutboxTables.SCHEMA)) {
      database.call(
          connection -> {
            for (int i = 0; i < messages; i++) {
              OutboxTables.put(
                  connection,
                  large("m" + i, bytes),
                  new OutboxLimits(1_000_000, 1L << 40, 10),
                  Instant.EPOCH);
            }
            return true;
          });
    }
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        var statement = connection.createStatement()) {
      statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    }
  }

  private static Envelope large(String id, int bytes) {
    Envelope plain = message("tg:1", id, "agent:a");
    RawJson payload = Messages.text("x".repeat(bytes));
    return new Envelope(plain.from(), new Address("agent:a"), plain.messageId(), payload);
  }

  private void damageTheMiddle() throws IOException {
    damageTheMiddle(file());
  }

  private static void damageTheMiddle(Path file) throws IOException {
    try (var damaged = new RandomAccessFile(file.toFile(), "rw")) {
      damaged.seek(damaged.length() / 2 / PAGE * PAGE);
      byte[] noise = new byte[3 * PAGE];
      Arrays.fill(noise, (byte) 0xA5);
      damaged.write(noise);
    }
  }

  private List<String> asideNames() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(each -> each.getFileName().toString())
          .filter(name -> name.contains(".damaged-"))
          .toList();
    }
  }
}
