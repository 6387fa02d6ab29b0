package bub.protocol.message;

import static bub.protocol.Json.raw;
import static bub.protocol.Json.refusedBy;
import static bub.protocol.Json.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import bub.protocol.Address;
import bub.protocol.Role;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadTest {
  static Stream<Arguments> examples() {
    return Stream.of(
        arguments(
            new Payload(
                new SpawnRequest(new ChatId("123456789"), new Channel("telegram"), null),
                new Address("tg:123456789"),
                Instant.parse("2026-02-17T12:00:00Z"),
                null),
            """
            {
              "type": "spawn_request",
              "from": "tg:123456789",
              "timestamp": "2026-02-17T12:00:00Z",
              "content": {"chat_id": "123456789", "channel": "telegram"}
            }
            """),
        arguments(
            new Payload(
                new SpawnResult.Running(new Address("agent:worker-abc123")),
                new Address("agent:system"),
                Instant.parse("2026-02-17T12:00:01Z"),
                null),
            """
            {
              "type": "spawn_result",
              "from": "agent:system",
              "timestamp": "2026-02-17T12:00:01Z",
              "content": {
                "success": true,
                "client_id": "agent:worker-abc123",
                "status": "running"
              }
            }
            """),
        arguments(
            new Payload(
                new Configure(new Address("tg:123456789")),
                new Address("tg:123456789"),
                Instant.parse("2026-02-17T12:00:02Z"),
                "app_1"),
            """
            {
              "type": "configure",
              "from": "tg:123456789",
              "timestamp": "2026-02-17T12:00:02Z",
              "messageId": "app_1",
              "content": {"talkto": "tg:123456789"}
            }
            """));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void isWrittenAndReadAsDocumented(Payload payload, String json) {
    assertThat(tree(payload)).isEqualTo(tree(json));
    assertThat(Payload.read(raw(json))).isEqualTo(payload);
    assertThat(Payload.read(payload.toRaw())).isEqualTo(payload);
  }

  @Test
  void whatTheWriterDoesNotSayOfItselfIsLeftOut() {
    assertThat(Payload.of(new AgentMessage("hi")).toRaw())
        .hasToString("{\"type\":\"agent_message\",\"content\":{\"text\":\"hi\"}}");
    assertThat(Payload.read(raw("{\"from\":null,\"timestamp\":null,\"messageId\":null}")))
        .isEqualTo(Payload.of(new UnknownMessage(null, null)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "from|'a b'",
        "from|7",
        "timestamp|1771329600",
        "timestamp|'noon'",
        "messageId|1",
        "messageId|{}"
      })
  void aFieldThatDoesNotFitNamesItself(String name, String value) {
    String json = "{\"" + name + "\":" + value.replace('\'', '"') + "}";
    assertThat(refusedBy(() -> Payload.read(raw(json)))).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        SpawnRequest.TYPE,
        SpawnResult.TYPE,
        RouteAssigned.TYPE,
        Configure.TYPE,
        ChatMessage.TYPE,
        ChatReply.TYPE,
        DeliveryStatus.TYPE,
        AgentEvent.TYPE
      })
  void theRoleMatrixKnowsOurTypesByTheSameNames(String type) {
    assertThat(Role.isCanonical(type)).isTrue();
  }
}
