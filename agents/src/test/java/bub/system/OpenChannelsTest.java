package bub.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.TimeSource;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.message.Channel;
import bub.protocol.message.ChatId;
import bub.system.session.AgentSession;
import bub.system.session.ChatKey;
import bub.system.session.SessionStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A channel that bub does not know is served like any other. */
class OpenChannelsTest {
  private static final ChatKey CHAT = new ChatKey(new Channel("discord"), new ChatId("77"));

  @TempDir private Path directory;
  private Stage stage;

  @BeforeEach
  void setUp() throws Exception {
    stage = Stage.in(directory);
    stage.start();
  }

  @AfterEach
  void tearDown() throws Exception {
    stage.close();
  }

  @Test
  void aChatOfAnyChannelGetsAnAgentThatTalksToIt() throws Exception {
    try (TestChat chat = peer("discord:77")) {
      Address agent = chat.getsAnAgent();

      assertThat(chat.awaitRoute().channel()).hasToString("discord");
      assertThat(session().clientId()).isEqualTo(agent);
      assertThat(session().talkto()).hasToString("discord:77");
      assertThat(session().workspace()).endsWith("/discord:77");
      assertThat(Files.isDirectory(stage.stateDir().resolve("workspaces/discord:77"))).isTrue();
    }
  }

  @Test
  void nobodyElseAsksForTheAgentOfAChat() throws Exception {
    for (String stranger : new String[] {"discord:78", "tg:77", "agent:x", "shell"}) {
      try (TestChat other = peer(stranger)) {
        Ack ack = other.asks();
        assertThat(ack.success()).as(stranger).isFalse();
        assertThat(ack.message()).contains("discord:77");
      }
    }
  }

  @Test
  void anOperatorWhoAsksTalksWithTheAgentUntilItsChatAsks() throws Exception {
    try (TestChat operator = peer("cli:ops");
        TestChat chat = peer("discord:77")) {
      Address agent = operator.getsAnAgent();
      assertThat(session().talkto()).hasToString("cli:ops");

      assertThat(chat.getsAnAgent()).isEqualTo(agent);
      await().untilAsserted(() -> assertThat(session().talkto()).hasToString("discord:77"));

      assertThat(operator.getsAnAgent()).isEqualTo(agent);
      assertThat(session().talkto()).hasToString("discord:77");
    }
  }

  private TestChat peer(String address) throws Exception {
    return TestChat.join(stage.bus().url(), address, "discord", "77");
  }

  private AgentSession session() throws Exception {
    return Objects.requireNonNull(SessionStore.open(stage.runDir(), TimeSource.system()).of(CHAT));
  }
}
