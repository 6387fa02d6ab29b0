package bub.bus.server;

import static org.assertj.core.api.Assertions.assertThat;

import bub.testkit.RawWebSocket;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Every method names the invalid field. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MethodFieldsTest {
  private static final String LONG = "x".repeat(257);

  private final TestServer bus = TestServer.start();
  private RawWebSocket peer;

  @BeforeAll
  void connect() throws IOException {
    peer = bus.rawPeer("agent:odd");
  }

  @AfterAll
  void disconnect() throws IOException {
    peer.close();
    bus.close();
  }

  @AfterEach
  void othersAreUndisturbed() {
    bus.othersStillTalk();
  }

  static Stream<Arguments> badFields() {
    return Stream.of(
            initialize(), subscribe("subscribe"), subscribe("unsubscribe"), send(), inspection())
        .flatMap(rows -> rows);
  }

  private static Stream<Arguments> initialize() {
    return Stream.of(
        bad("initialize", "clientId", "{}"),
        bad("initialize", "clientId", "{'clientId':''}"),
        bad("initialize", "clientId", "{'clientId':7}"),
        bad("initialize", "clientId", "{'clientId':null}"),
        bad("initialize", "clientId", "{'clientId':'a b'}"),
        bad("initialize", "clientId", "{'clientId':'a\\u0000b'}"),
        bad("initialize", "clientId", "{'clientId':'" + LONG + "'}"),
        bad("initialize", "clientId", "{'clientId':'a','clientId':'b'}"),
        bad("initialize", "clientInfo", "{'clientId':'a','clientInfo':7}"),
        bad("initialize", "name", "{'clientId':'a','clientInfo':{'name':7}}"),
        bad("initialize", "authToken", "{'clientId':'a','authToken':7}"),
        bad("initialize", "color", "{'clientId':'a','color':'red'}"));
  }

  private static Stream<Arguments> subscribe(String method) {
    return Stream.of(
        bad(method, "address", "{}"),
        bad(method, "address", "{'address':''}"),
        bad(method, "address", "{'address':['a']}"),
        bad(method, "address", "{'address':'a b'}"),
        bad(method, "address", "{'address':'" + LONG + "'}"),
        bad(method, "topic", "{'address':'a','topic':'b'}"));
  }

  private static Stream<Arguments> send() {
    String[] fields = {"'from':'agent:odd'", "'to':'agent:ann'", "'messageId':'m'", "'payload':{}"};
    return Stream.of(
        bad("sendMessage", "from", sending(fields, 0, "'from':''")),
        bad("sendMessage", "from", sending(fields, 0, "'from':'" + LONG + "'")),
        bad("sendMessage", "from", sending(fields, 0, "'from':'agent:ann'")),
        bad("sendMessage", "to", sending(fields, 1, "")),
        bad("sendMessage", "to", sending(fields, 1, "'to':''")),
        bad("sendMessage", "to", sending(fields, 1, "'to':['a','b']")),
        bad("sendMessage", "to", sending(fields, 1, "'to':'a\\nb'")),
        bad("sendMessage", "to", sending(fields, 1, "'to':'" + LONG + "'")),
        bad("sendMessage", "to", sending(fields, 1, "'to':'a','to':'b'")),
        bad("sendMessage", "messageId", sending(fields, 2, "")),
        bad("sendMessage", "messageId", sending(fields, 2, "'messageId':''")),
        bad("sendMessage", "messageId", sending(fields, 2, "'messageId':7")),
        bad("sendMessage", "messageId", sending(fields, 2, "'messageId':'" + LONG + "'")),
        bad("sendMessage", "payload", sending(fields, 3, "")),
        bad("sendMessage", "payload", sending(fields, 3, "'payload':null")),
        bad("sendMessage", "payload", sending(fields, 3, "'payload':'hello'")),
        bad("sendMessage", "payload.type", sending(fields, 3, "'payload':{'type':7}")),
        bad("sendMessage", "payload.type", sending(fields, 3, "'payload':{'type':'spawn_result'}")),
        bad("sendMessage", "topic", sending(fields, 3, "'payload':{},'topic':'a'")));
  }

  private static Stream<Arguments> inspection() {
    return Stream.of(
        bad("getReceipt", "messageId", "{}"),
        bad("getReceipt", "messageId", "{'messageId':''}"),
        bad("getReceipt", "messageId", "{'messageId':'" + LONG + "'}"),
        bad("queryActivity", "color", "{'color':'red'}"),
        bad("watchActivity", "color", "{'color':'red'}"));
  }

  private static String sending(String[] fields, int replaced, String by) {
    var all = new StringBuilder("{");
    for (int i = 0; i < fields.length; i++) {
      String field = i == replaced ? by : fields[i];
      all.append(field.isEmpty() || all.length() == 1 ? "" : ",").append(field);
    }
    return all.append('}').toString();
  }

  private static Arguments bad(String method, String field, String params) {
    return Arguments.of(method, field, params.replace('\'', '"'));
  }

  @ParameterizedTest
  @MethodSource("badFields")
  void namesTheFieldThatItCannotTake(String method, String field, String params)
      throws IOException {
    if (method.equals("initialize")) {
      try (RawWebSocket stranger = bus.raw()) {
        assertRefused(stranger, method, field, params);
      }
    } else {
      assertRefused(peer, method, field, params);
    }
  }

  private static void assertRefused(RawWebSocket by, String method, String field, String params)
      throws IOException {
    JsonNode answer = Wire.read(by.call(Wire.request(5, method, params)));
    assertThat(answer.at("/error/code").asInt()).as(answer.toString()).isEqualTo(-32602);
    assertThat(answer.at("/error/message").asString()).contains(field + ":");
    assertThat(answer.get("id").asInt()).isEqualTo(5);
  }
}
