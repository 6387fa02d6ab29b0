package bub.agent;

import static org.assertj.core.api.Assertions.assertThat;

import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.message.Configure;
import org.junit.jupiter.api.Test;

/** Rules for configuring an agent. */
class ConfigureTest extends AgentTest {

  @Test
  void anotherChatCannotTakeOverTheAgentOfAChat() throws Exception {
    start();
    try (TestPeer stranger = bus.peer("web:9")) {
      assertRefused(stranger.configures(AGENT));
      assertRefused(stranger.sends(AGENT, "c1", new Configure(new Address("term:1"))));
    }
    assertThat(agent().state().talkto()).hasToString("term:1");
    assertThat(chat.asks(AGENT, "m1", "hello")).isEqualTo("You said: hello");
    assertThat(chat.configures(AGENT)).isEqualTo(Ack.ok("configured"));
  }

  @Test
  void aChatCannotGiveItsAgentAway() throws Exception {
    start();

    assertRefused(chat.sends(AGENT, "c1", new Configure(new Address("web:9"))));

    assertThat(agent().state().talkto()).hasToString("term:1");
  }

  @Test
  void anAgentWithoutAChatTakesTheFirstAndNoOther() throws Exception {
    start(settings().withTalkto(null));
    try (TestPeer stranger = bus.peer("web:9")) {
      assertRefused(stranger.sends(AGENT, "c1", new Configure(new Address("term:1"))));
      assertThat(agent().state().talkto()).isNull();

      assertThat(chat.configures(AGENT)).isEqualTo(Ack.ok("configured"));
      assertRefused(stranger.configures(AGENT));
      agent().close();
      start(settings().withTalkto(null));
      assertRefused(stranger.configures(AGENT));
    }
    assertThat(agent().state().talkto()).hasToString("term:1");
  }

  @Test
  void operatorsMayHaveAnAgentTalkToAnotherChatUntilItsOwnChatWantsItBack() throws Exception {
    start();
    try (TestPeer operator = bus.peer("cli:1")) {
      assertThat(operator.sends(AGENT, "c1", new Configure(new Address("web:9"))))
          .isEqualTo(Ack.ok("configured"));
    }
    assertThat(agent().state().talkto()).hasToString("web:9");
    restart();
    assertThat(agent().state().talkto()).hasToString("web:9");

    assertThat(chat.configures(AGENT)).isEqualTo(Ack.ok("configured"));
    assertThat(agent().state().talkto()).hasToString("term:1");
  }

  private static void assertRefused(Ack ack) {
    assertThat(ack.success()).isFalse();
    assertThat(ack.shouldRetry()).isFalse();
    assertThat(ack.message()).contains(AGENT);
  }
}
