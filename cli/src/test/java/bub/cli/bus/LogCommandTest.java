package bub.cli.bus;

import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.activity.event.Trail;
import bub.bus.activity.file.ActivitySettings;
import bub.bus.activity.log.SqliteActivityLog;
import bub.cli.screen.Screen;
import bub.json.RawJson;
import bub.jsonrpc.RequestId;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.trace.TraceId;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code bub bus log} of a file, as a person reads it. */
class LogCommandTest {
  private static final TraceId TRACE = new TraceId("4bf92f3577b34da6a3ce929d0e0e4736");

  @TempDir Path folder;
  private final StringWriter err = new StringWriter();
  private SqliteActivityLog log;

  @BeforeEach
  void aTurn() throws Exception {
    log = SqliteActivityLog.open(ActivitySettings.in(file()), () -> 1_771_329_600_000_000L);
    send("question", "tg:1", "agent:worker", note("Where is it?"), null);
    send("typing", "agent:worker", "tg:1", event("typing"), TRACE);
    send("step", "agent:worker", "system:steps", event("step"), TRACE);
    send("partial", "agent:worker", "tg:1", event("partial"), TRACE);
    send("tool", "agent:worker", "tg:1", event("tool_call"), TRACE);
    send("answer", "agent:worker", "tg:1", note("Here."), TRACE);
    send("elsewhere", "tg:2", "agent:worker", note("And you?"), null);
    log.close();
  }

  private Path file() {
    return folder.resolve("activity.db");
  }

  private static String note(String text) {
    return "{\"type\":\"note\",\"content\":{\"text\":\"" + text + "\"}}";
  }

  private static String event(String name) {
    return "{\"type\":\"agent_event\",\"content\":{\"event\":\"%s\",\"data\":{}}}".formatted(name);
  }

  private void send(String id, String from, String to, String payload, @Nullable TraceId trace)
      throws Exception {
    var envelope =
        new Envelope(new Address(from), new Address(to), new MessageId(id), RawJson.parse(payload));
    Trail trail = log.sendStarted(envelope, RequestId.of(1));
    if (trace != null) {
      trail.caused(trace, new MessageId("question"));
    }
    trail.sendFinished(Trail.Status.NO_RECIPIENT, null);
  }

  private List<String> log(String... options) {
    var out = new StringWriter();
    var screen = new Screen(new PrintWriter(out), new PrintWriter(err, true), false, false);
    var words = new ArrayList<>(List.of(options));
    words.addAll(List.of("--file", file().toString()));
    int exitCode = new CommandLine(new LogCommand(screen)).execute(words.toArray(String[]::new));
    assertThat(exitCode).as(err.toString()).isZero();
    return out.toString().lines().toList();
  }

  @Test
  void leavesOutTheProgressOfAgentsAndSaysSo() {
    assertThat(log())
        .satisfiesExactly(
            line -> assertThat(line).contains("Where is it?"),
            line -> assertThat(line).contains("tool_call"),
            line -> assertThat(line).contains("Here."),
            line -> assertThat(line).contains("And you?"));
    assertThat(err.toString())
        .isEqualToNormalizingNewlines(
            "3 steps, typing and partial events are hidden. Show them with --all.\n");
  }

  @Test
  void showsEverythingWhenAskedTo() {
    assertThat(log("--all")).hasSize(7);
    assertThat(log("--json")).hasSize(7);
    assertThat(log("--events")).hasSize(14);
    assertThat(log("--message-id", "step")).hasSize(1);
    assertThat(log("--to", "system:steps")).hasSize(1);
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void countsOnlyWhatIsHiddenAmongTheMessagesShown() {
    assertThat(log("--limit", "3")).hasSize(3);
    assertThat(err.toString()).isEmpty();
    assertThat(log("--actor", "agent:worker", "--to", "tg:1")).hasSize(2);
    assertThat(err.toString()).startsWith("2 steps, typing and partial events are hidden.");
  }

  @Test
  void selectsATrace() {
    assertThat(log("--trace", TRACE.value())).hasSize(2).last().asString().contains("Here.");
    assertThat(log("--trace", "4BF92F3577B34DA6A3CE929D0E0E4736", "--all")).hasSize(5);
    assertThat(log("--trace", TRACE.value(), "--all", "--status", "no_recipient")).hasSize(5);
    assertThat(log("--trace", "00000000000000000000000000000001")).isEmpty();
  }
}
