package bub.lobby.contract;

import static bub.lobby.contract.Json.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.json.RawJson;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No schema makes the validator fetch another one. */
class NothingIsFetchedTest {
  private static final String BAIT = "{\"type\":\"string\",\"$defs\":{\"a\":{}}}";

  @TempDir private Path directory;
  private final AtomicInteger visits = new AtomicInteger();
  private HttpServer server;

  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          visits.incrementAndGet();
          byte[] answer = BAIT.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  /** Schemas that would lead a trusting reader to {@code address}. */
  private static List<String> luresTo(String address) {
    return List.of(
            "{'$ref':'%s'}",
            "{'$ref':'%s#/$defs/a'}",
            "{'$dynamicRef':'%s#/$defs/a'}",
            "{'$schema':'%s'}",
            "{'$schema':'https://json-schema.org/draft/2020-12/schema','$vocabulary':{'%s':true},"
                + "'$ref':'%s'}",
            "{'$id':'%s','$ref':'#/$defs/a'}",
            "{'$id':'%s','$ref':'a'}",
            "{'id':'%s','$ref':'#/$defs/a'}",
            "{'id':'%s','$ref':'#/$defs/a+b','$defs':{'a b':{}}}",
            "{'$id':'%s','$anchor':'a','$ref':'#b'}",
            "{'items':{'$id':'%s','$ref':'#/$defs/a'}}",
            "{'$defs':{'x':{'$id':'%s','properties':{'y':{'$ref':'z'}}}},'$ref':'#/$defs/x'}",
            "{'$recursiveRef':'%s','$ref':'%s'}")
        .stream()
        .map(schema -> schema.replace("%s", address))
        .toList();
  }

  private void refusesAll(String address) {
    for (String schema : luresTo(address)) {
      assertThat(SchemaCheck.problemWith("schema", json(schema))).as(schema).isNotNull();
    }
  }

  /** Even one that was never checked leads nowhere: it cannot be used, or means nothing. */
  private static void leadsNowhere(String address) {
    for (String schema : luresTo(address)) {
      try {
        CompiledContract contract =
            CompiledContract.compile(new CapabilitySchemas(json(schema), RawJson.EMPTY_OBJECT));
        contract.check(MessageDirection.INPUT, json("{'y':1}"));
      } catch (RuntimeException refused) {
        assertThat(refused).hasMessageNotContaining("Connection");
      }
    }
  }

  @Test
  void notFromTheNetwork() {
    String address = "http://localhost:" + server.getAddress().getPort() + "/schema";
    refusesAll(address);
    leadsNowhere(address);
    assertThat(visits).hasValue(0);
  }

  @Test
  void notFromFiles() throws IOException {
    Path bait = Files.writeString(directory.resolve("schema"), BAIT);
    String address = bait.toUri().toString();
    refusesAll(address);
    // Were the file read, a string would be accepted.
    assertThatThrownBy(() -> Json.taking("{'$ref':'" + address + "'}"))
        .hasMessageContaining("cannot refer to another document");
  }

  @Test
  void notFromTheClassPath() {
    refusesAll("classpath:draft/2020-12/schema");
    leadsNowhere("classpath:draft/2020-12/schema");
    assertThatThrownBy(() -> Json.taking("{'$ref':'classpath:draft/2020-12/schema'}"))
        .hasMessageContaining("cannot refer to another document");
  }

  @Test
  void aSchemaCannotPassForAnother() {
    String impostor = "{'$id':'https://json-schema.org/draft/2020-12/schema','type':'string'}";
    Json.taking(impostor);
    assertThat(SchemaCheck.problemWith("schema", json("{'type':'object'}"))).isNull();
    assertThat(Json.taking("{'type':'object'}").check(MessageDirection.INPUT, json("{}")))
        .isEmpty();
  }
}
