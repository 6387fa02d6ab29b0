package bub.gateway.a2a.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bub.gateway.a2a.model.A2aTask;
import bub.gateway.a2a.model.A2aTaskState;
import bub.gateway.a2a.model.TaskWork;
import bub.gateway.a2a.store.A2aTaskStore.PushConfig;
import bub.json.RawJson;
import bub.protocol.Address;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class A2aTaskStoreTest {
  private static final Address OWNER = new Address("app:old");

  @TempDir Path directory;

  /** The file as the first version of the store wrote it. */
  private Path oldFile(String... ids) throws Exception {
    Path file = directory.resolve("tasks.db");
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(
          """
          CREATE TABLE task (id TEXT PRIMARY KEY, owner TEXT NOT NULL, place TEXT NOT NULL,
            context TEXT NOT NULL, state TEXT NOT NULL, is_open INTEGER NOT NULL,
            updated INTEGER NOT NULL, body BLOB NOT NULL) WITHOUT ROWID;
          CREATE INDEX task_by_owner ON task (owner, place, updated DESC, id DESC);
          CREATE INDEX task_by_place ON task (place, updated DESC, id DESC);
          CREATE INDEX task_by_age ON task (is_open, updated);
          CREATE TABLE push_config (task TEXT NOT NULL REFERENCES task (id), id TEXT NOT NULL,
            config BLOB NOT NULL, PRIMARY KEY (task, id)) WITHOUT ROWID;
          CREATE TABLE notification (seq INTEGER PRIMARY KEY AUTOINCREMENT, task TEXT NOT NULL,
            config TEXT NOT NULL, event BLOB NOT NULL, attempts INTEGER NOT NULL,
            due INTEGER NOT NULL);
          CREATE INDEX notification_by_due ON notification (due);
          CREATE INDEX notification_by_config ON notification (task, config);
          PRAGMA user_version = 1
          """);
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO task VALUES (?, ?, '', 'c', ?, ?, ?, ?)")) {
        for (int i = 0; i < ids.length; i++) {
          insert.setString(1, ids[i]);
          insert.setString(2, OWNER.value());
          insert.setString(3, i == 0 ? "WORKING" : "COMPLETED");
          insert.setBoolean(4, i == 0);
          insert.setLong(5, i);
          insert.setBytes(6, BODY.getBytes(UTF_8));
          insert.executeUpdate();
        }
      }
      statement.executeUpdate("INSERT INTO push_config VALUES ('open', 'hook', '{}')");
    }
    return file;
  }

  private static final String BODY =
      """
      {"artifacts":[],"history":[],"work":{"kind":"capability","capability":"x","input":{},\
      "questions":[]}}\
      """;

  private static A2aTaskStore.Query all() {
    return new A2aTaskStore.Query(OWNER, "", null, null, null, null, 10);
  }

  @Test
  void keepsTheTasksOfAnOldFile() throws Exception {
    try (A2aTaskStore store = A2aTaskStore.open(oldFile("open", "b", "a"))) {
      A2aTask open = Objects.requireNonNull(store.find("open"));

      assertThat(open.state()).isEqualTo(A2aTaskState.WORKING);
      assertThat(store.open(10)).extracting(A2aTask::id).containsExactly("open");
      assertThat(store.page(all()).tasks())
          .extracting(A2aTask::id)
          .containsExactly("a", "b", "open");
      assertThat(store.pushes("open")).hasSize(1);

      A2aTask done = open.in(A2aTaskState.COMPLETED, null, Instant.ofEpochMilli(9));
      assertThat(store.putLater(done, List.of()).get()).isFalse();
      assertThat(store.open(10)).isEmpty();
      assertThat(store.page(all()).tasks().getFirst().id()).isEqualTo("open");
    }
  }

  private static A2aTask ended(String id, Address owner, int bytes, long at) throws Exception {
    RawJson message = RawJson.parse("{\"text\":\"" + "x".repeat(bytes) + "\"}");
    RawJson input = RawJson.parse("{\"secret\":true}");
    return new A2aTask(
        id,
        owner,
        "",
        "c",
        A2aTaskState.COMPLETED,
        null,
        Instant.ofEpochMilli(at),
        List.of(),
        List.of(message),
        TaskWork.CapabilityWork.first("work", input));
  }

  @Test
  void forgetsTasksThatAreTooOldTooManyOrTooLargeTogether() throws Exception {
    var other = new Address("api:bob");
    try (A2aTaskStore store = A2aTaskStore.open(directory.resolve("tasks.db"))) {
      for (int i = 1; i <= 5; i++) {
        store.put(ended("large-" + i, OWNER, 1_000, i), List.of());
        store.put(ended("small-" + i, other, 1, i), List.of());
      }

      assertThat(store.forget(Instant.ofEpochMilli(2), 4, 3_600)).isEqualTo(3);

      assertThat(store.page(all()).tasks())
          .extracting(A2aTask::id)
          .containsExactly("large-5", "large-4", "large-3");
      assertThat(store.find("small-1")).isNull();
      assertThat(store.find("small-2")).isNotNull();
    }
  }

  @Test
  void theWebhooksOfOneCallerCannotFillTheDisk() throws Exception {
    RawJson large = RawJson.parse("{\"text\":\"" + "x".repeat(1 << 20) + "\"}");
    try (A2aTaskStore store = A2aTaskStore.open(directory.resolve("tasks.db"))) {
      for (int i = 0; i < 3; i++) {
        store.put(ended("t" + i, OWNER, 1, i), List.of());
        for (int hook = 0; hook < 8; hook++) {
          store.putPush(new PushConfig("t" + i, "hook" + hook, RawJson.EMPTY_OBJECT), 8);
        }
      }
      int accepted = 0;
      for (int i = 0; i < 9; i++) {
        accepted += store.put(ended("t" + i % 3, OWNER, 1, i), List.of(large)) ? 1 : 0;
      }
      assertThat(accepted).as("32 MiB and one event").isBetween(4, 5);

      store.put(ended("other", new Address("api:bob"), 1, 1), List.of());
      store.putPush(new PushConfig("other", "hook", RawJson.EMPTY_OBJECT), 8);
      A2aTask other = Objects.requireNonNull(store.find("other"));
      assertThat(store.put(other, List.of(large))).isTrue();
    }
  }

  @Test
  void aTaskThatIsOverKeepsNoInput() throws Exception {
    A2aTask task = ended("t", OWNER, 1, 1);

    assertThat(task.body().toString()).doesNotContain("secret");
    assertThat(task.in(A2aTaskState.WORKING, null, Instant.EPOCH).body().toString())
        .contains("secret");
  }

  @Test
  void oneOwnerGetsOnlyAPartOfTheDueNotifications() throws Exception {
    try (A2aTaskStore store = A2aTaskStore.open(oldFile("open", "b"))) {
      A2aTask first = Objects.requireNonNull(store.find("open"));
      RawJson event = RawJson.EMPTY_OBJECT;
      for (int i = 0; i < 6; i++) {
        store.putPush(new A2aTaskStore.PushConfig("open", "hook-" + i, event), 8);
      }
      var other =
          new A2aTask(
              "theirs",
              new Address("api:bob"),
              "",
              "c",
              A2aTaskState.WORKING,
              null,
              Instant.ofEpochMilli(7),
              List.of(),
              List.of(),
              first.work());
      store.put(other, List.of());
      store.putPush(new A2aTaskStore.PushConfig("theirs", "hook", event), 8);
      store.put(first, List.of(event, event));
      store.put(other, List.of(event));

      List<A2aTaskStore.Notification> due = store.due(Instant.ofEpochMilli(9), 4, 10);

      assertThat(due).extracting(A2aTaskStore.Notification::task).containsOnlyOnce("theirs");
      assertThat(due).extracting(A2aTaskStore.Notification::owner).hasSize(5);
      assertThat(due.getLast().owner()).isEqualTo(new Address("api:bob"));
    }
  }
}
