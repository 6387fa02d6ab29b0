package bub.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.channel.AgentSource;
import bub.client.BusClient;
import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.Payload;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** List of chats: titles, search, and chats with any agent and of any channel. */
class ChatListTest {
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
    if ("tg_message".equals(envelope.type())) {
      heard.add(envelope);
    }
    return Ack.ok("accepted");
  }

  private void say(String chat, String text) throws Exception {
    String order = "{\"text\":\"" + text + "\"}";
    assertThat(scene.web.post("/api/chats/" + chat + "/say", order).status()).isEqualTo(200);
  }

  private List<String> titles(String query) throws Exception {
    return scene.web.get("/api/chats" + query).fields().require("chats").elements().stream()
        .map(chat -> chat.fields().string("title"))
        .toList();
  }

  @Test
  void aChatIsCalledByItsFirstWordsUntilItIsRenamed() throws Exception {
    String first = "How do I bake a cake that is larger than the oven in which it is baked?";
    say("c1", first);
    say("c1", "second");
    assertThat(titles(""))
        .containsExactly("How do I bake a cake that is larger than the oven in which…");
    assertThat(scene.web.get("/api/chats/c1").fields().string("title")).startsWith("How do I bake");

    try (LiveStream stream = scene.web.stream(null)) {
      stream.await("hello");
      assertThat(scene.web.post("/api/chats/c1/rename", "{\"title\":\" Cakes \"}").status())
          .isEqualTo(200);
      stream.await("chats");
    }
    say("c1", "third");
    assertThat(titles("")).containsExactly("Cakes");
    for (String odd : List.of(" ", "x".repeat(101))) {
      assertThat(scene.web.post("/api/chats/c1/rename", "{\"title\":\"" + odd + "\"}").errorCode())
          .isEqualTo("invalid");
    }
  }

  @Test
  void findsChatsByWhatTheyAreCalledAndByWhatWasSaid() throws Exception {
    say("c1", "apples");
    say("c1", "and 100% pears");
    say("c2", "plums");
    scene.web.post("/api/chats/c2/rename", "{\"title\":\"Fruit\"}");
    assertThat(titles("?text=PEARS")).containsExactly("apples");
    assertThat(titles("?text=fru")).containsExactly("Fruit");
    assertThat(titles("?text=plum")).containsExactly("Fruit");
    assertThat(titles("?text=" + Web.encode("0%"))).containsExactly("apples");
    assertThat(titles("?text=_")).isEmpty();
  }

  @Test
  void aChatThatIsDeletedIsGone() throws Exception {
    say("c1", "hello");
    await().until(() -> !heard.isEmpty());
    assertThat(scene.web.post("/api/chats/c1/delete", "{}").status()).isEqualTo(200);
    assertThat(titles("")).isEmpty();
    Fields gone = scene.web.get("/api/chats/c1").fields();
    assertThat(gone.integer("unanswered", -1) + gone.integer("toDeliver", -1)).isZero();
    say("c1", "again");
    assertThat(titles("")).containsExactly("again");
  }

  @Test
  void aChatMayBeWithAnyAgent() throws Exception {
    List<Envelope> others = new CopyOnWriteArrayList<>();
    scene.peer(
        "agent:other",
        envelope -> {
          others.add(envelope);
          return Ack.ok("accepted");
        });
    String chat = scene.web.post("/api/chats", "{\"agent\":\"agent:other\"}").fields().string("id");
    assertThat(scene.web.get("/api/chats/" + chat).fields().string("agent"))
        .isEqualTo("agent:other");
    say(chat, "are you there?");
    await().until(() -> others.stream().anyMatch(one -> "tg_message".equals(one.type())));
    assertThat(heard).isEmpty();
    assertThat(scene.web.post("/api/chats", "{\"agent\":\"web:1\"}").errorCode())
        .isEqualTo("invalid");
    assertThat(scene.web.post("/api/chats", "{\"agent\":\"a b\"}").errorCode())
        .isEqualTo("invalid");
  }

  private void tell(String status, String result) throws Exception {
    JsonValue data =
        out -> {
          out.beginObject().field("name", "list_files").field("arguments", "{}");
          out.field("status", status).field("result", result).endObject();
        };
    agent.send(
        heard.getLast().from(),
        Payload.of(new AgentEvent(AgentEvent.Kind.TOOL_CALL, data.toRaw())).toRaw());
  }

  @Test
  void keepsTheToolsThatWereUsedAndWhatTheyReturned() throws Exception {
    say("c1", "which files are there?");
    await().until(() -> !heard.isEmpty());
    tell("started", "");
    tell("finished", "notes.txt");
    Fields history = scene.web.get("/api/chats/c1/history").fields();
    long line = history.require("lines").elements().getFirst().fields().integer("number", 0);
    List<RawJson> tools = history.require("tools").elements();
    assertThat(tools).hasSize(1);
    Fields tool = tools.getFirst().fields();
    assertThat(tool.string("name")).isEqualTo("list_files");
    assertThat(tool.string("status")).isEqualTo("finished");
    assertThat(tool.string("result")).isEqualTo("notes.txt");
    assertThat(tool.integer("after", 0)).isEqualTo(line);
  }

  @Test
  void chatsOfOtherChannelsCanBeReadButNotWrittenIn() throws Exception {
    BusClient system =
        scene.peer(
            "agent:system",
            _ ->
                Ack.ok(
                    "",
                    Scene.json(
                        """
                        {"total": 2, "sessions": [
                         {"client_id": "agent:worker-1", "talkto": "term:me", "channel": "terminal",
                          "status": "running", "last_activity": "2026-02-17T12:00:00Z"},
                         {"client_id": "agent:worker-2", "talkto": "web:1", "channel": "web",
                          "status": "running", "last_activity": "2026-02-17T12:00:00Z"}]}
                        """)));
    system.subscribe("system:route");
    BusClient person = scene.peer("term:me");
    BusClient worker = scene.peer("agent:worker-1");
    String said = "{\"type\":\"%s\",\"content\":{\"text\":\"%s\"}}";
    Scene.send(person, "agent:worker-1", "m1", said.formatted("tg_message", "hello"));
    Scene.send(worker, "term:me", "m2", said.formatted("agent_event", "noise"));
    Scene.send(worker, "term:me", "m3", said.formatted("tg_reply", "good day"));
    await().until(() -> scene.web.get("/api/channel-chats").body().contains("term:me"));
    assertThat(scene.web.get("/api/channel-chats").body())
        .contains("\"id\":\"term:me\"", "\"readOnly\":true")
        .doesNotContain("web:1");
    assertThat(scene.web.get("/api/channel-chats?text=nobody").body()).contains("\"chats\":[]");
    assertThat(scene.web.get("/api/chats/term:me").body())
        .contains("\"stage\":\"ready\"", "\"agent\":\"agent:worker-1\"", "\"readOnly\":true");
    await().until(() -> scene.web.get("/api/chats/term:me/history").body().contains("good day"));
    List<RawJson> lines =
        scene.web.get("/api/chats/term:me/history").fields().require("lines").elements();
    assertThat(lines)
        .extracting(line -> line.fields().string("speaker") + " " + line.fields().string("text"))
        .containsExactly("human hello", "agent good day");
    Web.Reply refused = scene.web.post("/api/chats/term:me/say", "{\"text\":\"hello\"}");
    assertThat(refused.errorCode()).isEqualTo("read_only");
    assertThat(refused.body()).contains("bub up --console-write 'term:*'");
    assertThat(scene.web.get("/api/chats/term:me").fields().string("readOnlyBecause"))
        .isEqualTo(
            "You can only read term:me here. To let operators write, run: bub up"
                + " --console-write 'term:*'");
    assertThat(scene.web.post("/api/chats/term:me/delete", "{}").errorCode())
        .isEqualTo("read_only");
  }
}
