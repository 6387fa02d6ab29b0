package bub.protocol.lobby;

import static bub.protocol.Json.raw;
import static bub.protocol.Json.refusedBy;
import static bub.protocol.Json.tree;
import static org.assertj.core.api.Assertions.assertThat;

import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.MessageId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LobbyMessageTest {
  private static final String REQUEST =
      """
      {
        "sender_id": "searcher_A1",
        "receiver_id": "price_hunter_A2",
        "message_type": "REQUEST",
        "payload": {"capability_name": "find_price", "item": "Bose QuietComfort headphones"},
        "conversation_id": "0b9f7c1e-4b0e-4a5f-9d39-5a4d1c1f0f4e",
        "auth_token": "8f14e45f-ceea-467f-a0e6-1c2d3e4f5a6b"
      }
      """;

  private static String message(String member) {
    String name = member.replaceAll("'(.*?)'.*", "$1");
    var members = new StringBuilder(member);
    for (String good :
        new String[] {
          "'sender_id':'a'", "'receiver_id':'b'", "'message_type':'ERROR'", "'payload':{}"
        }) {
      if (!good.startsWith("'" + name + "'")) {
        members.append(members.isEmpty() ? "" : ",").append(good);
      }
    }
    return ("{" + members + "}").replace('\'', '"');
  }

  @Test
  void isReadAndWrittenAsDocumented() {
    var message = LobbyMessage.read(raw(REQUEST));
    assertThat(message.sender()).isEqualTo(new Address("searcher_A1"));
    assertThat(message.receiver()).isEqualTo(new Address("price_hunter_A2"));
    assertThat(message.type()).isEqualTo(MessageType.REQUEST);
    assertThat(message.conversation())
        .isEqualTo(new MessageId("0b9f7c1e-4b0e-4a5f-9d39-5a4d1c1f0f4e"));
    assertThat(message.authToken()).isEqualTo("8f14e45f-ceea-467f-a0e6-1c2d3e4f5a6b");
    assertThat(tree(message)).isEqualTo(tree(REQUEST));
    assertThat(LobbyMessage.read(message.toRaw())).isEqualTo(message);
  }

  @Test
  void conversationAndTokenMayBeAbsent() {
    var bare =
        new LobbyMessage(
            new Address("a"),
            new Address("b"),
            MessageType.ERROR,
            RawJson.EMPTY_OBJECT,
            null,
            null,
            null);
    assertThat(LobbyMessage.read(raw(message("")))).isEqualTo(bare);
    assertThat(LobbyMessage.read(raw(message("'auth_token':null")))).isEqualTo(bare);
    assertThat(LobbyMessage.read(raw(message("'conversation_id':null")))).isEqualTo(bare);
    assertThat(tree(bare).propertyNames())
        .containsExactlyInAnyOrder("sender_id", "receiver_id", "message_type", "payload");
  }

  @ParameterizedTest
  @EnumSource(MessageType.class)
  void everyTypeIsCalledAsItIsWritten(MessageType type) {
    var message = LobbyMessage.read(raw(message("'message_type':'" + type.name() + "'")));
    assertThat(message.type()).isEqualTo(type);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.1.0", "0.1.7", "0.1", "0.1.x", "0.x", "^0.1", ">=0.1 <2", "*"})
  void aVersionOfTheProtocolMayBeGivenInManyWays(String version) {
    var message = LobbyMessage.read(raw(message("'protocol_version':'" + version + "'")));
    assertThat(message.protocolVersion()).isEqualTo(version);
    assertThat(LobbyMessage.read(message.toRaw())).isEqualTo(message);
  }

  @Test
  void neverShowsItsToken() {
    assertThat(LobbyMessage.read(raw(REQUEST)))
        .hasToString("REQUEST from searcher_A1 to price_hunter_A2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sender_id", "receiver_id", "message_type", "payload"})
  void aFieldThatIsMissingIsNamed(String name) {
    String missing = message("'" + name + "':0").replaceFirst("\"" + name + "\":0,", "");
    assertThat(refusedBy(() -> LobbyMessage.read(raw(missing)))).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "sender_id|7",
        "sender_id|''",
        "sender_id|'a b'",
        "sender_id|'a\\u0000'",
        "receiver_id|null",
        "receiver_id|'\\u202f'",
        "message_type|'request'",
        "message_type|'HELLO'",
        "message_type|''",
        "message_type|7",
        "message_type|null",
        "payload|null",
        "payload|[]",
        "payload|'{}'",
        "conversation_id|''",
        "conversation_id|7",
        "auth_token|7",
        "auth_token|{}",
        "protocol_version|7",
        "protocol_version|'0.2.0'",
        "protocol_version|'1'",
        "protocol_version|'latest'",
        "token|'x'"
      })
  void aFieldThatDoesNotFitNamesItself(String name, String value) {
    String text = message("'" + name + "':" + value);
    assertThat(refusedBy(() -> LobbyMessage.read(raw(text)))).isEqualTo(name);
  }

  @Test
  void idsOfHostileLengthAreRefused() {
    String tooLong = "x".repeat(257);
    for (String name : new String[] {"sender_id", "receiver_id", "conversation_id"}) {
      String text = message("'" + name + "':'" + tooLong + "'");
      assertThat(refusedBy(() -> LobbyMessage.read(raw(text)))).isEqualTo(name);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "7", "\"REGISTER\"", "[\"a\",\"b\",\"ERROR\",{}]"})
  void mustBeAnObject(String text) {
    assertThat(refusedBy(() -> LobbyMessage.read(raw(text)))).isEqualTo("message");
  }
}
