package bub.system;

import static org.assertj.core.api.Assertions.assertThat;

import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.message.Channel;
import bub.protocol.message.ChatId;
import bub.system.session.ChatKey;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkspaceFilesTest {
  private static final ChatKey CHAT = new ChatKey(new Channel("terminal"), new ChatId("1"));

  @TempDir private Path directory;
  private Path workspace;
  private WorkspaceFiles files;

  @BeforeEach
  void setUp() throws Exception {
    Path run = Files.createDirectory(directory.resolve("run"));
    var store = new WorkspaceStore(run, directory.resolve("state").resolve("workspaces"));
    store.open();
    workspace = store.prepare(CHAT, new Address("agent:worker-abc12345"), new Address("term:1"));
    files = new WorkspaceFiles(store);
  }

  private String text(String path) {
    Ack ack = files.read(CHAT, path);
    assertThat(ack.success()).as(ack.message()).isTrue();
    return ack.payload().fields().string("text");
  }

  @Test
  void readsTextAndBytesAndDirectories() throws Exception {
    Files.writeString(workspace.resolve("data/notes.md"), "héllo");
    Files.write(workspace.resolve("data/bytes"), new byte[] {(byte) 0xff, 0});
    assertThat(text("data/notes.md")).isEqualTo("héllo");
    assertThat(files.read(CHAT, "data/bytes").payload().fields().string("blob")).isEqualTo("/wA=");
    assertThat(files.read(CHAT, "data").payload().toString())
        .isEqualTo(
            "{\"entries\":[{\"name\":\"bytes\",\"type\":\"file\",\"size\":2},"
                + "{\"name\":\"notes.md\",\"type\":\"file\",\"size\":6}]}");
    assertThat(files.read(CHAT, "").payload().toString()).contains("\"data\"", "\"logs\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../terminal:1/config.json",
        "data/../config.json",
        "/etc/passwd",
        "data//x",
        ".",
        "..",
        "data/\0",
        "nothing",
        "config.json/x"
      })
  void refusesOtherPaths(String path) {
    assertThat(files.read(CHAT, path).success()).isFalse();
  }

  @Test
  void followsNoLinks() throws Exception {
    Path secret = Files.writeString(directory.resolve("secret"), "hidden");
    Files.createSymbolicLink(workspace.resolve("data/link"), secret);
    Files.createSymbolicLink(workspace.resolve("data/up"), directory);
    assertThat(files.read(CHAT, "data/link").success()).isFalse();
    assertThat(files.read(CHAT, "data/up/secret").success()).isFalse();
    assertThat(files.read(CHAT, "data").payload().toString()).isEqualTo("{\"entries\":[]}");
  }

  @Test
  void aWorkspaceThatIsALinkIsNone() throws Exception {
    var other = new ChatKey(new Channel("terminal"), new ChatId("2"));
    Files.createSymbolicLink(workspace.resolveSibling(other.folder()), workspace);
    assertThat(files.read(other, "config.json").success()).isFalse();
    assertThat(files.read(new ChatKey(new Channel("terminal"), new ChatId("3")), "").message())
        .isEqualTo("there is no workspace of terminal:3");
  }

  @Test
  void refusesLargeFiles() throws Exception {
    Files.write(workspace.resolve("data/large"), new byte[WorkspaceFiles.LARGEST + 1]);
    assertThat(files.read(CHAT, "data/large").message()).contains("the limit is 262144");
    Files.write(workspace.resolve("data/exact"), new byte[WorkspaceFiles.LARGEST]);
    assertThat(files.read(CHAT, "data/exact").success()).isTrue();
  }
}
