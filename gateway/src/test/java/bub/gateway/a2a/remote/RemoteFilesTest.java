package bub.gateway.a2a.remote;

import static bub.gateway.DoorScene.json;
import static bub.gateway.a2a.remote.RemoteAgentScene.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.client.lobby.LobbyClient;
import bub.json.Fields;
import bub.json.RawJson;
import bub.protocol.Envelope;
import bub.protocol.lobby.Capability;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files in the answers of remote agents. */
@Timeout(60)
class RemoteFilesTest {
  @TempDir Path directory;

  @Test
  void theOutputOfASkillHasItsFiles() throws Exception {
    try (var scene = new RemoteAgentScene(directory)) {
      RawJson output =
          json(
              """
              {"width":3,"content":[
               {"type":"image","data":"aW1hZ2U=","mimeType":"image/png"},
               {"type":"resource_link","uri":"https://example.com/c.pdf","name":"c.pdf"}]}
              """);
      scene
          .doors
          .provider("agent:painter")
          .offer(Capability.named("paint", "Paints."), _ -> output);
      scene.add("/a2a");
      LobbyClient caller = scene.caller("agent:caller");
      scene.awaitOffered(caller, "far.paint");

      Fields painted = caller.request("far.paint").call(RawJson.EMPTY_OBJECT).fields();

      assertThat(painted.object("data").toString()).isEqualTo("{\"width\":3}");
      assertThat(painted.require("files").toString())
          .isEqualTo(
              "[{\"mimeType\":\"image/png\",\"bytes\":\"aW1hZ2U=\"},"
                  + "{\"name\":\"c.pdf\",\"uri\":\"https://example.com/c.pdf\"}]");
    }
  }

  @Test
  void aChatIsToldTheNamesOfTheFiles() throws Exception {
    try (var scene = new RemoteAgentScene(directory)) {
      scene.add("/a2a/agent:helper");
      scene.say("q1", "draw");
      Envelope question = scene.agent.question();
      scene.agent.reply(
          question,
          json(
              """
              {"type":"tg_reply","reply_to_message_id":"%s","content":{"text":"","artifacts":[
               {"parts":[{"text":"Here:"},{"raw":"YQ==","filename":"a.png"},{"raw":"Yg=="}]}]}}
              """
                  .formatted(question.messageId())));

      assertThat(text(scene.reply())).isEqualTo("Here:\n[file a.png]\n[file without a name]");
    }
  }

  @Test
  void filesThatAreTooLargeForTheBusAreRefused() {
    String file = "{\"raw\":\"" + "a".repeat(400_000) + "\"}";
    var answer = new RemoteAnswer();

    assertThatThrownBy(
            () ->
                answer.take(
                    json(
                        "{\"artifactUpdate\":{\"artifact\":{\"artifactId\":\"a\",\"parts\":["
                            + file
                            + ","
                            + file
                            + ","
                            + file
                            + "]}}}")))
        .isInstanceOf(RemoteFailure.class)
        .hasMessageContaining("900000");
  }

  @Test
  void aRepeatedTaskDoesNotCountTwice() throws Exception {
    String task =
        "{\"task\":{\"id\":\"t\",\"status\":{\"state\":\"TASK_STATE_WORKING\"},\"artifacts\":"
            + "[{\"artifactId\":\"a\",\"parts\":[{\"raw\":\"%s\"}]}]}}"
                .formatted("a".repeat(400_000));
    var answer = new RemoteAnswer();

    for (int i = 0; i < 4; i++) {
      answer.take(json(task));
    }

    assertThat(answer.output().fields().require("files").elements()).hasSize(1);
  }
}
