package bub.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import bub.json.Fields;
import bub.json.RawJson;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.SwaggerParseResult;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The OpenAPI document, and its accuracy. */
@TestInstance(Lifecycle.PER_CLASS)
class OpenApiTest {
  @TempDir static Path directory;
  private Scene scene;
  private RawJson document;

  @BeforeAll
  void open() throws Exception {
    scene = new Scene(directory).connected();
    scene.peer("agent:worker");
    Scene.send(scene.peer("tg:1"), "agent:worker", "m1", "{\"type\":\"note\"}");
    document = scene.web.get("/openapi.json").json();
  }

  @AfterAll
  void close() {
    scene.close();
  }

  @Test
  void theUsualParserReadsItWithoutAComplaint() {
    SwaggerParseResult read = new OpenAPIV3Parser().readContents(document.toString());
    assertThat(read.getMessages()).isEmpty();
    assertThat(read.getOpenAPI().getOpenapi()).startsWith("3.1");
    assertThat(read.getOpenAPI().getPaths()).containsKeys("/api/me", "/api/send", "/api/chats");

    String damaged = document.toString().replaceFirst("\"responses\"", "\"answers\"");
    assertThat(new OpenAPIV3Parser().readContents(damaged).getMessages()).isNotEmpty();
  }

  @Test
  void saysWhichParametersAreNeededAndWhoMayAsk() {
    OpenAPI api = new OpenAPIV3Parser().readContents(document.toString()).getOpenAPI();
    assertThat(required(api, "/api/message")).containsEntry("id", true);
    assertThat(required(api, "/api/sessions/log"))
        .containsEntry("agent", true)
        .containsEntry("lines", false);
    assertThat(required(api, "/api/chats/{id}/history"))
        .containsOnly(entry("id", true), entry("limit", false), entry("before", false));
    assertThat(document.fields().object("components").fields().object("securitySchemes").toString())
        .contains("\"bub_console_" + scene.console.url().getPort() + "\"");
    assertThat(get(api, "/api/peers").getSecurity()).anyMatch(one -> one.containsKey("login"));
    assertThat(get(api, "/api/me").getSecurity()).noneMatch(one -> one.containsKey("login"));
    var limit = get(api, "/api/messages").getParameters().getLast().getSchema();
    assertThat(limit.getMinimum()).isEqualByComparingTo("1");
    assertThat(limit.getMaximum()).isEqualByComparingTo("200");
  }

  private static Operation get(OpenAPI api, String path) {
    return Objects.requireNonNull(api.getPaths().get(path), path).getGet();
  }

  private static Map<String, Boolean> required(OpenAPI api, String path) {
    return get(api, path).getParameters().stream()
        .collect(Collectors.toMap(Parameter::getName, Parameter::getRequired));
  }

  @Test
  void everyReferenceLeadsSomewhere() {
    Fields schemas = document.fields().object("components").fields().object("schemas").fields();
    var references =
        Pattern.compile("\"\\$ref\":\"#/components/schemas/([^\"]+)\"")
            .matcher(document.toString());
    int count = 0;
    while (references.find()) {
      assertThat(schemas.find(references.group(1))).as(references.group(1)).isNotNull();
      count++;
    }
    assertThat(count).isGreaterThan(50);
    assertThat(document.toString()).doesNotContain("$defs");
  }

  @ParameterizedTest
  @CsvSource({
    "/api/me, CurrentUser",
    "/api/status, StatusView",
    "/api/peers, PeersView",
    "/api/messages, MessagePage",
    "/api/message?id=m1, MessageDetail",
    "/api/traces, TurnList",
    "/api/trace?id=m1, TurnView",
    "/api/costs, CostReport",
    "/api/health?points=3600, HealthView",
    "/api/lobby/agents, LobbyAgents",
    "/api/chats, ChatsView",
    "/api/chats/c, ChatView",
    "/api/sessions, Failure",
    "/api/message?id=no, Failure"
  })
  void anAnswerIsWhatTheDescriptionSays(String path, String schema) throws Exception {
    assertThat(schema(schema).validate(scene.web.get(path).body(), InputFormat.JSON)).isEmpty();
  }

  private Schema schema(String name) {
    var everything = new HashMap<String, String>(Map.of("urn:api", document.toString()));
    return SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12, registry -> registry.schemas(everything))
        .getSchema("{\"$ref\":\"urn:api#/components/schemas/" + name + "\"}", InputFormat.JSON);
  }
}
