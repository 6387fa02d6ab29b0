package bub.cli.up;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import bub.json.InvalidJson;
import bub.json.RawJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionLinesTest {
  @Test
  void readsWhatASystemAgentTells() throws InvalidJson {
    SessionLines sessions =
        read(
            """
            {"total":700,"sessions":[
             {"client_id":"agent:worker-1","talkto":"term:1","status":"running",
              "uptime_seconds":65,"memory_bytes":1048576,"more":{}},
             {"client_id":"agent:worker-2","talkto":"tg:2","status":"stopped"}]}
            """);

    assertThat(sessions.total()).isEqualTo(700);
    assertThat(sessions.lines())
        .containsExactly(
            new SessionLines.Line("agent:worker-1", "term:1", "running", 65, 1_048_576),
            new SessionLines.Line("agent:worker-2", "tg:2", "stopped", 0, 0));
    assertThat(sessions.lines())
        .extracting(SessionLines.Line::isAlive)
        .containsExactly(true, false);
  }

  @Test
  void leavesOutWhatItDoesNotUnderstand() throws InvalidJson {
    SessionLines sessions =
        read(
            "{\"sessions\":[7,{\"status\":1,\"uptime_seconds\":\"x\",\"talkto\":1,\"talkto\":2}]}");

    assertThat(sessions.lines()).containsExactly(new SessionLines.Line("?", "?", "?", 0, 0));
    assertThat(sessions.total()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "[]", "{\"sessions\":{}}", "7", "{\"sessions\":[],\"sessions\":[]}"})
  void whatIsNoListOfSessionsIsNone(String answer) throws InvalidJson {
    assertThat(SessionLines.read(RawJson.parse(answer))).isNull();
  }

  private static SessionLines read(String answer) throws InvalidJson {
    return requireNonNull(SessionLines.read(RawJson.parse(answer)));
  }
}
