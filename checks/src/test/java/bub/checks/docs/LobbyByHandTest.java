package bub.checks.docs;

import static bub.checks.kit.TypedClient.tree;
import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.ServedBus;
import bub.checks.kit.TypedClient;
import bub.checks.kit.Workshop;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The lobby wire for people who type JSON into any WebSocket client. */
class LobbyByHandTest {
  private static final String CAPABILITY =
      """
      {"name": "%s", "description": "What it does", "input_schema": {}, "output_schema": {},
       "keywords": ["search"], "authorized_requester_ids": %s}
      """;
  private static final String CHEAPEST =
      CAPABILITY.formatted("find_cheapest_item_price_v2", "[\"item_finder_A1_v2\"]");
  private static final String FIND_CHEAPEST =
      "{\"capability_name\": \"find_cheapest_item_price_v2\"}";

  private static final String SEARCH =
      """
      {
        "capability_name": "initiate_item_search_v2",
        "item_to_find": "Bose QuietComfort headphones",
        "target_website": "amazon.com"
      }
      """;

  private static final String FOUND =
      """
      {
        "status": "success",
        "item_found_on_site": {
          "name": "Bose Quietcomfort - Amazon.com", "description": "...",
          "regular_price": 128, "source_website": "amazon.com",
          "url": "http://amazon.com/Bose_QuietComfort_headphones_attempt1"
        },
        "cheapest_price_globally": {
          "item_name": "Best Ever Laptop X1000", "cheapest_price": 108.8,
          "source": "DiscountDealz.com (mock)",
          "url": "http://mockdealz.com/Best_Ever_Laptop_X1000"
        },
        "message": "Search complete."
      }
      """;

  @RegisterExtension static final Workshop WORKSHOP = new Workshop();
  private static ServedBus bus;
  private static Hand finder;
  private static Hand hunter;

  @BeforeAll
  static void twoWhoOfferSomething() throws Exception {
    bus = WORKSHOP.bus();
    finder = register("item_finder_A1_v2", CAPABILITY.formatted("initiate_item_search_v2", "[]"));
    hunter = register("price_hunter_A2_v2", CHEAPEST);
  }

  @AfterEach
  void nothingElseHasCome() throws Exception {
    for (Hand hand : List.of(finder, hunter)) {
      hand.says("lobby", "DISCOVER_SERVICES", "{\"capability_name\": \"nothing\"}", "last");
      assertThat(hand.client.next().at("/conversation_id").asString()).isEqualTo("last");
    }
  }

  @Test
  void aRegistrationIsAcknowledgedWithAToken() throws Exception {
    TypedClient agent = connect();
    agent.type(
        """
        {
          "sender_id": "customer_A0", "receiver_id": "global_lobby",
          "message_type": "REGISTER",
          "payload": { "capabilities": [] },
          "auth_token": null
        }
        """);

    JsonNode answer = agent.next();
    String token = answer.at("/payload/auth_token").asString();
    assertThat(token).matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    assertThat(answer)
        .isEqualTo(
            tree(
                """
                {
                  "sender_id": "global_lobby",
                  "receiver_id": "customer_A0",
                  "message_type": "REGISTER_ACK",
                  "payload": {
                    "status": "success_registered_finalized",
                    "lobby_id": "global_lobby",
                    "auth_token": "%s"
                  }
                }
                """
                    .formatted(token)));
    assertThat(events("customer_A0"))
        .containsSubsequence("AGENT_REGISTERED", "AGENT_REGISTRATION_FINALIZED");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"capability_name\": \"find_cheapest_item_price_v2\"",
        "\"query_keywords\": [\"find_cheapest_item_price_v2\"]"
      })
  void aDiscoveryListsTheServicesThatFit(String wanted) throws Exception {
    finder.says("global_lobby", "DISCOVER_SERVICES", "{" + wanted + "}", "d-1");

    assertThat(finder.client.next())
        .isEqualTo(
            tree(
                """
                {
                  "sender_id": "global_lobby", "receiver_id": "item_finder_A1_v2",
                  "message_type": "SERVICES_AVAILABLE",
                  "payload": {
                    "services_found": [
                      {"agent_id": "price_hunter_A2_v2", "relevant_capabilities": [%s]}
                    ],
                    "discovered_for_capability": "find_cheapest_item_price_v2"
                  },
                  "conversation_id": "d-1"
                }
                """
                    .formatted(CHEAPEST)));
  }

  @Test
  void whoAsksIsNotAmongWhatIsFound() throws Exception {
    hunter.says("lobby", "DISCOVER_SERVICES", FIND_CHEAPEST, "d-2");

    assertThat(hunter.client.next().get("payload"))
        .isEqualTo(
            tree(
                """
                {"services_found": [], "discovered_for_capability": "find_cheapest_item_price_v2"}
                """));
  }

  @Test
  void aRequestGoesToItsAgentAndTheResponseBack() throws Exception {
    Hand customer = register("customer_A1");

    customer.says("item_finder_A1_v2", "REQUEST", SEARCH, "c-1");
    assertThat(finder.client.next())
        .isEqualTo(received("customer_A1", "item_finder_A1_v2", "REQUEST", SEARCH));

    String progress = "{ \"status\": \"in_progress\" }";
    finder.says("customer_A1", "RESPONSE", progress, "c-1");
    assertThat(customer.client.next())
        .isEqualTo(received("item_finder_A1_v2", "customer_A1", "RESPONSE", progress));
    finder.says("customer_A1", "RESPONSE", FOUND, "c-1");
    assertThat(customer.client.next())
        .isEqualTo(received("item_finder_A1_v2", "customer_A1", "RESPONSE", FOUND));
    assertThat(events("customer_A1")).contains("REQUEST_AUTHORIZED");
  }

  @Test
  void anAgentsOwnErrorIsPassedOnAsItIs() throws Exception {
    String error = "{ \"status\": \"error\", \"error\": \"sold out\", \"shelf\": 7 }";

    finder.says("price_hunter_A2_v2", "REQUEST", FIND_CHEAPEST, "c-1");
    hunter.client.next();
    hunter.says("item_finder_A1_v2", "RESPONSE", error, "c-1");

    assertThat(finder.client.next())
        .isEqualTo(received("price_hunter_A2_v2", "item_finder_A1_v2", "RESPONSE", error));
  }

  @Test
  void whoIsNotAuthorizedIsToldSo() throws Exception {
    Hand rogue = register("rogue_007");

    rogue.says("price_hunter_A2_v2", "REQUEST", FIND_CHEAPEST, "c-1");

    assertThat(rogue.client.next())
        .isEqualTo(
            received(
                "global_lobby",
                "rogue_007",
                "RESPONSE",
                """
                {
                  "status": "error",
                  "error": "Unauthorized: Agent 'rogue_007' is not authorized to call capability \
                'find_cheapest_item_price_v2' on agent 'price_hunter_A2_v2'.",
                  "error_code": "unauthorized"
                }
                """));
    assertThat(events("rogue_007")).contains("REQUEST_DENIED_AUTHORIZATION");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "null"})
  void aListOfNobodyMeansEverybody(String requesters) throws Exception {
    Hand open =
        register("open_" + requesters.length(), CAPABILITY.formatted("open_to_all", requesters));

    hunter.says(open.id, "REQUEST", "{\"capability_name\": \"open_to_all\"}", "c-1");

    assertThat(open.client.next().at("/sender_id").asString()).isEqualTo(hunter.id);
    open.says(hunter.id, "RESPONSE", "{\"status\": \"success\"}", "c-1");
    assertThat(hunter.client.next().at("/sender_id").asString()).isEqualTo(open.id);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ",\"auth_token\":\"d9428888-122b-11e1-b85c-61cd3cbb3210\""})
  void aMessageWithoutTheRightTokenIsRefusedInFewWords(String token) throws Exception {
    TypedClient thief = connect();
    thief.type(
        """
        {"sender_id":"item_finder_A1_v2","receiver_id":"global_lobby",
         "message_type":"DISCOVER_SERVICES","payload":{"capability_name":"x"}%s}
        """
            .formatted(token));

    assertThat(thief.next())
        .isEqualTo(
            tree(
                """
                {
                  "sender_id": "global_lobby", "receiver_id": "item_finder_A1_v2",
                  "message_type": "ERROR",
                  "payload": {
                    "error": "Authentication failed for message to lobby.",
                    "error_code": "authentication_failed"
                  }
                }
                """));
  }

  @Test
  void anErrorSaysWhichMessageItIsAbout() throws Exception {
    finder.says("global_lobby", "DISCOVER_SERVICES", "{}", "d-4");

    JsonNode error = finder.client.next();
    assertThat(error.at("/message_type").asString()).isEqualTo("ERROR");
    assertThat(error.at("/payload/error").asString()).contains("capability_name");
    assertThat(error.at("/payload/original_message_type").asString())
        .isEqualTo("DISCOVER_SERVICES");
    assertThat(error.at("/payload/original_conversation_id").asString()).isEqualTo("d-4");
  }

  // ---- hands

  /** A person at a keyboard who has registered. */
  private record Hand(TypedClient client, String id, String token) {
    void says(String to, String type, String payload, String conversation)
        throws InterruptedException {
      client.type(
          """
          {"sender_id": "%s", "receiver_id": "%s", "message_type": "%s", "payload": %s,
           "conversation_id": "%s", "auth_token": "%s"}
          """
              .formatted(id, to, type, payload, conversation, token));
    }
  }

  private static TypedClient connect() throws InterruptedException {
    return WORKSHOP.keep(TypedClient.connect(bus.url().resolve("/lobby")));
  }

  private static Hand register(String id, String... capabilities) throws InterruptedException {
    TypedClient client = connect();
    client.type(
        """
        {"sender_id":"%s","receiver_id":"global_lobby","message_type":"REGISTER",
         "payload":{"capabilities":[%s]},"auth_token":null}
        """
            .formatted(id, String.join(",", capabilities)));
    return new Hand(client, id, client.next().at("/payload/auth_token").asString());
  }

  /** A message in conversation c-1 as it arrives: never with a token. */
  private static JsonNode received(String from, String to, String type, String payload) {
    return tree(
        """
        {"sender_id":"%s","receiver_id":"%s","message_type":"%s","payload":%s,
         "conversation_id":"c-1"}
        """
            .formatted(from, to, type, payload));
  }

  private static List<String> events(String actor) throws InterruptedException {
    TypedClient console = bus.connectAs("console");
    return console
        .ask("queryActivity", "{\"actor\":\"" + actor + "\"}")
        .get("rows")
        .findValuesAsString("event");
  }
}
