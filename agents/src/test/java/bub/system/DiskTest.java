package bub.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bub.protocol.Address;
import bub.system.session.AgentSession;
import bub.system.session.SessionStatus;
import bub.testkit.ChildProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a full small disk no chat gets an agent, and nothing is damaged afterwards. */
class DiskTest {
  private static final byte[] PAGE = new byte[4096];

  @TempDir private static Path directory;
  private Path disk;
  private Stage stage;

  @BeforeEach
  void setUp() throws Exception {
    disk = Files.createTempDirectory(directory, "disk");
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=1m", "bub-agents", disk.toString()) == 0,
        "a small file system can only be mounted by root, where mounting is allowed");
    stage = Stage.in(disk);
    stage.start();
  }

  @AfterEach
  void tearDown() throws Exception {
    if (stage != null) {
      stage.close();
      run("umount", "--lazy", disk.toString());
    }
  }

  private static int run(String... command) throws IOException, InterruptedException {
    try (ChildProcess child = ChildProcess.start(new ProcessBuilder(command))) {
      return child.awaitExit();
    }
  }

  @Test
  void aFullDiskIsSaidSoAndTheNextTryIsLikeTheFirst() throws Exception {
    TestChat first = stage.chat("1");
    Address running = first.getsAnAgent();
    Path filler = fill();
    TestChat chat = stage.chat("2");

    assertThat(chat.isRefusedAnAgent()).contains("No space left on device");
    assertThat(first.getsAnAgent()).as("who has an agent keeps it").isEqualTo(running);

    Files.delete(filler);
    Address agent = chat.getsAnAgent();
    assertThat(stage.session("1").status()).isEqualTo(SessionStatus.RUNNING);
    AgentSession session = stage.session("2");
    assertThat(session.status()).isEqualTo(SessionStatus.RUNNING);
    assertThat(session.clientId()).isEqualTo(agent);
    assertThat(stage.workspace("2").resolve("config.json")).content().contains(agent.value());
  }

  private Path fill() throws IOException {
    Path filler = disk.resolve("filler");
    try (OutputStream out = Files.newOutputStream(filler)) {
      while (true) {
        out.write(PAGE);
      }
    } catch (IOException full) {
      return filler;
    }
  }

  @Test
  void aDiskThatMayNotBeWrittenIsSaidSo() throws Exception {
    String workspaces = stage.stateDir().resolve("workspaces").toString();
    assertThat(run("mount", "-t", "tmpfs", "-o", "ro", "bub-agents", workspaces)).isZero();
    TestChat chat = stage.chat("1");

    assertThat(chat.isRefusedAnAgent()).contains("Read-only file system");

    assertThat(run("umount", workspaces)).isZero();
    assertThat(chat.getsAnAgent()).isNotNull();
  }

  @Test
  void aDirectoryThatMayNotBeWrittenIsSaidSoWithoutItsName() {
    assertThat(SpawnErrors.words(new AccessDeniedException("/secret/place")))
        .isEqualTo("no permission to write to its workspace");
  }
}
