package bub.agent;

import static org.assertj.core.api.Assertions.assertThat;

import bub.protocol.Address;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkspaceConfigTest {
  private static final Address CHAT = new Address("term:1");

  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void name() {
    file = directory.resolve("config.json");
  }

  @Test
  void whatTheFileSaysWinsOverTheCommandLine() throws IOException {
    Files.writeString(file, "{\"talkto\": \"tg:7\"}");
    assertThat(WorkspaceConfig.open(file, CHAT).talkto()).hasToString("tg:7");
  }

  @Test
  void theCommandLineIsKeptWhereTheFileSaysNothing() throws IOException {
    WorkspaceConfig.open(file, CHAT);
    assertThat(WorkspaceConfig.open(file, null).talkto()).isEqualTo(CHAT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{\"talkto\": ", "[]", "\u0000", "{\"a\": 1} {"})
  void aFileThatNobodyUnderstandsIsPutAside(String content) throws IOException {
    Files.writeString(file, content);
    assertThat(WorkspaceConfig.open(file, CHAT).talkto()).isEqualTo(CHAT);
    assertThat(directory.resolve("config.json.broken")).hasContent(content);
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "7", "\"two words\"", "\"\""})
  void anAddressThatIsNoneCountsAsNothing(String value) throws IOException {
    Files.writeString(file, "{\"talkto\": " + value + "}");
    assertThat(WorkspaceConfig.open(file, null).talkto()).isNull();
  }

  @Test
  void whatOthersWriteMeanwhileStays() throws IOException {
    WorkspaceConfig config = WorkspaceConfig.open(file, CHAT);
    Files.writeString(file, "{\"talkto\":\"term:1\",\"retention\":{\"days\":3}}");
    config.configure(new Address("cli:1"), new Address("term:2"));
    assertThat(file).hasContent("{\"retention\":{\"days\":3},\"talkto\":\"term:2\"}");
  }
}
