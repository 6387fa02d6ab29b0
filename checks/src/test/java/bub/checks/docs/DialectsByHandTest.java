package bub.checks.docs;

import static bub.checks.kit.TypedClient.tree;
import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Eventually;
import bub.checks.kit.ServedBus;
import bub.checks.kit.TypedClient;
import bub.checks.kit.Workshop;
import bub.testkit.Product;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The exchanges in docs/dialects.md work as printed, on one bus for all dialects. */
class DialectsByHandTest {
  /**
   * Path, state of the peer, method, params, code, reason. A peer that is "in" is agent:me and has
   * subscribed to mine:*; one that is "full" has all the subscriptions it may have.
   */
  private static final List<String> REFUSALS =
      """
      /v2-topics  new   ping         {}                                        -32001
      /v2-topics  in    unsubscribe  {"topic":"other:*"}                       -32003
      /v2-topics  in    initialize   {"clientId":"agent:me"}                   -32600
      /v2-topics  in    notify       {}                                        -32601
      /v2-topics  in    subscribe    {}                                        -32602
      /v2-topics  in    subscribe    {"topic":""}                              -32602
      /v2-topics  in    subscribe    {"topic":"a:*","more":1}                  -32602
      /v2-topics  in    sendMessage  {"payload":{}}                            -32602
      /v2-topics  in    sendMessage  {"topic":"a:1","payload":{"messageId":"m","type":"agent_event","from":"agent:me","timestamp":"yesterday","content":{}}}  -32602
      /v2-topics  in    sendMessage  {"topic":"a:1","payload":{"messageId":"m","type":"agent_event","from":"agent:me","timestamp":"2026-02-17T12:00:00Z","content":"no"}}  -32602
      /v2-topics  in    sendMessage  {"topic":"a:1","payload":{"messageId":"m","messageId":"m","type":"agent_event","from":"agent:me","timestamp":"2026-02-17T12:00:00Z","content":{}}}  -32602
      /v2-topics  in    sendMessage  {"topic":"a:1","payload":{"messageId":"m","type":"agent_event","from":"console","timestamp":"2026-02-17T12:00:00Z","content":{}}}  -32602  send_as_not_granted
      /v2-topics  in    sendMessage  {"topic":"a:1","payload":{"messageId":"m","type":"tg_message","from":"agent:me","timestamp":"2026-02-17T12:00:00Z","content":{}}}  -32602  type_not_allowed
      /v1         new   ping         {}                                        -32600
      /v1         new   initialize   {}                                        -32002
      /v1         new   initialize   {"clientId":""}                           -32002
      /v1         new   initialize   {"clientId":"a","clientInfo":7}           -32002
      /v1         in    initialize   {"clientId":"agent:me"}                   -32001
      /v1         in    subscribe    {"topic":"mine:*"}                        -32003
      /v1         in    unsubscribe  {"topic":"other:*"}                       -32004
      /v1         in    subscribe    {}                                        -32600
      /v1         in    unsubscribe  {}                                        -32600
      /v1         in    sendMessage  {"payload":{}}                            -32600
      /v1         in    notify       {"topic":"a:1","payload":{}}              -32601
      /v1         in    processMessage  {}                                     -32601
      /v1         in    subscribe    {"topic":""}                              -32602
      /v1         in    sendMessage  {"topic":"","payload":{}}                 -32602
      /v1         in    sendMessage  {"topic":"a:1"}                           -32602
      /v1         in    sendMessage  {"topic":"a:1","payload":[]}              -32602
      /v1         in    sendMessage  {"topic":"a:1","payload":{"type":"spawn_result"}}  -32602  type_not_allowed
      /v1         full  subscribe    {"topic":"more:*"}                        -32602  too_many_subscriptions
      """
          .lines()
          .toList();

  /** In print, but not to be had by typing one text. */
  private static final List<String> NOT_TYPED =
      List.of("-32603", "-32013 draining", "/v1 -32602 send_as_not_granted");

  private static final int MAX_SUBSCRIPTIONS = 4;

  @RegisterExtension static final Workshop WORKSHOP = new Workshop();
  private static ServedBus bus;
  private static TypedClient console;

  @BeforeAll
  static void oneBus() throws Exception {
    bus = WORKSHOP.bus("--max-subscriptions", String.valueOf(MAX_SUBSCRIPTIONS));
    console = bus.connectAs("console");
  }

  @AfterEach
  void everyoneLeaves() {
    Eventually.holds(
        () -> assertThat(console.ask("getStatus", "{}").path("connections")).hasSize(1));
  }

  static List<Scene> scenes() throws IOException {
    return Scene.in(Files.readAllLines(document()));
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void whatIsPrintedIsWhatComes(Scene scene) throws Exception {
    ScenePlay.perform(scene, bus);
  }

  @Test
  void thePageShowsEveryMethodOfBothDialects() throws IOException {
    for (String path : List.of("/v1", "/v2-topics")) {
      Stream<String> methods =
          scenes().stream()
              .filter(scene -> scene.paths().values().stream().allMatch(path::equals))
              .flatMap(scene -> scene.lines().stream())
              .map(line -> tree(line.json()).path("method").asString(""));
      assertThat(methods)
          .as(path)
          .contains("initialize", "subscribe", "unsubscribe", "sendMessage", "ping")
          .contains(path.equals("/v1") ? "notify" : "processMessage");
    }
  }

  @ParameterizedTest
  @FieldSource("REFUSALS")
  void refusesWithTheCodeOfItsOwnTable(String refusal) throws Exception {
    String[] words = refusal.split(" +", -1);
    try (TypedClient peer = peer(words[0], words[1])) {
      JsonNode error = refused(peer, words[2], words[3]);

      assertThat(error.path("code").asString()).isEqualTo(words[4]);
      assertThat(error.path("data").path("reason").asString(""))
          .isEqualTo(words.length > 5 ? words[5] : "");
    }
  }

  @ParameterizedTest
  @CsvSource({"/v2-topics, topic", "/v1, classic"})
  void theTableOfErrorsIsComplete(String path, String dialect) throws IOException {
    String page = Files.readString(document());
    int from = page.indexOf("### Errors of the " + dialect);
    var printed = new TreeSet<String>();
    var row = Pattern.compile("\\| `(-\\d+)` \\|.*\\| (?:`(\\w+)` )?\\|");
    for (String line : page.substring(from, page.indexOf("```", from)).split("\n", -1)) {
      var found = row.matcher(line);
      if (found.matches()) {
        printed.add(found.group(1) + (found.group(2) == null ? "" : " " + found.group(2)));
      }
    }
    printed.removeIf(one -> NOT_TYPED.contains(one) || NOT_TYPED.contains(path + " " + one));

    assertThat(REFUSALS.stream().filter(one -> one.startsWith(path + " ")))
        .extracting(one -> one.replaceFirst("^.*} +", "").replaceAll(" +", " "))
        .containsOnly(printed.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource({
    "/v1, inbound:, true",
    "/v1, inbound:chat-, true",
    "/v1, inbound:chat, false",
    "/v2-topics, inbound:, false",
    "/v2-topics, inbound:chat-, false"
  })
  void aTextThatEndsOpenIsAPrefixInTheClassicDialectOnly(
      String path, String pattern, boolean matches) throws Exception {
    try (TypedClient peer = peer(path, "in")) {
      peer.ask("subscribe", "{\"topic\":\"%s\"}".formatted(pattern));
      console.type(
          """
          {"jsonrpc":"2.0","method":"sendMessage","id":"s",
           "params":{"from":"console","to":"inbound:chat-1","messageId":"m","payload":{}}}
          """);
      if (matches) {
        JsonNode delivery = peer.next();
        assertThat(delivery.path("params").path("topic").asString()).isEqualTo("inbound:chat-1");
        peer.type(
            "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"success\":true}}"
                .formatted(delivery.get("id")));
      }
      assertThat(console.next().path("result").path("acks")).hasSize(matches ? 1 : 0);
    }
  }

  private static TypedClient peer(String path, String state) throws InterruptedException {
    TypedClient peer = TypedClient.connect(bus.url().resolve(path));
    if (!state.equals("new")) {
      peer.ask("initialize", "{\"clientId\":\"agent:me\"}");
      peer.ask("subscribe", "{\"topic\":\"mine:*\"}");
    }
    if (state.equals("full")) {
      for (int i = 1; i < MAX_SUBSCRIPTIONS; i++) {
        peer.ask("subscribe", "{\"topic\":\"mine-too:%d\"}".formatted(i));
      }
    }
    return peer;
  }

  private static JsonNode refused(TypedClient peer, String method, String params)
      throws InterruptedException {
    JsonNode answer =
        peer.type(
                "{\"jsonrpc\":\"2.0\",\"id\":\"r\",\"method\":\"%s\",\"params\":%s}"
                    .formatted(method, params))
            .next();
    assertThat(answer.path("id").asString("")).isEqualTo("r");
    return answer.path("error");
  }

  private static Path document() {
    return Product.root().resolve("docs/dialects.md");
  }
}
