package bub.system.session;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import bub.client.TimeSource;
import bub.protocol.Address;
import bub.protocol.message.Channel;
import bub.protocol.message.ChatId;
import bub.system.spawn.ProcessMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionStoreTest {
  private static final Address AGENT = new Address("agent:worker-abc123");
  private static final ChatKey CHAT = new ChatKey(new Channel("telegram"), new ChatId("123456789"));
  private static final Address TALKTO = new Address("tg:123456789");
  private static final Instant NOON = Instant.parse("2026-02-18T12:00:00Z");

  @TempDir private Path runDir;
  private Path file;

  @BeforeEach
  void setUp() {
    file = runDir.resolve("sessions.json");
  }

  private SessionStore open() throws IOException {
    return SessionStore.open(runDir, TimeSource.system());
  }

  /** The session as the file has it. */
  private AgentSession kept() throws IOException {
    return requireNonNull(open().of(CHAT));
  }

  private static AgentSession session() {
    return AgentSession.begin(AGENT, CHAT, TALKTO, "/run/bub/workspaces/telegram:123456789", NOON);
  }

  @Test
  void aSessionIsReadAsItWasWritten() throws Exception {
    AgentSession session =
        session()
            .spawning("w", "agent.log")
            .on(new ProcessMark(42, "17@boot"))
            .running(NOON.plusSeconds(1));
    open().put(session);

    assertThat(open().all()).containsExactly(session);
    assertThat(open().of(CHAT)).isEqualTo(session);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void aLifeHasTheDocumentedStations() {
    AgentSession spawning = session().spawning("w", "agent.log");
    assertThat(spawning.status()).isEqualTo(SessionStatus.SPAWNING);
    assertThat(spawning.life().stoppedAt()).isNull();

    AgentSession running = spawning.running(NOON.plusSeconds(5));
    assertThat(running.life().lastActivity()).isEqualTo(NOON.plusSeconds(5));
    assertThat(running.active(NOON).life().lastActivity()).isEqualTo(NOON.plusSeconds(5));

    AgentSession stopped = running.on(new ProcessMark(1, "1")).stopped(NOON.plusSeconds(9), "idle");
    assertThat(stopped.life().stoppedAt()).isEqualTo(NOON.plusSeconds(9));
    assertThat(stopped.life().exitReason()).isEqualTo("idle");
    assertThat(stopped.life().process()).isNull();
  }

  @Test
  void theDocumentedFileIsUnderstood() throws Exception {
    Files.writeString(
        file,
        """
        {"version": "1.0", "updated_at": "2026-02-18T12:00:00Z", "sessions": {
          "agent:worker-abc123": {
            "client_id": "agent:worker-abc123", "chat_id": "123456789", "channel": "telegram",
            "talkto": "tg:123456789", "workspace": "/run/bub/workspaces/telegram:123456789",
            "systemd_unit": "bub-agent-worker-abc123", "status": "stopped",
            "created_at": "2026-02-18T10:00:00Z", "last_activity": "2026-02-18T11:30:00Z",
            "stopped_at": "2026-02-18T11:45:00Z"}}}
        """);

    AgentSession session = kept();

    assertThat(session.clientId()).isEqualTo(AGENT);
    assertThat(session.talkto()).isEqualTo(new Address("tg:123456789"));
    assertThat(session.unit()).isEqualTo("bub-agent-worker-abc123");
    assertThat(session.life().stoppedAt()).isEqualTo(Instant.parse("2026-02-18T11:45:00Z"));
  }

  @Test
  void whatOthersWroteStays() throws Exception {
    Files.writeString(
        file,
        """
        {"version":"1.0","owner":{"name":"ann"},"sessions":{
          "agent:worker-abc123":{"client_id":"agent:worker-abc123","chat_id":"123456789",
            "channel":"telegram","status":"stopped","note":["keep","me"]},
          "agent:old":{"client_id":"agent:old","status":"weird"}}}
        """);

    open().change(AGENT, session -> session.spawning("w", "x"));

    assertThat(file)
        .content()
        .contains(
            "\"owner\":{\"name\":\"ann\"}",
            "\"note\":[\"keep\",\"me\"]",
            "\"agent:old\":{\"client_id\":\"agent:old\",\"status\":\"weird\"}",
            "\"status\":\"spawning\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "{", "{\"version\":\"1.0\",\"sessions\":{\"age", "[]", "{}", "\u0000"})
  void aFileThatIsNotWholeIsPutAside(String text) throws Exception {
    Files.writeString(file, text);

    SessionStore sessions = open();

    assertThat(sessions.isComplete()).isFalse();
    assertThat(sessions.all()).isEmpty();
    assertThat(file).doesNotExist();
    try (Stream<Path> files = Files.list(runDir)) {
      assertThat(files).singleElement().asString().contains("sessions.json.corrupt-");
    }
  }

  @Test
  void activityReachesTheFileALittleLater() throws Exception {
    SessionStore sessions = open();
    sessions.put(session());
    Instant at = NOON.plusSeconds(60);

    sessions.moved(AGENT, at);
    sessions.moved(new Address("agent:worker-nobody"), at);

    assertThat(requireNonNull(sessions.find(AGENT)).life().lastActivity()).isEqualTo(at);
    await().until(() -> kept().life().lastActivity().equals(at));
  }

  @Test
  void aDiskThatFailsLosesNothingThatIsInMemory() throws Exception {
    SessionStore sessions = open();
    sessions.put(session());
    Path draft = Files.createDirectory(runDir.resolve(".sessions.json.draft"));
    Files.writeString(draft.resolve("in the way"), "");

    assertThat(catchThrowable(() -> sessions.change(AGENT, one -> one.stopped(NOON, "why"))))
        .isInstanceOf(IOException.class);
    assertThat(kept().life().exitReason()).isNull();

    Files.delete(draft.resolve("in the way"));
    sessions.write();
    assertThat(kept().life().exitReason()).isEqualTo("why");
  }

  @Test
  void ofSeveralSessionsOfAChatTheOneThatRunsCounts() throws Exception {
    SessionStore sessions = open();
    sessions.put(session());
    var other = new Address("agent:worker-other1");
    sessions.put(AgentSession.begin(other, CHAT, TALKTO, "w", NOON).running(NOON));

    assertThat(requireNonNull(sessions.of(CHAT)).clientId()).isEqualTo(other);
  }
}
