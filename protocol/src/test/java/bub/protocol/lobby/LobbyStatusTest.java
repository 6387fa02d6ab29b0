package bub.protocol.lobby;

import static bub.protocol.Json.raw;
import static bub.protocol.Json.refusedBy;
import static bub.protocol.Json.tree;
import static org.assertj.core.api.Assertions.assertThat;

import bub.protocol.Address;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LobbyStatusTest {
  private static final String REGISTERED =
      """
      {
        "status": "success_registered_finalized",
        "lobby_id": "global_lobby",
        "auth_token": "8f14e45f-ceea-467f-a0e6-1c2d3e4f5a6b"
      }
      """;
  private static final LobbyStatus STATUS =
      new LobbyStatus(
          LobbyStatus.REGISTERED,
          new Address("global_lobby"),
          "8f14e45f-ceea-467f-a0e6-1c2d3e4f5a6b");

  @Test
  void isWrittenAndReadAsDocumented() {
    assertThat(tree(STATUS)).isEqualTo(tree(REGISTERED));
    assertThat(LobbyStatus.read(raw(REGISTERED))).isEqualTo(STATUS);
  }

  @Test
  void neverShowsItsToken() {
    assertThat(STATUS).hasToString("success_registered_finalized");
    assertThat(tree(STATUS.withoutToken()).has("auth_token")).isFalse();
    assertThat(LobbyStatus.read(STATUS.withoutToken().toRaw())).isEqualTo(STATUS.withoutToken());
  }

  @Test
  void aFaultIsWrittenAndReadAsDocumented() {
    var whole = new LobbyError("no such receiver", "invalid_message", "REQUEST", "c-1");
    assertThat(tree(whole))
        .isEqualTo(
            tree(
                """
                {"error": "no such receiver", "error_code": "invalid_message",
                 "original_message_type": "REQUEST",
                 "original_conversation_id": "c-1"}
                """));
    assertThat(LobbyError.read(whole.toRaw())).isEqualTo(whole);
    var bare =
        LobbyError.of(
            LobbyErrorCode.AUTHENTICATION_FAILED, "Authentication failed for message to lobby.");
    assertThat(tree(bare).propertyNames()).containsExactly("error", "error_code");
    assertThat(LobbyError.read(bare.toRaw())).isEqualTo(bare);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[]|payload",
        "{'lobby_id':'lobby'}|status",
        "{'status':7,'lobby_id':'lobby'}|status",
        "{'status':'x'}|lobby_id",
        "{'status':'x','lobby_id':'a b'}|lobby_id",
        "{'status':'x','lobby_id':'lobby','auth_token':7}|auth_token"
      })
  void aRefusalNamesTheField(String payload, String field) {
    assertThat(refusedBy(() -> LobbyStatus.read(raw(payload.replace('\'', '"'))))).isEqualTo(field);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "7|payload",
        "{}|error",
        "{'error':{}}|error",
        "{'error':'x','original_message_type':1}|original_message_type",
        "{'error':'x','original_conversation_id':[]}|original_conversation_id"
      })
  void aFaultThatDoesNotFitNamesItsField(String payload, String field) {
    assertThat(refusedBy(() -> LobbyError.read(raw(payload.replace('\'', '"'))))).isEqualTo(field);
  }
}
