package bub.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.console.api.WriteGrants;
import bub.json.Fields;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import bub.protocol.Pattern;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operators write in chats of other channels that are granted, and never as their people. */
class OperatorWritingTest {
  private static final String SESSIONS =
      """
      {"total": 2, "sessions": [
       {"client_id": "agent:worker-1", "talkto": "term:me", "channel": "terminal",
        "status": "running", "last_activity": "2026-02-17T12:00:00Z"},
       {"client_id": "agent:worker-2", "talkto": "tg:7", "channel": "telegram",
        "status": "running", "last_activity": "2026-02-17T12:00:00Z"}]}
      """;

  @TempDir Path directory;
  private final List<Envelope> seen = new CopyOnWriteArrayList<>();
  private final List<Envelope> thought = new CopyOnWriteArrayList<>();
  private Scene scene;
  private BusClient worker;

  @BeforeEach
  void open() throws Exception {
    var grants = new WriteGrants(List.of(Pattern.of("term:*")));
    scene = new Scene(directory, settings -> settings.withWriting(grants)).connected();
    scene.peer("agent:system", _ -> Ack.ok("", Scene.json(SESSIONS))).subscribe("system:route");
    scene.peer("term:me", envelope -> take(seen, envelope));
    worker = scene.peer("agent:worker-1", envelope -> take(thought, envelope));
    await().until(() -> scene.web.get("/api/channel-chats").body().contains("term:me"));
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private static Ack take(List<Envelope> all, Envelope envelope) {
    all.add(envelope);
    return Ack.ok("stored");
  }

  private Web.Reply say(String chat) throws Exception {
    return scene.web.post(
        "/api/chats/" + chat + "/say", "{\"text\":\"we are on it\",\"id\":\"own-1\"}");
  }

  @Test
  void thePersonAndTheAgentGetTheWordsUnderTheNameOfTheConsole() throws Exception {
    assertThat(scene.web.get("/api/chats/term:me").body())
        .contains("\"readOnly\":false")
        .doesNotContain("readOnlyBecause");

    Web.Reply said = say("term:me");

    assertThat(said.status()).as(said.body()).isEqualTo(200);
    String id = said.fields().string("messageId");
    assertThat(id).endsWith("/own-1");
    for (List<Envelope> all : List.of(seen, thought)) {
      assertThat(all).hasSize(1);
      assertThat(all.getFirst().from().value()).isEqualTo("agent:console");
      assertThat(all.getFirst().type()).isEqualTo("operator_message");
      assertThat(all.getFirst().payload().toString()).contains("we are on it");
    }
    await().until(() -> scene.web.get("/api/chats/term:me/history").body().contains("on it"));
    List<RawJson> lines =
        scene.web.get("/api/chats/term:me/history").fields().require("lines").elements();
    assertThat(lines).hasSize(1);
    Fields line = lines.getFirst().fields();
    assertThat(line.string("speaker")).isEqualTo("operator");
    assertThat(line.string("agent")).isEqualTo("agent:console");
    assertThat(line.string("messageId")).isEqualTo(id);
    assertThat(scene.web.get("/api/message?id=" + Web.encode(id)).status()).isEqualTo(200);
  }

  @Test
  void aRepetitionHasTheSameIdsForBoth() throws Exception {
    say("term:me");
    say("term:me");
    for (List<Envelope> all : List.of(seen, thought)) {
      assertThat(all).extracting(Envelope::messageId).hasSize(2);
      assertThat(all.getFirst().messageId()).isEqualTo(all.getLast().messageId());
    }
  }

  @Test
  void saysWhoDidNotGetIt() throws Exception {
    worker.close();
    await().until(() -> !scene.web.get("/api/peers").body().contains("agent:worker-1"));
    Web.Reply refused = say("term:me");
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.body())
        .contains(
            "term:me received the message, but agent:worker-1 is not connected.",
            "\"retryable\":true");
  }

  @Test
  void aChatWithoutTheGrantStaysReadOnly() throws Exception {
    assertThat(say("tg:7").errorCode()).isEqualTo("read_only");
    assertThat(scene.web.get("/api/chats/tg:7").body())
        .contains("\"readOnly\":true", "bub up --console-write 'tg:*'");
  }

  @Test
  void aChatWithoutARunningAgentSaysSo() throws Exception {
    Web.Reply refused = say("term:other");
    assertThat(refused.errorCode()).isEqualTo("busy");
    assertThat(refused.body()).contains("term:other has no running agent");
  }

  @Test
  void nothingIsSentInTheNameOfThePerson() throws Exception {
    String order = "{\"to\":\"agent:worker-1\",\"from\":\"term:other\",\"payload\":{}}";
    assertThat(scene.web.post("/api/send", order).errorCode()).isEqualTo("forbidden");
    assertThat(thought).isEmpty();
  }

  @Test
  void chatsAreListedWithoutASessionWhenTheyHaveAskedForAnAgent() throws Exception {
    BusClient chat = scene.peer("discord:77");
    Scene.send(
        chat,
        "system:spawn",
        "s1",
        "{\"type\":\"spawn_request\",\"content\":{\"chat_id\":\"77\",\"channel\":\"discord\"}}");
    await().until(() -> scene.web.get("/api/channel-chats").body().contains("discord:77"));
  }
}
