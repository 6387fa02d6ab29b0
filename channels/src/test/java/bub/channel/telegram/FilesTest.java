package bub.channel.telegram;

import static bub.channel.telegram.TelegramScene.ADA;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bub.protocol.message.ChatMessage;
import bub.testkit.FakeBotApiAnswer;
import bub.testkit.FakeBotApiCall;
import bub.testkit.FakeBotApiMessage;
import bub.testkit.FakeBotApiSent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files from people to agents, and from agents to people. */
class FilesTest {
  @TempDir private Path directory;
  private TelegramScene scene;
  private Path data;

  @BeforeEach
  void begin() throws Exception {
    scene = new TelegramScene(directory);
    data = scene.settings.workspaces().resolve("telegram:7").resolve("data");
    scene.start();
  }

  @AfterEach
  void end() throws Exception {
    scene.close();
  }

  private static byte[] bytes(int count) {
    return "x".repeat(count).getBytes(UTF_8);
  }

  @Test
  void fromAPersonAreInTheAgentsInbox() throws Exception {
    long id = scene.telegram.sendsFile(7, ADA, "plan.txt", "the plan".getBytes(UTF_8));
    String path = "inbox/" + id + "-plan.txt";
    assertThat(scene.awaitHeard(1)).containsExactly("[document: " + path + "]");
    assertThat(data.resolve(path)).hasContent("the plan");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data.resolve(path))))
        .isEqualTo("rw-------");
    ChatMessage said = scene.lastSaid();
    assertThat(said.attachments())
        .extracting(Object::toString)
        .containsExactly(
            "{\"kind\":\"document\",\"path\":\"%s\",\"size\":8,\"name\":\"plan.txt\",\"mime_type\":\"text/plain\"}"
                .formatted(path));
  }

  @Test
  void haveCaptions() throws Exception {
    String photo =
        "[{\"file_id\":\"%s\",\"file_unique_id\":\"u\",\"width\":9,\"height\":9}]"
            .formatted(
                scene.telegram.keeps("p", "image/jpeg", bytes(3)).fields().string("file_id"));
    long id =
        scene.telegram.posts(FakeBotApiMessage.in(7, ADA).caption("look!").with("photo", photo));
    assertThat(scene.awaitHeard(1)).containsExactly("[photo: inbox/" + id + "-photo.jpg]\nlook!");
  }

  @Test
  void withOddNamesStayInTheInbox() throws Exception {
    long id = scene.telegram.sendsFile(7, ADA, "../../x", bytes(1));
    assertThat(scene.awaitHeard(1)).containsExactly("[document: inbox/" + id + "-x]");
    assertThat(data.resolve("inbox").resolve(id + "-x")).exists();
  }

  @Test
  void thatAreTooBigAreSaidToBe() throws Exception {
    scene.telegram.sendsFile(7, ADA, "big.iso", bytes(100_001));
    assertThat(scene.awaitHeard(1))
        .containsExactly("[document big.iso, not available: it is larger than 100000 bytes]");
    assertThat(data.resolve("inbox")).doesNotExist();
  }

  @Test
  void areTriedAgainWhenTheyCannotBeFetched() throws Exception {
    scene.telegram.script().then("getFile", FakeBotApiAnswer.broken());
    scene.telegram.script().then("download", FakeBotApiAnswer.cut());
    scene.telegram.sendsFile(7, ADA, "a.txt", "abc".getBytes(UTF_8));
    scene.pass(Duration.ofSeconds(1));
    scene.pass(Duration.ofSeconds(3));
    assertThat(scene.awaitHeard(1).getFirst()).startsWith("[document: inbox/");
  }

  @Test
  void thatTelegramDoesNotGiveDoNotKeepTheirMessageBack() throws Exception {
    scene
        .telegram
        .script()
        .then("getFile", FakeBotApiAnswer.refuses(400, "Bad Request: file is too big"));
    scene.telegram.sendsFile(7, ADA, "a.txt", bytes(10));
    assertThat(scene.awaitHeard(1))
        .containsExactly("[document a.txt, not available: it is too big]");
  }

  @Test
  void makeRoomForNewerOnes() throws Exception {
    for (int i = 0; i < 4; i++) {
      scene.telegram.sendsFile(7, ADA, i + ".bin", bytes(90_000));
      scene.awaitHeard(i + 1);
    }
    try (var left = Files.list(data.resolve("inbox"))) {
      assertThat(left).hasSize(2);
    }
  }

  @Test
  void areNotWrittenThroughALinkOfTheAgent() throws Exception {
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    Files.createDirectories(data);
    Files.createSymbolicLink(data.resolve("inbox"), elsewhere);
    scene.telegram.sendsFile(7, ADA, "a.txt", bytes(10));
    assertThat(scene.awaitHeard(1))
        .containsExactly("[document a.txt, not available: it could not be saved]");
    assertThat(elsewhere).isEmptyDirectory();
  }

  // ---- from agents

  private List<FakeBotApiSent> answered(String text, int messages) throws Exception {
    scene.telegram.says(7, ADA, "send it");
    scene.awaitHeard(1);
    scene.agent.reply(scene.agent.lastSaid(), text);
    return scene.telegram.awaitSent(7, messages);
  }

  @Test
  void thatAnAnswerLinksToAreSentAlong() throws Exception {
    Files.createDirectories(data.resolve("out"));
    Files.writeString(data.resolve("out/report.csv"), "1,2");
    FakeBotApiCall.Upload file =
        Objects.requireNonNull(
            answered("Here is [the report](out/report.csv), see [this](https://example.com).", 2)
                .getLast()
                .file());
    assertThat(file.name()).isEqualTo("report.csv");
    assertThat(new String(file.bytes(), UTF_8)).isEqualTo("1,2");
  }

  @Test
  void thatDoNotExistOrAreNotTheAgentsAreNotSent() throws Exception {
    Path secret = Files.writeString(directory.resolve("secret"), "s3cret");
    Files.createDirectories(data);
    Files.createSymbolicLink(data.resolve("link"), secret);
    answered("[a](missing.txt) [b](link) [c](../../../secret) [d](" + secret + ")", 1);
    scene.agent.reply(scene.agent.lastSaid().from(), "next", null, "done");
    assertThat(scene.awaitTexts(7, 2).getLast()).isEqualTo("done");
    assertThat(scene.telegram.script().calls("sendDocument")).isEmpty();
  }
}
