package bub.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The live stream, as browsers see it. */
class StreamTest {
  @TempDir Path directory;
  private Scene scene;

  @BeforeEach
  void open() throws Exception {
    scene = new Scene(directory).connected();
  }

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  void showsTheWayOfAMessage() throws Exception {
    scene.peer("agent:worker");
    BusClient sender = scene.peer("tg:1");
    try (LiveStream stream = scene.web.stream(null)) {
      stream.await("hello");
      stream.await("health");
      Scene.send(
          sender, "agent:worker", "m1", "{\"type\":\"note\",\"content\":{\"text\":\"hello\"}}");
      LiveStream.Event event =
          stream.await("messages", e -> e.data().contains("\"status\":\"ok\""));
      assertThat(event.data())
          .contains("\"messageId\":\"m1\"", "\"preview\":\"hello\"", "\"type\":\"note\"");
      assertThat(stream.await("traffic", e -> e.data().contains("agent:worker")).data())
          .contains(
              "\"from\":\"tg:1\",\"to\":\"agent:worker\",\"via\":\"agent:worker\",\"count\":1");
      scene.peer("agent:late");
      stream.await("peers", e -> e.data().contains("agent:late"));
    }
  }

  @Test
  void thatNobodyListensToStepsIsNoFailureOnTheMap() throws Exception {
    BusClient sender = scene.peer("agent:writer");
    String step = "{\"type\":\"agent_event\",\"content\":{\"event\":\"step\",\"data\":{}}}";
    try (LiveStream stream = scene.web.stream(null)) {
      stream.await("health");
      Scene.send(sender, "system:steps", "m1", step);
      LiveStream.Event row = stream.await("messages", e -> e.data().contains("\"m1\""));
      Scene.send(sender, "agent:nobody", "m2", "{}");
      stream.await("traffic", e -> e.data().contains("agent:nobody"));

      assertThat(row.data()).contains("\"background\":true");
      assertThat(stream.events("traffic")).noneMatch(e -> e.data().contains("system:steps"));
    }
  }

  @Test
  void goesOnWhereABrowserStopped() throws Exception {
    BusClient sender = scene.peer("tg:1");
    String last;
    try (LiveStream stream = scene.web.stream(null)) {
      stream.await("health");
      last = stream.events().getLast().id();
    }
    try (LiveStream other = scene.web.stream(null)) {
      other.await("health");
      Scene.send(sender, "agent:nobody", "m1", "{}");
      other.await("messages", e -> e.data().contains("no_recipient"));
    }
    try (LiveStream again = scene.web.stream(last)) {
      again.await("messages", e -> e.data().contains("no_recipient"));
      // The start of the watch may be among the repeated events.
      assertThat(again.events("reload")).allMatch(e -> e.data().contains("visible now"));
    }
  }

  @Test
  void tellsABrowserFromAnotherLifeToReload() throws Exception {
    for (String old : new String[] {"00000000-5", "nonsense", "-1", "99999999999999999999"}) {
      try (LiveStream stream = scene.web.stream(old)) {
        stream.await("reload");
        stream.await("health");
      }
    }
  }

  @Test
  void saysThatTheBusIsAwayAndThatItIsBack() throws Exception {
    try (LiveStream stream = scene.web.stream(null)) {
      stream.await("hello", e -> e.data().contains("\"connected\":true"));
      scene.bus.die();
      stream.await("bus", e -> e.data().contains("\"connected\":false"));
      assertThat(scene.web.get("/api/messages").errorCode()).isEqualTo("bus_away");
      assertThat(scene.web.get("/api/status").status()).isEqualTo(200);
      assertThat(scene.web.get("/metrics").body()).contains("bub_up 0");
      scene.bus.comeBack();
      stream.await("bus", e -> e.data().contains("bus-2"));
      BusClient sender = scene.peer("tg:1");
      stream.await("peers", e -> e.data().contains("tg:1"));
      Scene.send(sender, "agent:nobody", "m2", "{}");
      stream.await("messages", e -> e.data().contains("m2"));
    }
  }

  @Test
  void aBrowserThatCameBeforeTheWatchOfTheBusBeganLoadsItsListsAgain() throws Exception {
    try (LiveStream stream = scene.web.stream(null)) {
      stream.await("hello", e -> e.data().contains("\"connected\":true"));
      scene.bus.die();
      stream.await("bus", e -> e.data().contains("\"connected\":false"));
      int before = stream.events("reload").size();

      scene.bus.comeBack();

      await().atMost(Duration.ofSeconds(60)).until(() -> stream.events("reload").size() > before);
    }
  }

  @Test
  void saysThatTheBusHangsAndThatItGoesOn() throws Exception {
    var end = new CountDownLatch(1);
    try (LiveStream stream = scene.web.stream(null)) {
      stream.await("hello", e -> e.data().contains("\"connected\":true"));
      scene.bus.hangUntil(end);
      stream.await("bus", e -> e.data().contains("no answer"));
      end.countDown();
      stream.await("bus", e -> e.data().contains("\"connected\":true"));
    } finally {
      end.countDown();
    }
  }

  @Test
  @Timeout(15)
  void whoAsksForFiguresDoesNotWaitForABusThatHangs() throws Exception {
    var end = new CountDownLatch(1);
    try {
      scene.bus.hangUntil(end);
      assertThat(scene.web.get("/metrics").body()).contains("bub_up 0");
    } finally {
      end.countDown();
    }
  }

  @Test
  void showsTheSameToTwoOperators() throws Exception {
    BusClient sender = scene.peer("tg:1");
    try (LiveStream one = scene.web.stream(null);
        LiveStream two = scene.web.stream(null)) {
      one.await("health");
      two.await("health");
      Scene.send(sender, "agent:nobody", "m1", "{}");
      LiveStream.Event seen = one.await("messages", e -> e.data().contains("no_recipient"));
      assertThat(two.await("messages", e -> e.id().equals(seen.id()))).isEqualTo(seen);
    }
  }

  @Test
  void hostileTextStaysOneEventOfText() throws Exception {
    String text =
        "</script><img src=x onerror=alert(1)>\\n\\nevent: hello\\ndata: {}\\u202e\\u001b[31m";
    BusClient sender = scene.peer("agent:<b>&\"'");
    try (LiveStream stream = scene.web.stream(null)) {
      stream.await("health");
      Scene.send(sender, "agent:nobody", "m\n\n1", "{\n\"content\":\n{\"text\":\"" + text + "\"}}");
      LiveStream.Event event = stream.await("messages", e -> e.data().contains("no_recipient"));
      assertThat(event.data()).contains("onerror=alert(1)>\\n\\nevent: hello");
      assertThat(stream.events("hello")).hasSize(1);
      assertThat(event.fields().count()).isEqualTo(3);
    }
  }
}
