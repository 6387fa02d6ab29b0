package bub.checks.failure;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Workshop;
import bub.testkit.BubProgram.Finished;
import bub.testkit.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged files are reported with a remedy or set aside, never with a stack trace. */
class DamagedFilesTest {
  @RegisterExtension final Workshop workshop = new Workshop();

  @ParameterizedTest
  @ValueSource(strings = {"activity.db", "lobby.db"})
  void theBusRefusesToStartWithARemedy(String name) throws Exception {
    Path file = damage("state/" + name);

    Finished serve = workshop.program().run("bus", "serve", "--port", "0", "--run-dir", runDir());
    assertThat(serve.exitCode()).isNotZero();
    assertThat(serve.err()).contains(file.toString(), "mv " + file).doesNotContain("Exception");
  }

  @Test
  void theListOfWhoWasLetInIsNamedWithARemedy() throws Exception {
    Path file = damage("state/chats/telegram-access.db");

    Finished list = workshop.program().run("telegram", "list", "--run-dir", runDir());
    assertThat(list.exitCode()).isNotZero();
    assertThat(list.err()).contains("is damaged", "mv " + file).doesNotContain("Exception");
  }

  @Test
  void allOfBubStartsWithAChatStoreThatIsSetAside() throws Exception {
    Path file = damage("state/chats/web.db");
    String[] arguments = {"up", "--port", "0", "--console-port", "0", "--run-dir", runDir()};

    ChildProcess up = workshop.keep(workshop.program().start(arguments));
    up.awaitLine("bub is up");
    assertThat(up.err().text())
        .contains(file + " was damaged", "It was set aside as web.db.damaged-");
    try (var files = Files.list(file.getParent())) {
      assertThat(files.map(each -> each.getFileName().toString()))
          .anyMatch(name -> name.matches("web\\.db\\.damaged-\\d{8}T\\d{6}Z"));
    }
  }

  private String runDir() {
    return workshop.directory().resolve("run").toString();
  }

  private Path damage(String name) throws IOException {
    Path file = workshop.directory().resolve("run").resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, "this is no database, whatever its name says".repeat(100));
  }
}
