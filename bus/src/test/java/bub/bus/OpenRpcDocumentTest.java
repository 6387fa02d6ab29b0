package bub.bus;

import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.Description.Described;
import bub.json.InvalidField;
import bub.protocol.Address;
import bub.protocol.ClientInfo;
import bub.protocol.Methods;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The complete answer to rpc.discover. */
class OpenRpcDocumentTest {

  @ParameterizedTest
  @EnumSource
  void isAValidOpenRpcDocument(Spoken spoken) {
    assertThat(Schemas.problemsOfDocument(spoken.description().document())).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void theValidatorWouldNoticeAMistake(Spoken spoken) {
    JsonNode document = spoken.description().document();
    ((ObjectNode) document.at("/methods/0/params/0/schema")).put("type", "text");
    assertThat(Schemas.problemsOfDocument(document)).isNotEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void namesTheVersionAndWhereThisDialectIsSpoken(Spoken spoken) {
    JsonNode document = spoken.description().document();
    assertThat(document.at("/info/version").asString()).isEqualTo(ClientInfo.VERSION);
    assertThat(document.at("/servers/0/url").asString())
        .isEqualTo("ws://127.0.0.1:7892" + spoken.on(new TestBus()).path());
  }

  @ParameterizedTest
  @EnumSource
  void listsExactlyTheMethodsThatTheBusServes(Spoken spoken) throws IllegalAccessException {
    var served = new TreeSet<String>();
    var bus = new TestBus();
    RawPeer peer = bus.peer(spoken.on(bus), Spoken.PEER);
    for (String method : allMethodNames()) {
      JsonNode answer = peer.asks(method, "{}").lastAnswer();
      if (!answer.at("/error/message").asString("").startsWith("Method not found")) {
        served.add(method);
      }
    }

    assertThat(spoken.description().methods())
        .filteredOn(method -> method.isServedByTheBus() && !method.isNotification())
        .extracting(Described::name)
        .containsExactlyInAnyOrderElementsOf(served);
  }

  private static Set<String> allMethodNames() throws IllegalAccessException {
    var names = new TreeSet<String>();
    for (Field constant : Methods.class.getFields()) {
      names.add(String.valueOf(constant.get(null)));
    }
    return names;
  }

  @ParameterizedTest
  @EnumSource
  void namesEveryMethodAndEveryErrorCodeOnce(Spoken spoken) {
    assertThat(spoken.description().methods()).extracting(Described::name).doesNotHaveDuplicates();
    assertThat(spoken.description().methods())
        .allSatisfy(
            method ->
                assertThat(method.node().path("errors").valueStream())
                    .extracting(error -> error.get("code").asInt())
                    .doesNotHaveDuplicates());
  }

  @ParameterizedTest
  @EnumSource
  void itsExamplesFitItsSchemas(Spoken spoken) {
    for (Described method : spoken.description().methods()) {
      for (JsonNode example : method.node().path("examples").values()) {
        ObjectNode params = JsonNodeFactory.instance.objectNode();
        example.get("params").forEach(given -> params.set(text(given, "name"), given.get("value")));
        assertThat(Schemas.problems(method.params(), params)).as("%s", method).isEmpty();
        if (example.has("result")) {
          assertThat(Schemas.problems(method.result(), example.at("/result/value")))
              .as("%s", method)
              .isEmpty();
        }
      }
    }
  }

  private static String text(JsonNode node, String name) {
    return node.get(name).asString();
  }

  @Test
  void takesTheSameAddressesAsTheBus() {
    JsonNode schema =
        Spoken.ADDRESS.description().method("initialize").params().at("/properties/clientId");
    for (char c = 0; c < 0xD800; c++) {
      String address = "a" + c;
      assertThat(Schemas.isValid(schema, JsonNodeFactory.instance.stringNode(address)))
          .as("%04x", (int) c)
          .isEqualTo(isAddress(address));
    }
  }

  private static boolean isAddress(String text) {
    try {
      Address.check("clientId", text);
      return true;
    } catch (InvalidField refused) {
      return false;
    }
  }

  /** With -Dbub.write=true it writes the file instead. */
  @ParameterizedTest
  @EnumSource
  void isTheDocumentThatWeShip(Spoken spoken) throws IOException {
    Path file = Path.of("..", "docs", "openrpc", spoken.name().toLowerCase(Locale.ROOT) + ".json");
    String document = PrettyJson.print(spoken.description().document());
    if (Boolean.getBoolean("bub.write")) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, document);
    }
    assertThat(file).hasContent(document);
  }
}
