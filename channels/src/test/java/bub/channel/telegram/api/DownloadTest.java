package bub.channel.telegram.api;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.channel.telegram.api.MessageContent.Document;
import bub.channel.telegram.api.TelegramUpdate.Posted;
import bub.testkit.FakeBotApiAnswer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Download of files that people send. */
class DownloadTest extends ApiScene {
  private static final int MEGABYTE = 1024 * 1024;

  @TempDir Path directory;
  private Path target;

  @BeforeEach
  void choosesAPlace() {
    target = directory.resolve("file");
  }

  private MediaFile isSent(byte[] bytes) throws InterruptedException {
    telegram.sendsFile(7, ANNA, "../../x", bytes);
    TelegramUpdate update = ok(api.getUpdates(0, AT_ONCE, 1)).updates().getFirst();
    return ((Document) requireNonNull(((Posted) update.event()).message().content())).file();
  }

  private RemoteFile isThere(byte[] bytes) throws InterruptedException {
    return ok(api.getFile(isSent(bytes).id()));
  }

  @Test
  void aFileOf20MegabytesArrivesWhole() throws InterruptedException, IOException {
    byte[] bytes = new byte[20 * MEGABYTE];
    bytes[17 * MEGABYTE] = 17;
    MediaFile file = isSent(bytes);
    assertThat(file.name()).isEqualTo("../../x");
    assertThat(file.size()).isEqualTo(bytes.length);

    RemoteFile remote = ok(api.getFile(file.id()));
    assertThat(ok(api.download(remote, target, bytes.length))).isEqualTo(bytes.length);
    assertThat(Files.readAllBytes(target)).isEqualTo(bytes);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target)))
        .isEqualTo("rw-------");
  }

  @Test
  void aFileThatIsTooBigForTelegramIsRefused() throws InterruptedException {
    MediaFile file = isSent(new byte[20 * MEGABYTE + 1]);
    assertThat(refused(api.getFile(file.id())).kind()).isEqualTo(TelegramRefusal.FILE_TOO_BIG);
  }

  @Test
  void aFileThatIsTooBigForUsLeavesNothingBehind() throws InterruptedException {
    RemoteFile file = isThere(new byte[MEGABYTE]);
    RemoteFile lying = new RemoteFile(file.id(), file.path(), null);
    for (RemoteFile tooBig : new RemoteFile[] {file, lying}) {
      assertThat(refused(api.download(tooBig, target, MEGABYTE - 1)).kind())
          .isEqualTo(TelegramRefusal.FILE_TOO_BIG);
      assertThat(target).doesNotExist();
    }
  }

  @Test
  void aFileThatIsCutIsTriedAgainAndLeavesNothingBehind() throws InterruptedException {
    RemoteFile file = isThere(new byte[MEGABYTE]);
    telegram.script().then("download", FakeBotApiAnswer.cut(), FakeBotApiAnswer.page(200));
    retry(api.download(file, target, MEGABYTE));
    assertThat(target).doesNotExist();
    assertThat(retry(api.download(file, target, MEGABYTE)).why()).contains("should have 1048576");
    assertThat(target).doesNotExist();
    ok(api.download(file, target, MEGABYTE));
  }

  @Test
  void aFileThatDoesNotComeInTimeLeavesNothingBehind() throws InterruptedException {
    RemoteFile file = isThere(new byte[10]);
    telegram.script().then("download", FakeBotApiAnswer.hangs());
    try (HttpBotApi impatient = impatient()) {
      retry(impatient.download(file, target, 10));
    }
    assertThat(target).doesNotExist();
  }

  @Test
  void aFileThatIsGoneSaysNothingAgainstTheToken() throws InterruptedException {
    telegram.script().then("download", FakeBotApiAnswer.refuses(404, "Not Found"));
    assertThat(refused(api.download(isThere(new byte[10]), target, 10)).kind())
        .isEqualTo(TelegramRefusal.OTHER);
    assertThat(refused(api.download(new RemoteFile("x", null, null), target, 10)).description())
        .contains("nothing to download");
  }

  @Test
  void whatIsThereAlreadyIsNeverOverwritten() throws InterruptedException, IOException {
    RemoteFile file = isThere(new byte[10]);
    Files.writeString(target, "mine");
    assertThatThrownBy(() -> api.download(file, target, 10))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(target).hasContent("mine");
  }
}
