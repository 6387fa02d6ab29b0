package bub.system.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.message.Channel;
import bub.protocol.message.ChatId;
import bub.system.route.RouteRequest.Route;
import bub.system.session.AgentSession;
import bub.system.session.ChatKey;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RouteRequestTest {
  private static final Address AGENT = new Address("agent:worker-abc123");
  private static final ChatKey CHAT = new ChatKey(new Channel("web"), new ChatId("x-1"));

  static Stream<RouteRequest> requests() {
    return Stream.of(
        new RouteRequest.RouteQuery(CHAT),
        new RouteRequest.ListSessions(),
        new RouteRequest.StopSession(AGENT),
        new RouteRequest.RestartSession(AGENT));
  }

  @ParameterizedTest
  @MethodSource("requests")
  void aRequestIsReadAsItWasWritten(RouteRequest request) {
    assertThat(RouteRequest.read(request.toRaw())).isEqualTo(request);
    assertThat(request.toRaw().fields().string("type")).isEqualTo(request.type());
  }

  @Test
  void theWireIsAsDocumented() {
    assertThat(new RouteRequest.RouteQuery(CHAT).toRaw())
        .hasToString(
            "{\"type\":\"route_query\",\"content\":{\"channel\":\"web\",\"chat_id\":\"x-1\"}}");
    assertThat(new RouteRequest.StopSession(AGENT).toRaw())
        .hasToString(
            "{\"type\":\"sessions_stop\",\"content\":{\"client_id\":\"agent:worker-abc123\"}}");
    assertThat(new Route(AGENT, "running").toRaw())
        .hasToString("{\"agent_id\":\"agent:worker-abc123\",\"status\":\"running\"}");
    assertThat(Route.NONE.toRaw()).hasToString("{\"agent_id\":null}");
    assertThat(Route.read(Route.NONE.toRaw())).isEqualTo(Route.NONE);
  }

  @Test
  void otherTypesAreSomebodyElses() throws Exception {
    assertThat(RouteRequest.read(RawJson.parse("{\"type\":\"spawn_request\"}"))).isNull();
    assertThat(RouteRequest.read(RawJson.EMPTY_OBJECT)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":\"route_query\"}",
        "{\"type\":\"route_query\",\"content\":{\"channel\":\"web\",\"chat_id\":7}}",
        "{\"type\":\"sessions_stop\",\"content\":{}}",
        "{\"type\":\"sessions_stop\",\"content\":{\"client_id\":\"agent:worker-../../x\"}}",
        "{\"type\":7}",
      })
  void whatDoesNotFitIsRefused(String payload) throws Exception {
    RawJson json = RawJson.parse(payload);

    assertThat(catchThrowable(() -> RouteRequest.read(json))).isInstanceOf(InvalidField.class);
  }

  @Test
  void aListIsReadAsItWasWritten() {
    AgentSession session =
        AgentSession.begin(AGENT, CHAT, new Address("web:x-1"), "/w", Instant.EPOCH)
            .running(Instant.EPOCH);
    var list = new SessionList(List.of(new SessionReport(session, 12, 3_456)), 9);

    SessionList read = SessionList.read(list.toRaw());

    assertThat(read.total()).isEqualTo(9);
    SessionReport report = read.sessions().getFirst();
    assertThat(report.uptimeSeconds()).isEqualTo(12);
    assertThat(report.memoryBytes()).isEqualTo(3_456);
    assertThat(report.session().life()).isEqualTo(session.life());
    assertThat(report.session().clientId()).isEqualTo(AGENT);
  }
}
