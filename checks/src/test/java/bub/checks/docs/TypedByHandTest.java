package bub.checks.docs;

import static bub.checks.kit.TypedClient.tree;
import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.ServedBus;
import bub.checks.kit.TypedClient;
import bub.checks.kit.Workshop;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The protocol for two people who type JSON into any WebSocket client. */
class TypedByHandTest {
  private static final String INITIALIZE =
      """
      {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
          "clientId": "%s",
          "clientInfo": {
            "name": "bub",
            "version": "0.2.0"
          }
        }
      }
      """;

  private static final String SEND =
      """
      {
        "jsonrpc": "2.0",
        "id": 4,
        "method": "sendMessage",
        "params": {
          "from": "tg:123456789",
          "to": "agent:worker-42",
          "messageId": "msg_01J...",
          "payload": {
            "type": "tg_message",
            "content": { "text": "hello" }
          }
        }
      }
      """;

  private static final String ANSWER =
      """
      {
        "jsonrpc": "2.0",
        "id": %s,
        "result": {
          "success": true,
          "message": "%s",
          "shouldRetry": false,
          "retrySeconds": 0,
          "payload": {}
        }
      }
      """;

  @RegisterExtension static final Workshop WORKSHOP = new Workshop();
  private static ServedBus bus;

  private TypedClient one;
  private TypedClient two;

  @BeforeAll
  static void oneBus() throws Exception {
    bus = WORKSHOP.bus();
  }

  @BeforeEach
  void twoPeople() throws Exception {
    one = bus.connect();
    two = bus.connect();
  }

  @Test
  void initializeTellsWhoAnswersAndWhatItCanDo() throws Exception {
    JsonNode answer = one.type(INITIALIZE.formatted("agent:system")).next();

    String serverId = answer.path("result").path("serverId").asString("");
    assertThat(serverId).matches("bus-[0-9a-f]+");
    ((ObjectNode) answer.get("result")).put("serverId", "bus-abc");
    assertThat(answer)
        .isEqualTo(
            tree(
                """
                {
                  "jsonrpc": "2.0",
                  "id": 1,
                  "result": {
                    "serverId": "bus-abc",
                    "serverInfo": {
                      "name": "bub-bus",
                      "version": "0.2.0"
                    },
                    "capabilities": {
                      "subscribe": true,
                      "processMessage": true,
                      "addresses": ["tg:*", "agent:*", "system:*"]
                    }
                  }
                }
                """));
  }

  @Test
  void nothingIsAnsweredBeforeInitialize() throws Exception {
    JsonNode answer = one.type(SEND).next();

    assertThat(answer.path("id").asInt()).isEqualTo(4);
    assertThat(answer.path("error").path("code").asInt()).isEqualTo(-32001);
  }

  @Test
  void subscribeAndUnsubscribeSaySuccess() throws Exception {
    one.type(INITIALIZE.formatted("agent:system")).next();

    one.type(
        """
        {
          "jsonrpc": "2.0",
          "id": 2,
          "method": "subscribe",
          "params": {
            "address": "tg:*"
          }
        }
        """);
    assertThat(one.next()).isEqualTo(success(2));

    String unsubscribe =
        """
        {
          "jsonrpc": "2.0",
          "id": 3,
          "method": "unsubscribe",
          "params": {
            "address": "tg:*"
          }
        }
        """;
    assertThat(one.type(unsubscribe).next()).isEqualTo(success(3));
    assertThat(one.type(unsubscribe).next().path("error").path("code").asInt()).isEqualTo(-32003);
  }

  @Test
  void aMessageGoesToTheOtherAndItsAnswerComesBack() throws Exception {
    one.type(INITIALIZE.formatted("tg:123456789")).next();
    two.type(INITIALIZE.formatted("agent:worker-42")).next();

    one.type(SEND);
    JsonNode delivery = two.next();
    assertThat(delivery.path("id").isMissingNode()).isFalse();
    ObjectNode expected = (ObjectNode) tree(SEND);
    expected.put("method", "processMessage").set("id", delivery.get("id"));
    assertThat(delivery).isEqualTo(expected);

    two.type(ANSWER.formatted(delivery.get("id"), "ok"));
    assertThat(one.next())
        .isEqualTo(
            tree(
                """
                {
                  "jsonrpc": "2.0",
                  "id": 4,
                  "result": {
                    "accepted": true,
                    "messageId": "msg_01J...",
                    "acks": [
                      {
                        "success": true,
                        "message": "ok",
                        "shouldRetry": false,
                        "retrySeconds": 0,
                        "payload": {}
                      }
                    ]
                  }
                }
                """));
  }

  @Test
  void aConfigureIsDeliveredAndItsWordsComeBack() throws Exception {
    // A bridge speaks for a chat that has no connection of its own.
    one.type(INITIALIZE.formatted("telegram-bridge")).next();
    two.type(INITIALIZE.formatted("agent:worker-42")).next();

    one.type(
        """
        {
          "jsonrpc": "2.0",
          "id": 7,
          "method": "sendMessage",
          "params": {
            "from": "tg:123456789",
            "to": "agent:worker-42",
            "messageId": "msg_01J...",
            "payload": {
              "type": "configure",
              "content": { "talkto": "tg:123456789" }
            }
          }
        }
        """);
    JsonNode delivery = two.next();
    assertThat(delivery)
        .isEqualTo(
            tree(
                """
                {
                  "jsonrpc": "2.0",
                  "id": %s,
                  "method": "processMessage",
                  "params": {
                    "from": "tg:123456789",
                    "to": "agent:worker-42",
                    "messageId": "msg_01J...",
                    "payload": {
                      "type": "configure",
                      "content": { "talkto": "tg:123456789" }
                    }
                  }
                }
                """
                    .formatted(delivery.get("id"))));
    two.type(ANSWER.formatted(delivery.get("id"), "configured"));

    assertThat(one.next().path("result").path("acks"))
        .isEqualTo(
            tree(
                """
                [
                  {
                    "success": true,
                    "message": "configured",
                    "shouldRetry": false,
                    "retrySeconds": 0,
                    "payload": {}
                  }
                ]
                """));
  }

  @Test
  void everyoneWhosePatternMatchesGetsTheMessage() throws Exception {
    one.type(INITIALIZE.formatted("tg:123456789")).next();
    two.type(INITIALIZE.formatted("agent:worker-42")).next();
    one.ask("subscribe", "{\"address\":\"agent:*\"}");

    one.type(SEND);

    JsonNode toTwo = two.next();
    two.type(ANSWER.formatted(toTwo.get("id"), "two"));
    JsonNode toOne = one.next();
    assertThat(toOne.get("params")).isEqualTo(toTwo.get("params"));
    one.type(ANSWER.formatted(toOne.get("id"), "one"));

    assertThat(one.next().path("result").path("acks").findValuesAsString("message"))
        .containsExactlyInAnyOrder("one", "two");
  }

  @Test
  void aMessageThatNobodyListensToIsAcceptedWithoutAcks() throws Exception {
    one.type(INITIALIZE.formatted("tg:123456789")).next();

    assertThat(one.type(SEND.replace("agent:worker-42", "agent:nobody")).next())
        .isEqualTo(
            tree(
                """
                {"jsonrpc": "2.0", "id": 4,
                 "result": {"accepted": true, "messageId": "msg_01J...", "acks": []}}
                """));
  }

  @Test
  void pingIsAnsweredWithTheTime() throws Exception {
    one.type(INITIALIZE.formatted("tg:1")).next();

    JsonNode answer = one.type("{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}").next();
    assertThat(answer.path("id").asInt()).isEqualTo(9);
    assertThat(answer.path("result").path("timestamp").asString("")).endsWith("Z");
  }

  private static JsonNode success(int id) {
    return tree(
        """
        {"jsonrpc": "2.0", "id": %d, "result": {"success": true}}
        """
            .formatted(id));
  }
}
