package bub.gateway.a2a.remote.store;

import static org.assertj.core.api.Assertions.assertThat;

import bub.gateway.a2a.remote.store.SkillTaskStore.SkillTask;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.trace.TraceId;
import bub.store.StoreDatabase;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Questions to remote agents survive an upgrade of bub. */
class RemoteQuestionStoreTest {
  private static final String FIRST_VERSION =
      """
      CREATE TABLE question (
        agent TEXT NOT NULL, id TEXT NOT NULL, chat TEXT NOT NULL, request BLOB NOT NULL,
        task TEXT, is_open INTEGER NOT NULL, at INTEGER NOT NULL,
        PRIMARY KEY (agent, id)) WITHOUT ROWID;
      CREATE INDEX question_open ON question (agent, is_open, at);
      CREATE TABLE conversation (
        agent TEXT NOT NULL, chat TEXT NOT NULL, context TEXT, task TEXT, at INTEGER NOT NULL,
        PRIMARY KEY (agent, chat)) WITHOUT ROWID
      """;

  @TempDir Path directory;

  @Test
  void keepsTheNewestTasksOfASkill() throws Exception {
    var caller = new Address("agent:caller");
    var trace = TraceId.startedBy(caller, new MessageId("m1"));
    try (RemoteQuestionStore store = RemoteQuestionStore.open(directory.resolve("remote.db"))) {
      SkillTaskStore tasks = store.skillTasks();
      for (int i = 0; i < 300; i++) {
        Instant at = Instant.EPOCH.plusSeconds(i);
        tasks.begin("far", new SkillTask("t" + i, caller, "wait", "digest", trace, at));
      }
      assertThat(tasks.of("far")).hasSize(256).first().returns("t299", SkillTask::task);

      Instant nextDay = Instant.EPOCH.plusSeconds(300).plus(SkillTaskStore.LONGEST);
      tasks.begin("near", new SkillTask("t", caller, "wait", "digest", trace, nextDay));
      assertThat(tasks.of("far")).isEmpty();
      tasks.end("near", "t");
      assertThat(tasks.of("near")).isEmpty();
    }
  }

  @Test
  void readsTheQuestionsOfTheFirstVersion() throws Exception {
    Path file = directory.resolve("remote.db");
    try (StoreDatabase old = StoreDatabase.open(file, List.of(FIRST_VERSION))) {
      old.call(
          c -> {
            try (var sql = c.createStatement()) {
              return sql.executeUpdate(
                  "INSERT INTO question VALUES ('far', 'q1', 'tg:1', x'7b7d', 't1', 1, 5)");
            }
          });
    }

    try (RemoteQuestionStore store = RemoteQuestionStore.open(file)) {
      assertThat(store.open("far"))
          .singleElement()
          .satisfies(
              question -> {
                assertThat(question.task()).isEqualTo("t1");
                assertThat(question.isStopped()).isFalse();
                assertThat(question.trace())
                    .isEqualTo(TraceId.startedBy(new Address("tg:1"), new MessageId("q1")));
              });
      var caller = new Address("agent:caller");
      var trace = TraceId.startedBy(caller, new MessageId("m1"));
      var task = new SkillTask("t2", caller, "wait", "digest", trace, Instant.ofEpochMilli(7));
      store.skillTasks().begin("far", task);
      assertThat(store.skillTasks().of("far")).containsExactly(task);
      store.stop("far", new MessageId("q1"), "t1");
      assertThat(store.open("far")).singleElement().matches(question -> question.isStopped());
    }
  }
}
