package bub.client.files;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(20)
class WorkspaceLogsTest {
  private static final int ALL = 1 << 20;

  @TempDir Path state;
  private Path workspaces;
  private Path log;
  private Path secret;

  @BeforeEach
  void prepare() throws Exception {
    workspaces = state.resolve("workspaces");
    log = Files.createDirectories(workspaces.resolve("tg:1/logs")).resolve("agent.log");
    secret = Files.writeString(state.resolve("local.token"), "secret");
  }

  private WorkspaceLogs.@Nullable Tail tail(Path file) throws Exception {
    return WorkspaceLogs.in(workspaces).tail(file.toString(), 10, ALL);
  }

  @Test
  void readsTheLastLines() throws Exception {
    Files.write(log, IntStream.range(0, 30).mapToObj(String::valueOf).toList());
    assertThat(WorkspaceLogs.in(workspaces).tail(log.toString(), 2, ALL))
        .isEqualTo(new WorkspaceLogs.Tail(List.of("28", "29"), true));
  }

  @Test
  void findsTheWorkspacesByTheLog() throws Exception {
    Files.writeString(log, "fine\n");
    WorkspaceLogs logs = requireNonNull(WorkspaceLogs.around(log.toString()));
    assertThat(logs.tail(log.toString(), 10, ALL))
        .isEqualTo(new WorkspaceLogs.Tail(List.of("fine"), false));
    assertThat(WorkspaceLogs.around("journalctl --user -u bub-agent-worker-1")).isNull();
  }

  @Test
  void leavesOutTheLineInWhichTheReadPartBegins() throws Exception {
    Files.writeString(log, "long first line\nsecond\n");
    assertThat(WorkspaceLogs.in(workspaces).tail(log.toString(), 10, 10))
        .isEqualTo(new WorkspaceLogs.Tail(List.of("second"), true));
  }

  @Test
  void readsThroughALinkToTheWorkspaces() throws Exception {
    Files.writeString(log, "fine\n");
    Path link = Files.createSymbolicLink(state.resolve("run"), workspaces);
    assertThat(tail(link.resolve("tg:1/logs/agent.log")))
        .isEqualTo(new WorkspaceLogs.Tail(List.of("fine"), false));
  }

  @Test
  void followsNoLinkInTheLogs() throws Exception {
    Files.createSymbolicLink(log, secret);
    assertThat(tail(log)).isNull();
  }

  @Test
  void followsNoLinkToOtherLogs() throws Exception {
    Path other = Files.createDirectories(state.resolve("elsewhere"));
    Files.writeString(other.resolve("agent.log"), "secret");
    Files.delete(log.getParent());
    Files.createSymbolicLink(log.getParent(), other);
    assertThat(tail(log)).isNull();
  }

  @Test
  void followsNoLinkToAnotherWorkspace() throws Exception {
    Files.writeString(log, "secret");
    Files.createSymbolicLink(workspaces.resolve("tg:2"), workspaces.resolve("tg:1"));
    assertThat(tail(workspaces.resolve("tg:2/logs/agent.log"))).isNull();
  }

  @Test
  void readsNothingButRegularFilesInLogs() throws Exception {
    Path data = Files.createDirectories(workspaces.resolve("tg:1/data")).resolve("agent.log");
    Files.writeString(data, "secret");
    Files.createDirectory(log);
    Path pipe = log.resolveSibling("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    for (Path other :
        List.of(
            log,
            pipe,
            data,
            secret,
            log.resolveSibling("nothing"),
            workspaces.resolve("tg:1/logs/../../../local.token"),
            workspaces.resolve("tg:1/../../x/logs/agent.log"),
            Path.of("relative/logs/agent.log"),
            Path.of("/nowhere/x/logs/agent.log"),
            Path.of(""))) {
      assertThat(tail(other)).as("%s", other).isNull();
    }
    assertThat(WorkspaceLogs.in(workspaces).tail("\0", 10, ALL)).isNull();
  }

  @Test
  void readsOnlyCompleteLinesThatWereAdded() throws Exception {
    WorkspaceLogs logs = WorkspaceLogs.in(workspaces);
    Files.writeString(log, "one\ntwo\nthr");
    WorkspaceLogs.Growth first = requireNonNull(logs.since(log.toString(), 0, ALL));
    assertThat(first).isEqualTo(new WorkspaceLogs.Growth(List.of("one", "two"), 8));

    Files.writeString(log, "one\ntwo\nthree\n");
    assertThat(logs.since(log.toString(), first.end(), ALL))
        .isEqualTo(new WorkspaceLogs.Growth(List.of("three"), 14));

    Files.writeString(log, "new\n");
    assertThat(logs.since(log.toString(), 14, ALL))
        .isEqualTo(new WorkspaceLogs.Growth(List.of("new"), 4));
  }
}
