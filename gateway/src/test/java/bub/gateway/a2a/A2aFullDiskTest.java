package bub.gateway.a2a;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.gateway.DoorScene;
import bub.gateway.Http;
import bub.gateway.TestAgent;
import bub.json.Fields;
import bub.protocol.Envelope;
import bub.testkit.SmallDisk;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The door on a full disk refuses new tasks by name and keeps those that it has acknowledged. */
@Timeout(120)
class A2aFullDiskTest {
  private static final String PLACE = "/a2a/agent:helper";

  @TempDir Path directory;
  private final Http http = Http.plain().with("A2A-Version", "1.0");
  private final List<String> acknowledged = new ArrayList<>();

  @Test
  void refusesNewTasksAndKeepsTheOldOnesUntilThereIsRoom() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory, 16)) {
      try (var scene = new DoorScene(disk.path())) {
        TestAgent agent = TestAgent.in(scene, "agent:helper");
        assertThat(send(scene).status()).isEqualTo(200);
        Envelope question = agent.question();

        Http.Reply refused = awaitRefusal(scene, disk);
        assertThat(refused.status()).as(refused.body()).isEqualTo(503);
        assertThat(refused.body()).contains("UNAVAILABLE", "the disk is full");
        assertThat(state(scene, acknowledged.getFirst())).isEqualTo("TASK_STATE_WORKING");
        boolean isKept = agent.reply(question, "done").success();

        disk.makeRoom();
        await().atMost(Duration.ofSeconds(30)).until(() -> send(scene).status() == 200);
        // An agent repeats a reply that the door could not store.
        await()
            .atMost(Duration.ofSeconds(30))
            .until(() -> isKept || agent.reply(question, "done").success());
        assertThat(state(scene, acknowledged.getFirst())).isEqualTo("TASK_STATE_COMPLETED");
      }
      try (var scene = new DoorScene(disk.path())) {
        TestAgent _ = TestAgent.in(scene, "agent:helper");
        for (String task : acknowledged) {
          assertThat(state(scene, task)).isNotEmpty();
        }
        assertThat(state(scene, acknowledged.getFirst())).isEqualTo("TASK_STATE_COMPLETED");
      }
    } finally {
      http.close();
    }
  }

  private Http.Reply awaitRefusal(DoorScene scene, SmallDisk disk) {
    return await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              disk.fill();
              return send(scene);
            },
            reply -> reply.status() != 200);
  }

  private Http.Reply send(DoorScene scene) throws Exception {
    String message =
        A2aClient.text("work", "")
            .replaceFirst("}$", ",\"configuration\":{\"returnImmediately\":true}}");
    Http.Reply reply = http.post(scene.url(PLACE + "/message:send"), message);
    if (reply.status() == 200) {
      acknowledged.add(reply.fields().object("task").fields().string("id"));
    }
    return reply;
  }

  private String state(DoorScene scene, String task) throws Exception {
    Fields found = http.get(scene.url(PLACE + "/tasks/" + task)).fields();
    return A2aClient.state(found);
  }
}
