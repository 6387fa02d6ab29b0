package bub.gateway.a2a;

import static bub.gateway.a2a.A2aClient.data;
import static org.assertj.core.api.Assertions.assertThat;

import bub.gateway.DoorScene;
import bub.gateway.Http;
import bub.gateway.TestAgent;
import bub.json.Fields;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Requests of a hostile A2A client. */
@Timeout(60)
class A2aBadInputTest {
  private static final int INVALID_PARAMS = -32602;
  private static final String AT_ONCE = "\"configuration\":{\"returnImmediately\":true}";

  @TempDir Path directory;
  @AutoClose private DoorScene scene;
  @AutoClose private final Http http = Http.plain();
  private A2aClient lobby;
  private A2aClient agent;

  @BeforeEach
  void start() throws Exception {
    scene = new DoorScene(directory);
    var _ = TestAgent.in(scene, "agent:helper");
    lobby = new A2aClient(scene, http, "/a2a");
    agent = new A2aClient(scene, http, "/a2a/agent:helper");
  }

  private static long code(A2aClient by, String method, String params) throws Exception {
    return by.error(method, params).integer("code", 0);
  }

  @Test
  void aFileThatIsNotBase64IsRefusedBeforeItMakesATask() throws Exception {
    String message =
        "{\"message\":{\"messageId\":\"m\",\"role\":\"ROLE_USER\",\"parts\":[{\"raw\":\"!!\"}]},"
            + AT_ONCE
            + "}";

    assertThat(code(agent, "SendMessage", message)).isEqualTo(INVALID_PARAMS);

    assertThat(agent.result("ListTasks", "{}").integer("totalSize", -1)).isZero();
  }

  @Test
  void aTimeThatNoClockShowsIsRefused() throws Exception {
    for (String time : new String[] {"+999999999-12-31T23:59:59Z", "-999999999-01-01T00:00:00Z"}) {
      String params = "{\"statusTimestampAfter\":\"" + time + "\"}";
      assertThat(code(lobby, "ListTasks", params)).as(time).isEqualTo(INVALID_PARAMS);
    }
    assertThat(lobby.call("ListTasks", "{}").has("result")).isTrue();
  }

  @Test
  void aWebhookKeepsOnlyTheMembersOfTheProtocol() throws Exception {
    String more =
        "\"url\":\"https://127.0.0.1:1/\",\"token\":\"t\",\"tenant\":\"x\",\"junk\":\"y\","
            + "\"authentication\":{\"scheme\":\"Bearer\",\"credentials\":\"c\",\"junk\":\"y\"}";
    Fields task =
        agent
            .result(
                "SendMessage", A2aClient.text("work", "").replaceFirst("}$", "," + AT_ONCE + "}"))
            .object("task")
            .fields();

    Fields config =
        agent.result(
            "CreateTaskPushNotificationConfig",
            "{\"taskId\":\"" + task.string("id") + "\",\"id\":\"i\"," + more + "}");

    assertThat(config.count()).isEqualTo(5);
    assertThat(config.object("authentication").toString())
        .isEqualTo("{\"scheme\":\"Bearer\",\"credentials\":\"c\"}");
    assertThat(config.string("id")).isEqualTo("i");
    assertThat(config.string("taskId")).isEqualTo(task.string("id"));
    assertThat(config.string("token")).isEqualTo("t");
  }

  @Test
  void aTextThatLooksLikeTheInputOfACapabilityIsRefusedByName() throws Exception {
    String params = data("{\"capability\":5}", "");

    assertThat(code(lobby, "SendMessage", params)).isEqualTo(INVALID_PARAMS);
  }
}
