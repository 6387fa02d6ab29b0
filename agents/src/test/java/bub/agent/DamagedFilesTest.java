package bub.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An agent starts with files that were damaged while it was stopped. */
class DamagedFilesTest extends AgentTest {

  @ParameterizedTest
  @ValueSource(strings = {"agent.db", "inbox.db", "outbox-"})
  void aDamagedFileIsSetAsideAndTheChatIsTold(String name) throws Exception {
    start();
    chat.asks(AGENT, "m1", "hello");
    agent().close();
    Path file = files(name, ".db").getFirst();
    Files.writeString(file, "this is not a database, whatever its name says");

    start();

    assertThat(chat.asks(AGENT, "m2", "and now")).isEqualTo("You said: and now");
    await().until(() -> chat.replyTexts().stream().anyMatch(text -> text.contains("set it aside")));
    assertThat(chat.replyTexts())
        .filteredOn(text -> text.contains("set it aside"))
        .singleElement()
        .asString()
        .contains(file.getFileName().toString(), ".damaged-");
    assertThat(files(name, "")).anyMatch(path -> path.toString().contains(".db.damaged-"));
  }

  private List<Path> files(String prefix, String suffix) throws IOException {
    try (Stream<Path> all = Files.list(workspace().resolve("state"))) {
      return all.filter(path -> path.getFileName().toString().startsWith(prefix))
          .filter(path -> path.toString().endsWith(suffix))
          .toList();
    }
  }
}
