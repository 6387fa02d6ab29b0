package bub.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RoleTest {
  @ParameterizedTest
  @CsvSource({
    "tg:123456789,     CHAT",
    "tg:,              CHAT",
    "web:3,            CHAT",
    "term:me,          CHAT",
    "telegram-bridge,  CHAT",
    "agent:system,     SYSTEM_AGENT",
    "agent:worker-42,  AGENT",
    "agent:,           AGENT",
    "agent:system:2,   AGENT",
    "agent:systemd,    AGENT",
    "agent:SYSTEM,     AGENT",
    "discord:77,       CHAT",
    "xagent:system,    CHAT",
    "discord-bridge,   CHAT",
    "telegram-bridge2, OTHER",
    "tg,               OTHER",
    "TG:1,             OTHER",
    "Agent:system,     OTHER",
    "system:spawn,     OTHER",
    "system:lobby,     OTHER",
    "lobby,            OTHER",
    "lobby:1,          OTHER",
    "global_lobby,     OTHER",
    "room:1,           OTHER",
    "a2a:1,            OTHER",
    "mcp:1,            OTHER",
    "hook:1,           OTHER",
    "api:1,            OTHER",
    "cli:1,            OTHER",
    "*,                OTHER",
  })
  void isToldByTheSendersAddress(String address, Role role) {
    assertThat(Role.of(new Address(address))).isEqualTo(role);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    // type,          chat,  system agent, agent, other
    "spawn_request,   true,  false, false, false",
    "spawn_result,    false, true,  false, false",
    "route_assigned,  false, true,  false, false",
    "configure,       true,  false, false, false",
    "tg_message,      true,  false, false, false",
    "tg_reply,        false, false, true,  false",
    "delivery_status, true,  false, true,  false",
    "agent_event,     false, true,  true,  false",
  })
  void aCanonicalTypeIsForTheRolesListedWithIt(
      String type, boolean chat, boolean systemAgent, boolean agent, boolean other) {
    assertThat(Role.isCanonical(type)).isTrue();
    assertThat(Role.CHAT.maySend(type)).isEqualTo(chat);
    assertThat(Role.SYSTEM_AGENT.maySend(type)).isEqualTo(systemAgent);
    assertThat(Role.AGENT.maySend(type)).isEqualTo(agent);
    assertThat(Role.OTHER.maySend(type)).isEqualTo(other);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "agent_message",
        "lobby_register",
        "lobby_discover",
        "lobby_request",
        "route_query",
        "TG_MESSAGE",
        "tg_message ",
        ""
      })
  void everyOtherTypeIsFree(String type) {
    assertThat(Role.isCanonical(type)).isFalse();
    for (Role role : Role.values()) {
      assertThat(role.maySend(type)).isTrue();
    }
  }

  @Test
  void aMessageWithoutATypeIsFree() {
    assertThat(Role.isCanonical(null)).isFalse();
    for (Role role : Role.values()) {
      assertThat(role.maySend(null)).isTrue();
    }
  }
}
