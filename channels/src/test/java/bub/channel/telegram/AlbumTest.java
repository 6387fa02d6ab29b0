package bub.channel.telegram;

import static bub.channel.telegram.TelegramScene.ADA;
import static bub.channel.telegram.TelegramScene.BOT;
import static bub.channel.telegram.TelegramScene.GROUP;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.testkit.FakeBotApiMessage;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several files in one album, which Telegram delivers one by one. */
class AlbumTest {
  @TempDir private Path directory;
  private TelegramScene scene;

  @BeforeEach
  void begin() throws Exception {
    scene = new TelegramScene(directory);
    scene.with(it -> it.withAllow(Set.of(GROUP, ADA.id())));
    scene.start();
  }

  @AfterEach
  void end() throws Exception {
    scene.close();
  }

  private long sends(FakeBotApiMessage message, String album, String name) {
    return scene.telegram.posts(
        message
            .inAlbum(album)
            .with("document", scene.telegram.keeps(name, "text/plain", name.getBytes(UTF_8))));
  }

  /** All pictures are stored, so the bridge finds them whenever it looks. */
  private List<String> heardAfterTheAlbum(int count) {
    scene.awaitQuiet();
    return scene.passUntilHeard(count, AlbumCollector.QUIET);
  }

  @Test
  void isOneMessageWithAllItsFiles() throws Exception {
    long first = sends(FakeBotApiMessage.in(7, ADA).caption("my holidays"), "a", "sea.txt");
    long second = sends(FakeBotApiMessage.in(7, ADA), "a", "beach.txt");
    assertThat(heardAfterTheAlbum(1))
        .containsExactly(
            "[document: inbox/%d-sea.txt]\nmy holidays\n[document: inbox/%d-beach.txt]"
                .formatted(first, second));
    assertThat(scene.lastSaid().attachments()).hasSize(2);
    assertThat(scene.lastSaid().messageId()).isEqualTo(String.valueOf(first));
  }

  @Test
  void waitsForFilesThatComeLater() throws Exception {
    sends(FakeBotApiMessage.in(7, ADA), "a", "sea.txt");
    await().until(() -> scene.isAwaited(AlbumCollector.QUIET));
    sends(FakeBotApiMessage.in(7, ADA), "a", "beach.txt");
    scene.awaitQuiet();
    scene.pass(AlbumCollector.QUIET);
    sends(FakeBotApiMessage.in(7, ADA), "b", "other.txt");
    List<String> heard = heardAfterTheAlbum(2);
    assertThat(heard.getFirst()).contains("sea.txt", "beach.txt");
    assertThat(heard.getLast()).contains("other.txt");
  }

  @Test
  void isForTheBotWhenAnyCaptionNamesIt() throws Exception {
    sends(FakeBotApiMessage.in(GROUP, ADA), "a", "sea.txt");
    sends(FakeBotApiMessage.in(GROUP, ADA).caption(BOT + " which is best?"), "a", "beach.txt");
    assertThat(heardAfterTheAlbum(1).getFirst())
        .startsWith("Ada Lovelace: [document:")
        .contains("sea.txt", "beach.txt", "which is best?");
  }

  @Test
  void isWholeAlsoAfterAKill() throws Exception {
    sends(FakeBotApiMessage.in(7, ADA), "a", "sea.txt");
    sends(FakeBotApiMessage.in(7, ADA), "a", "beach.txt");
    scene.awaitQuiet();
    scene.killAndStart();
    assertThat(heardAfterTheAlbum(1).getFirst()).contains("sea.txt", "beach.txt");
  }
}
