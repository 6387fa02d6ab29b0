package bub.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.gateway.DoorScene;
import bub.gateway.Http;
import bub.json.Fields;
import bub.json.RawJson;
import bub.protocol.lobby.Capability;
import bub.testkit.SmallDisk;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The door on a full disk refuses new tasks by name and keeps those that it has acknowledged. */
@Timeout(120)
class McpFullDiskTest {
  private static final String TASKS = "{\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}";

  @TempDir Path directory;
  private final List<String> acknowledged = new ArrayList<>();

  @Test
  void refusesNewTasksAndStoresTheResultsOfTheOldOnesOnceThereIsRoom() throws Exception {
    var done = new CountDownLatch(1);
    try (Http http = Http.plain();
        SmallDisk disk = SmallDisk.mount(directory, 16);
        var scene = new DoorScene(disk.path())) {
      scene
          .provider("agent:worker")
          .offer(
              Capability.read(
                  RawJson.parse(
                      "{\"name\":\"work\",\"description\":\"Works.\",\"input_schema\":{},"
                          + "\"output_schema\":{},\"task_support\":\"required\"}")),
              _ -> {
                done.await();
                return RawJson.parse("{\"text\":\"done\"}");
              });
      McpClient mcp = McpClient.of(http, scene);
      await().atMost(Duration.ofSeconds(30)).until(() -> call(mcp).contains("taskId"));

      String refused =
          await()
              .atMost(Duration.ofSeconds(30))
              .until(
                  () -> {
                    disk.fill();
                    return call(mcp);
                  },
                  answer -> !answer.contains("\"taskId\""));
      assertThat(refused).contains("cannot be stored");
      assertThat(status(mcp, acknowledged.getFirst())).isEqualTo("working");

      done.countDown();
      await().atMost(Duration.ofSeconds(30)).until(() -> call(mcp).contains("\"text\":\"done\""));
      disk.makeRoom();
      for (String task : acknowledged) {
        await()
            .atMost(Duration.ofSeconds(30))
            .untilAsserted(() -> assertThat(status(mcp, task)).isEqualTo("completed"));
      }
    } finally {
      done.countDown();
    }
  }

  private String call(McpClient mcp) throws Exception {
    Http.Reply reply = mcp.alone("tools/call", "work", "\"name\":\"work\",\"arguments\":{}", TASKS);
    Fields answer = reply.fields();
    RawJson result = answer.find("result");
    if (result != null && result.fields().has("taskId")) {
      acknowledged.add(result.fields().string("taskId"));
    }
    return reply.body();
  }

  private static String status(McpClient mcp, String task) throws Exception {
    Fields answer = mcp.alone("tasks/get", task, "\"taskId\":\"" + task + "\"", TASKS).fields();
    return answer.object("result").fields().string("status");
  }
}
