package bub.system;

import static org.assertj.core.api.Assertions.assertThat;

import bub.protocol.Address;
import bub.protocol.message.Channel;
import bub.protocol.message.ChatId;
import bub.system.session.ChatKey;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspaceStoreTest {
  private static final ChatKey CHAT = new ChatKey(new Channel("telegram"), new ChatId("-100123"));
  private static final Address TALKTO = new Address("tg:-100123");
  private static final Address AGENT = new Address("agent:worker-abc123");

  @TempDir private Path directory;
  private WorkspaceStore workspaces;

  @BeforeEach
  void setUp() throws Exception {
    Files.createDirectory(directory.resolve("run"));
    workspaces = open("state");
  }

  private WorkspaceStore open(String state) throws Exception {
    var opened =
        new WorkspaceStore(
            directory.resolve("run"), directory.resolve(state).resolve("workspaces"));
    opened.open();
    return opened;
  }

  @Test
  void theRunDirectoryLeadsToTheStateDirectory() throws Exception {
    Path workspace = workspaces.prepare(CHAT, AGENT, TALKTO);

    assertThat(workspace).endsWith(Path.of("state/workspaces/telegram:-100123"));
    assertThat(directory.resolve("run/workspaces/telegram:-100123").toRealPath())
        .isEqualTo(workspace);
    assertThat(workspaces.chats()).containsExactly(CHAT);

    open("other");
    assertThat(directory.resolve("run/workspaces").toRealPath())
        .isEqualTo(directory.resolve("other/workspaces").toRealPath());
  }

  @Test
  void aChatKeepsItsAgentAndPeopleTheirSettings() throws Exception {
    Path config = workspaces.prepare(CHAT, AGENT, TALKTO).resolve("config.json");
    assertThat(workspaces.agentOf(CHAT)).isEqualTo(AGENT);
    Files.writeString(config, "{\"client_id\":\"agent:worker-abc123\",\"mine\":1}");

    var other = new Address("agent:worker-other1");
    workspaces.prepare(CHAT, other, TALKTO);

    assertThat(config).content().contains("\"mine\":1");
    assertThat(workspaces.agentOf(CHAT)).isEqualTo(other);
  }

  @Test
  void aSettingsFileThatIsGarbledIsLeftToItsOwner() throws Exception {
    Path config = workspaces.prepare(CHAT, AGENT, TALKTO).resolve("config.json");
    Files.writeString(config, "{ half");

    workspaces.prepare(CHAT, AGENT, TALKTO);

    assertThat(config).hasContent("{ half");
    assertThat(workspaces.agentOf(CHAT)).isNull();
  }

  @Test
  void anAgentCannotClaimWhatIsNoAgent() throws Exception {
    Path config = workspaces.prepare(CHAT, AGENT, TALKTO).resolve("config.json");
    Files.writeString(config, "{\"client_id\":\"agent:system\"}");

    assertThat(workspaces.agentOf(CHAT)).isNull();
  }

  @Test
  void removingAWorkspaceFollowsNoLink() throws Exception {
    Path workspace = workspaces.prepare(CHAT, AGENT, TALKTO);
    Path treasure = Files.writeString(directory.resolve("treasure"), "gold");
    Path chest = Files.createDirectory(directory.resolve("chest"));
    Files.writeString(chest.resolve("coin"), "gold");
    Files.createSymbolicLink(workspace.resolve("data/file"), treasure);
    Files.createSymbolicLink(workspace.resolve("data/directory"), chest);

    workspaces.remove(CHAT);
    workspaces.remove(CHAT);

    assertThat(workspace).doesNotExist();
    assertThat(treasure).hasContent("gold");
    assertThat(chest.resolve("coin")).hasContent("gold");
  }

  @Test
  void aFolderThatIsNoChatIsNone() {
    assertThat(ChatKey.ofFolder("telegram:1")).isNotNull();
    assertThat(ChatKey.ofFolder("lost+found")).isNull();
    assertThat(ChatKey.ofFolder("telegram:..")).isNull();
    assertThat(ChatKey.ofFolder("mail:1")).isNotNull();
    assertThat(ChatKey.ofFolder("agent:1")).isNull();
  }
}
