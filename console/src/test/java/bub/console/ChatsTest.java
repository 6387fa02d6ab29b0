package bub.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.channel.AgentSource;
import bub.client.BusClient;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.Channel;
import bub.protocol.message.ChatReply;
import bub.protocol.message.Payload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Chats between a person at the console and an agent. */
class ChatsTest {
  private static final Address AGENT = new Address("agent:worker");

  @TempDir Path directory;
  private final List<Envelope> heard = new CopyOnWriteArrayList<>();
  private Scene scene;
  private BusClient agent;

  @BeforeEach
  void open() throws Exception {
    scene =
        new Scene(
                directory,
                settings ->
                    settings.withChats(settings.chats().withAgents(new AgentSource.Fixed(AGENT))))
            .connected();
    agent = scene.peer(AGENT.value(), this::take);
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private Ack take(Envelope envelope) {
    if ("agent_command".equals(envelope.type())) {
      return Ack.ok("", out -> out.beginObject().field("text", "all is well").endObject());
    }
    if ("tg_message".equals(envelope.type())) {
      heard.add(envelope);
    }
    return Ack.ok("accepted");
  }

  private void reply(String text) throws Exception {
    Envelope to = heard.getLast();
    RawJson reply =
        Payload.of(new ChatReply(text, new Channel("web"), null, to.messageId().value())).toRaw();
    agent.send(to.from(), reply);
  }

  private String say(String chat, String text) throws Exception {
    Web.Reply said =
        scene.web.post("/api/chats/" + chat + "/say", "{\"text\":\"" + text + "\",\"id\":\"1\"}");
    assertThat(said.status()).isEqualTo(200);
    await().until(() -> !heard.isEmpty());
    return said.fields().string("messageId");
  }

  @Test
  void carriesWhatIsSaidBothWays() throws Exception {
    String chat = scene.web.post("/api/chats", "{}").fields().string("id");
    try (LiveStream stream = scene.web.stream(null)) {
      stream.await("hello");
      String id = say(chat, "<i>hello</i>");
      assertThat(heard.getFirst().from()).isEqualTo(new Address("web:" + chat));
      assertThat(heard.getFirst().messageId().value()).isEqualTo(id);
      assertThat(stream.await("chat", e -> e.data().contains("\"speaker\":\"human\"")).data())
          .contains("\"kind\":\"line\"", "<i>hello</i>", "\"messageId\":\"" + id);
      reply("<script>alert(1)</script>");
      assertThat(stream.await("chat", e -> e.data().contains("\"speaker\":\"agent\"")).data())
          .contains(
              "\"chat\":\"" + chat + "\"", "<script>alert(1)</script>", "\"replyTo\":\"" + id);
    }
    await().until(() -> scene.web.get("/api/chats/" + chat + "/history").body().contains("script"));
    assertThat(scene.web.get("/api/chats/" + chat + "/history").body())
        .contains(
            "\"speaker\":\"human\",\"text\":\"<i>hello</i>\"",
            "\"messageId\":\"web:" + chat + "/1\"",
            "\"speaker\":\"agent\"");
    assertThat(scene.web.get("/api/chats").body()).contains("\"address\":\"web:" + chat + "\"");
    assertThat(scene.web.get("/api/chats/" + chat).body()).contains("\"stage\":\"ready\"");
    assertThat(
            scene
                .web
                .get("/api/message?id=" + Web.encode(heard.getFirst().messageId().value()))
                .status())
        .isEqualTo(200);
  }

  @Test
  void listsChatsWithTheBeginningOfWhatWasSaidLast() throws Exception {
    say("c4", "\uD83D\uDE80".repeat(10_000));
    assertThat(scene.web.get("/api/chats").body())
        .contains("\"text\":\"" + "\uD83D\uDE80".repeat(200) + "\"");
  }

  @Test
  void theHistoryGoesBackInStretches() throws Exception {
    for (int i = 0; i < 5; i++) {
      scene.web.post("/api/chats/c7/say", "{\"text\":\"n" + i + "\",\"id\":\"" + i + "\"}");
    }
    Web.Reply newest = scene.web.get("/api/chats/c7/history?limit=3");
    assertThat(newest.body()).contains("n2", "n4", "\"more\":true").doesNotContain("n1");
    Matcher first = Pattern.compile("\"number\":(\\d+)").matcher(newest.body());
    assertThat(first.find()).isTrue();
    assertThat(scene.web.get("/api/chats/c7/history?limit=3&before=" + first.group(1)).body())
        .contains("n0", "n1", "\"more\":false")
        .doesNotContain("n2");
    assertThat(scene.web.get("/api/chats/c7/history?before=x").errorCode()).isEqualTo("invalid");
  }

  @Test
  void whatTheDiskCannotKeepIsRefusedUntilItCan() throws Exception {
    say("c6", "before");
    Path store = scene.state.resolve("chats/web.db");
    Path elsewhere = Files.move(store, scene.state.resolve("elsewhere.db"));
    Web.Reply refused = scene.web.post("/api/chats/c6/say", "{\"text\":\"now\",\"id\":\"2\"}");
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.errorCode()).isEqualTo("busy");
    assertThat(refused.body())
        .contains("cannot use its disk", "the file was removed")
        .doesNotContain("/");

    Files.move(elsewhere, store);
    assertThat(scene.web.get("/api/chats/c6/history").body())
        .contains("before")
        .doesNotContain("now");
    assertThat(scene.web.post("/api/chats/c6/say", "{\"text\":\"now\",\"id\":\"2\"}").status())
        .isEqualTo(200);
    // A message whose ack could not be stored comes again.
    await().until(() -> heard.stream().map(Envelope::messageId).distinct().count() == 2);
  }

  @Test
  void endsWhatTheAgentIsDoing() throws Exception {
    say("c5", "hello");
    assertThat(scene.web.post("/api/chats/c5/stop", "{}").body()).contains("\"text\":\"Stopped.\"");
    assertThat(scene.web.get("/api/chats/c5").body()).contains("\"unanswered\":0");
    assertThat(scene.web.post("/api/chats/new/stop", "{}").body()).contains("Nothing is running.");
  }

  @Test
  void continuesATurnOnlyIfTheBusDoes() throws Exception {
    say("c5", "hello");
    assertThat(scene.web.post("/api/chats/c5/continue", "{}").errorCode()).isEqualTo("refused");
    assertThat(scene.web.post("/api/chats/c5/continue", "{}").body())
        .contains("has not reached a limit");
  }

  @Test
  void tellsHowTheAgentIsNow() throws Exception {
    say("c8", "hello");
    assertThat(scene.web.post("/api/chats/c8/command", "{\"command\":\"agent\"}").body())
        .contains("agent:worker is ready");
    agent.close();
    assertThat(scene.web.post("/api/chats/c8/command", "{\"command\":\"agent\"}").body())
        .contains("agent:worker is not connected");
  }

  @Test
  void takesWhatIsSaidTwiceOnce() throws Exception {
    say("c1", "hello");
    assertThat(scene.web.post("/api/chats/c1/say", "{\"text\":\"hello\",\"id\":\"1\"}").body())
        .contains("\"duplicate\":true");
  }

  @Test
  void showsWhatTheAgentIsDoing() throws Exception {
    try (LiveStream stream = scene.web.stream(null)) {
      stream.await("hello");
      say("c2", "hello");
      JsonValue data =
          out ->
              out.beginObject()
                  .field("message_id", heard.getFirst().messageId().value())
                  .field("text", "so far")
                  .endObject();
      agent.send(
          heard.getFirst().from(),
          Payload.of(new AgentEvent(AgentEvent.Kind.TYPING, RawJson.EMPTY_OBJECT)).toRaw());
      stream.await("chat", e -> e.data().contains("\"kind\":\"typing\""));
      agent.send(
          heard.getFirst().from(),
          Payload.of(new AgentEvent(AgentEvent.Kind.PARTIAL, data.toRaw())).toRaw());
      stream.await("chat", e -> e.data().contains("so far"));
    }
  }

  @Test
  void refusesWhatIsNoChatOrNothing() throws Exception {
    assertThat(scene.web.post("/api/chats/c3/command", "{\"command\":\"status\"}").body())
        .contains("all is well");
    assertThat(scene.web.post("/api/chats/c3/say", "{\"text\":\" \"}").errorCode())
        .isEqualTo("invalid");
    assertThat(scene.web.get("/api/chats/%3Cb%3E").errorCode()).isEqualTo("invalid");
    assertThat(
            scene
                .web
                .post("/api/chats/c3/say", "{\"text\":\"" + "x".repeat(1_100_000) + "\"}")
                .errorCode())
        .isEqualTo("conflict");
  }
}
