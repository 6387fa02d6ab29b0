package bub.console;

import static org.assertj.core.api.Assertions.assertThat;

import bub.client.BusClient;
import bub.json.Fields;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Search, display and sending of messages. */
class MessagesTest {
  @TempDir Path directory;
  private final List<Envelope> received = new CopyOnWriteArrayList<>();
  private Scene scene;
  private BusClient sender;

  @BeforeEach
  void open() throws Exception {
    scene = new Scene(directory).connected();
    sender = scene.peer("tg:1");
    scene.peer(
        "agent:worker",
        envelope -> {
          received.add(envelope);
          return Ack.ok("done");
        });
    scene.peer("agent:broken", _ -> Ack.failed("no"));
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private static String note(String text) {
    return "{\"type\":\"note\",\"content\":{\"text\":\"" + text + "\"}}";
  }

  private List<String> found(String query) throws Exception {
    return ids(scene.web.get("/api/messages?" + query));
  }

  @Test
  void showsEachSendingOfOneIdOnce() throws Exception {
    for (int i = 0; i < 3; i++) {
      Scene.send(sender, "agent:nobody", "again", note("n" + i));
    }
    List<RawJson> rows =
        scene.web.get("/api/messages?status=no_recipient").fields().require("messages").elements();
    assertThat(rows).extracting(row -> row.fields().integer("id", 0)).doesNotHaveDuplicates();
    assertThat(rows)
        .extracting(row -> row.fields().string("preview"))
        .satisfiesExactly(
            newest -> assertThat(newest).contains("n2"),
            middle -> assertThat(middle).contains("n1"),
            oldest -> assertThat(oldest).contains("n0"));
  }

  @Test
  void leavesOutWhatAccompaniesOtherMessages() throws Exception {
    String event = "{\"type\":\"agent_event\",\"content\":{\"event\":\"%s\",\"data\":{}}}";
    Scene.send(sender, "agent:worker", "said", note("hello"));
    BusClient writer = scene.peer("agent:writer");
    Scene.send(writer, "agent:worker", "typing", event.formatted("typing"));
    Scene.send(writer, "agent:worker", "partial", event.formatted("partial"));
    Scene.send(writer, "system:steps", "step", event.formatted("step"));
    Scene.send(writer, "agent:worker", "tool", event.formatted("tool_call"));
    scene.web.get("/api/sessions"); // asks the bus
    assertThat(found("background=false")).containsExactly("tool", "said");
    assertThat(found("background=false&status=ok")).containsExactly("tool", "said");
    assertThat(found("background=true")).hasSize(6);
    assertThat(scene.web.get("/api/messages?background=no").errorCode()).isEqualTo("invalid");
    RawJson newest = scene.web.get("/api/messages").fields().require("messages").elements().get(2);
    assertThat(newest.fields().bool("background")).isTrue();
  }

  @Test
  void aMessageThatTheBusDoesNotTakeIsTheCallersMistake() throws Exception {
    Web.Reply reply =
        scene.web.post(
            "/api/send", "{\"to\":\"agent:worker\",\"from\":\"tg:1\",\"payload\":{\"type\":7}}");
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.errorCode()).isEqualTo("invalid");
  }

  private static List<String> ids(Web.Reply page) throws Exception {
    var ids = new ArrayList<String>();
    for (RawJson row : page.fields().require("messages").elements()) {
      ids.add(row.fields().string("messageId"));
    }
    return ids;
  }

  @Test
  void pagesFromTheNewestToTheOldestWithoutGapsOrRepeats() throws Exception {
    for (int i = 0; i < 25; i++) {
      Scene.send(sender, "agent:worker", "m" + i, note("n"));
    }
    var all = new ArrayList<String>();
    String query = "/api/messages?from=tg:1&limit=10";
    Fields page = scene.web.get(query).fields();
    while (true) {
      for (RawJson row : page.require("messages").elements()) {
        all.add(row.fields().string("messageId"));
        assertThat(row.fields().string("status")).isEqualTo("ok");
      }
      if (page.bool("complete")) {
        break;
      }
      page = scene.web.get(query + "&before=" + page.integer("next", 0)).fields();
    }
    assertThat(all).hasSize(25).startsWith("m24").endsWith("m0").doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(strings = {"from=tg:1", "from=tg:1&status=ok", "from=tg:1&type=note"})
  void pagesFromTheOldestToTheNewestToo(String filter) throws Exception {
    for (int i = 0; i < 25; i++) {
      Scene.send(sender, "agent:worker", "m" + i, note("n"));
    }
    var all = new ArrayList<String>();
    String query = "/api/messages?limit=10&" + filter + "&after=";
    Web.Reply page = scene.web.get(query + 0);
    assertThat(page.fields().find("next")).as("nothing is older").isNull();
    while (true) {
      all.addAll(ids(page).reversed());
      if (page.fields().bool("complete")) {
        break;
      }
      page = scene.web.get(query + page.fields().integer("newer", 0));
    }
    assertThat(all).hasSize(25).startsWith("m0").endsWith("m24").doesNotHaveDuplicates();
    long newest = page.fields().integer("newer", 0);
    assertThat(ids(scene.web.get(query + newest))).isEmpty();
    assertThat(ids(scene.web.get(query + Long.MAX_VALUE))).isEmpty();
    Scene.send(sender, "agent:worker", "fresh", note("n"));
    assertThat(ids(scene.web.get(query + newest))).containsExactly("fresh");
    long next = page.fields().integer("next", 0);
    assertThat(found(filter + "&limit=10&before=" + next)).hasSize(10).startsWith("m19");
  }

  @Test
  void showsWhatLongMessagesSayHoweverManyThereAre() throws Exception {
    for (int i = 0; i < 60; i++) {
      Scene.send(sender, "agent:worker", "m" + i, note("long " + "x".repeat(20_000)));
    }
    Web.Reply page = scene.web.get("/api/messages?from=tg:1&limit=60");
    for (RawJson row : page.fields().require("messages").elements()) {
      assertThat(row.fields().string("preview")).startsWith("long x");
    }
    assertThat(found("text=long%20x&limit=60")).hasSize(60);
  }

  @Test
  void showsTheWholeWayOfOneMessage() throws Exception {
    Scene.send(sender, "agent:worker", "web:1/a b", note("hello"));
    Fields detail = scene.web.get("/api/message?id=" + Web.encode("web:1/a b")).fields();
    assertThat(detail.object("payload").toString()).isEqualTo(note("hello"));
    assertThat(detail.require("events").elements())
        .extracting(event -> event.fields().string("event"))
        .containsExactly("send_start", "process_start", "process_finish", "send_finish");
    assertThat(scene.web.get("/api/message?id=unknown").errorCode()).isEqualTo("not_found");
    assertThat(scene.web.get("/api/message").errorCode()).isEqualTo("invalid");
  }

  @Test
  void aMebibyteIsSentAndFoundButNotShown() throws Exception {
    Scene.send(sender, "agent:worker", "small", note("small"));
    String payload = note("x".repeat(900_000));
    assertThat(
            scene
                .web
                .post(
                    "/api/send",
                    "{\"to\":\"agent:worker\",\"messageId\":\"big\",\"payload\":" + payload + "}")
                .status())
        .isEqualTo(200);
    Fields detail = scene.web.get("/api/message?id=big").fields();
    assertThat(detail.integer("omittedBytes", 0)).isEqualTo(payload.length());
    assertThat(detail.find("payload")).isNull();
    assertThat(found("to=agent:worker")).containsExactly("big", "small");
    assertThat(scene.web.post("/api/send-again", "{\"messageId\":\"big\"}").errorCode())
        .isEqualTo("conflict");
    String tooBig = "{\"to\":\"agent:worker\",\"payload\":" + note("x".repeat(1_100_000)) + "}";
    assertThat(scene.web.post("/api/send", tooBig).errorCode()).isEqualTo("invalid");
  }

  @Test
  void tellsWhoAnsweredWhat() throws Exception {
    Fields outcome =
        scene.web.post("/api/send", "{\"to\":\"agent:broken\",\"payload\":{}}").fields();
    assertThat(outcome.require("acks").elements())
        .singleElement()
        .satisfies(ack -> assertThat(ack.fields().string("message")).isEqualTo("no"));
    assertThat(scene.web.post("/api/send", "{\"to\":\"agent:x\",\"payload\":{}}").body())
        .contains("\"acks\":[]");
    assertThat(scene.web.post("/api/send", "{\"to\":\"a b\",\"payload\":{}}").errorCode())
        .isEqualTo("invalid");
    assertThat(scene.web.post("/api/send", "{\"to\":\"a\",\"payload\":7}").errorCode())
        .isEqualTo("invalid");
    assertThat(
            scene
                .web
                .post("/api/send", "{\"to\":\"a\",\"from\":\"tg:1\",\"payload\":{}}")
                .errorCode())
        .as("nobody speaks for somebody who is here")
        .isEqualTo("invalid");
  }

  @Test
  void sendsAgainUnderANewId() throws Exception {
    Scene.send(sender, "agent:worker", "first", note("hello"));
    assertThat(scene.web.post("/api/send-again", "{\"messageId\":\"first\"}").errorCode())
        .isEqualTo("invalid");
    Web.Reply again =
        scene.web.post("/api/send-again", "{\"messageId\":\"first\",\"as\":\"console\"}");
    assertThat(again.status()).isEqualTo(200);
    assertThat(received).hasSize(2);
    assertThat(received.getLast().payload()).isEqualTo(received.getFirst().payload());
    assertThat(received.getLast().messageId()).isNotEqualTo(received.getFirst().messageId());
    assertThat(scene.web.post("/api/send-again", "{\"messageId\":\"none\"}").errorCode())
        .isEqualTo("not_found");
  }
}
