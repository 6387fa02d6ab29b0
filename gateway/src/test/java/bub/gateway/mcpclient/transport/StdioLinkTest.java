package bub.gateway.mcpclient.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bub.jsonrpc.Link;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Programs that leave a child in the background, which holds their pipes open. */
class StdioLinkTest {
  private static final Duration GRACE = Duration.ofMillis(200);
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final String BACKGROUND = "sleep 600 & echo \"$!\"; ";

  private final CompletableFuture<ProcessHandle> child = new CompletableFuture<>();
  private final CompletableFuture<String> closed = new CompletableFuture<>();

  private StdioLink start(String name, String script) throws Exception {
    Process program = new ProcessBuilder("sh", "-c", BACKGROUND + script).start();
    var link = new StdioLink(name, program, GRACE);
    link.open(
        new Link.Receiver() {
          @Override
          public void onText(byte[] text) {
            long pid = Long.parseLong(new String(text, UTF_8));
            child.complete(ProcessHandle.of(pid).orElseThrow());
          }

          @Override
          public void onClosed(int code, String reason) {
            closed.complete(reason);
          }
        });
    return link;
  }

  private void expectNothingLeft(String name) throws Exception {
    closed.get(30, TimeUnit.SECONDS);
    // A dead process without a parent that looks after it keeps its id, but has no command.
    Awaitility.await().atMost(SOON).until(() -> child.join().info().command().isEmpty());
    Awaitility.await()
        .atMost(SOON)
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().startsWith("mcp-" + name + "-")));
  }

  @Test
  void aChildOfAProgramThatLeavesWhenAskedEndsWithIt() throws Exception {
    StdioLink link = start("polite", "cat > /dev/null");
    child.get(30, TimeUnit.SECONDS);
    link.close(Link.NO_CODE, "enough");
    link.awaitEnd(SOON);
    assertThat(child.join().info().command()).isEmpty();
    expectNothingLeft("polite");
    assertThat(closed.join()).isEqualTo("enough");
  }

  @Test
  void aChildOfAProgramThatDoesNotLeaveEndsWithIt() throws Exception {
    StdioLink link = start("stubborn", "trap '' TERM; while :; do sleep 600; done");
    child.get(30, TimeUnit.SECONDS);
    link.close(Link.NO_CODE, "enough");
    expectNothingLeft("stubborn");
  }

  @Test
  void aChildOfAProgramThatCrashesEndsWithTheConnection() throws Exception {
    StdioLink link = start("crashing", "read line; exit 3");
    child.get(30, TimeUnit.SECONDS);
    assertThat(link.send("now".getBytes(UTF_8), 0, 3)).isTrue();
    assertThat(closed.get(30, TimeUnit.SECONDS)).contains("exit code 3");
    link.close(Link.NO_CODE, "");
    expectNothingLeft("crashing");
  }
}
