package bub.console;

import static org.assertj.core.api.Assertions.assertThat;

import bub.client.BusClient;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents of chats, as the system agent lists them. */
class SessionsTest {
  @TempDir Path directory;
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private Scene scene;
  private volatile String log = "";

  @BeforeEach
  void open() throws Exception {
    scene = new Scene(directory).connected();
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private void startSystemAgent() throws Exception {
    BusClient system = scene.peer("agent:system", this::answer);
    system.subscribe("system:route");
  }

  private Ack answer(Envelope envelope) throws Exception {
    asked.add(envelope.payload().toString());
    if (envelope.payload().toString().contains("agent:nobody")) {
      return Ack.failed("agent:nobody has no session");
    }
    return Ack.ok(
        "",
        Scene.json(
            """
            {"total": 1, "sessions": [{"client_id": "agent:worker-1", "chat_id": "1",
             "channel": "web", "talkto": "web:1", "workspace": "/w", "status": "running",
             "created_at": "2026-02-17T12:00:00Z", "last_activity": "2026-02-17T12:00:00Z",
             "log": "%s", "pid": 7, "uptime_seconds": 5, "memory_bytes": 1000, "new_field": []}]}
            """
                .formatted(log)));
  }

  @Test
  void listsStopsAndRestarts() throws Exception {
    assertThat(scene.web.get("/api/sessions").errorCode()).isEqualTo("busy");
    startSystemAgent();
    assertThat(scene.web.get("/api/sessions").body())
        .contains(
            "\"agent\":\"agent:worker-1\"",
            "\"chat\":\"web:1\"",
            "\"uptimeSeconds\":5",
            "\"total\":1");
    String order = "{\"agent\":\"agent:worker-1\"}";
    assertThat(scene.web.post("/api/sessions/stop", order).status()).isEqualTo(200);
    assertThat(scene.web.post("/api/sessions/restart", order).status()).isEqualTo(200);
    assertThat(asked)
        .containsExactly(
            "{\"type\":\"sessions_list\",\"content\":{}}",
            "{\"type\":\"sessions_stop\",\"content\":{\"client_id\":\"agent:worker-1\"}}",
            "{\"type\":\"sessions_restart\",\"content\":{\"client_id\":\"agent:worker-1\"}}");
  }

  @Test
  void anAgentThatDoesNotExistIsNotFound() throws Exception {
    startSystemAgent();
    Web.Reply stop = scene.web.post("/api/sessions/stop", "{\"agent\":\"agent:nobody\"}");
    assertThat(stop.status()).isEqualTo(404);
    assertThat(stop.errorCode()).isEqualTo("not_found");
  }

  @Test
  void showsTheEndOfALogButNoOtherFile() throws Exception {
    startSystemAgent();
    Path logs = Files.createDirectories(scene.state.resolve("workspaces/web:1/logs"));
    Path file = logs.resolve("agent.log");
    Files.writeString(file, "one\ntwo\n\u001b[31mthree</pre>\n");
    log = file.toString();
    assertThat(scene.web.get("/api/sessions/log?agent=agent:worker-1&lines=2").body())
        .isEqualTo(
            "{\"agent\":\"agent:worker-1\",\"lines\":[\"two\",\"\\u001b[31mthree</pre>\"],\"more\":true}");
    Path secret = Files.writeString(directory.resolve("secret"), "secret");
    Path token = Files.writeString(scene.state.resolve("local.token"), "secret");
    Path link = Files.createSymbolicLink(logs.resolve("link"), token);
    for (String other :
        List.of(
            secret.toString(),
            token.toString(),
            link.toString(),
            "/etc/passwd",
            "/nowhere",
            "journalctl --user -u bub-agent-worker-1",
            "")) {
      log = other;
      assertThat(scene.web.get("/api/sessions/log?agent=agent:worker-1").errorCode())
          .as(other)
          .isEqualTo("not_found");
    }
    assertThat(scene.web.get("/api/sessions/log?agent=agent:other").errorCode())
        .isEqualTo("not_found");
  }
}
