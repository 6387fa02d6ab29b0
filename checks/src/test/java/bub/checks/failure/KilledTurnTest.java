package bub.checks.failure;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Eventually;
import bub.checks.kit.LiveBub;
import bub.checks.kit.TypedClient;
import bub.checks.kit.Workshop;
import bub.testkit.BubProgram;
import bub.testkit.BubProgram.Finished;
import bub.testkit.ChildProcess;
import bub.testkit.FakeOpenAi;
import bub.testkit.FakeOpenAiAnswer;
import bub.testkit.Signals;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Bus, system agent and agent are killed in the middle of a turn, and the turn goes on. */
class KilledTurnTest {
  private static final String QUESTION = "remember the milk";
  private static final int ANSWERED = 1;
  private static final int INTERRUPTED = 1;
  private static final int AFTER_THE_RESTART = 1;

  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void theTraceGoesOnAndTheBudgetIsExact() throws Exception {
    FakeOpenAi model = workshop.keep(FakeOpenAi.start());
    model.then(
        FakeOpenAiAnswer.calls("write_file", "{\"path\":\"note.txt\",\"text\":\"milk\"}"),
        FakeOpenAiAnswer.hangs(),
        FakeOpenAiAnswer.says("I remember it."));
    BubProgram program =
        workshop
            .program()
            .with("OPENAI_BASE_URL", model.baseUrl())
            .with("OPENAI_API_KEY", "sk-not-a-real-one");
    LiveBub killed = start(program, 0);
    int port = killed.bus().getPort();
    assertThat(killed.bub("budget", "set", "total", "50 calls/turn").exitCode()).isZero();
    ChildProcess chat =
        workshop.keep(program.start("chat", "--id", "1", "--run-dir", killed.runDir().toString()));
    chat.type(QUESTION);
    Eventually.holds(
        () -> {
          assertThat(model.requests()).hasSize(ANSWERED + INTERRUPTED);
          JsonNode turn = turn(killed);
          assertThat(spans(turn, "type", "budget_reserve")).hasSize(ANSWERED + INTERRUPTED);
          assertThat(spans(turn, "kind", "model")).hasSize(ANSWERED);
          assertThat(spans(turn, "kind", "tool")).hasSize(1);
        });
    JsonNode before = turn(killed);

    killed.process().kill();
    killAgents(killed);
    LiveBub bub = start(program, port);

    chat.awaitLine("I remember it.");
    Eventually.holds(
        () -> {
          JsonNode turn = turn(bub);
          assertThat(turn.path("running").asBoolean()).isFalse();
          assertThat(traceId(turn)).isEqualTo(traceId(before));
          assertThat(messages(turn)).containsAll(messages(before));
          assertThat(turn.path("spans").valueStream()).noneMatch(span -> span.has("unlinked"));
          assertThat(spans(turn, "type", "budget_reserve"))
              .as(turn::toString)
              .hasSize(ANSWERED + INTERRUPTED + AFTER_THE_RESTART);
          assertThat(spans(turn, "kind", "model")).hasSize(ANSWERED + AFTER_THE_RESTART);
          assertThat(spans(turn, "type", "tg_reply")).hasSize(1);
        });
    assertThat(model.requests()).hasSize(ANSWERED + INTERRUPTED + AFTER_THE_RESTART);
    checkBudget(bub, traceId(before), model.requests().size());
  }

  private LiveBub start(BubProgram program, int port) throws IOException, InterruptedException {
    String runDir = workshop.directory().resolve("run").toString();
    ChildProcess process =
        workshop.keep(
            program.start(
                "up",
                "--port",
                String.valueOf(port),
                "--run-dir",
                runDir,
                "--spawner",
                "local",
                "--model",
                "openai/gpt-test"));
    process.awaitLine("bub is up");
    return new LiveBub(workshop, program, process, workshop.directory().resolve("run"));
  }

  private static void killAgents(LiveBub bub) throws Exception {
    List<ProcessHandle> agents =
        ProcessHandle.allProcesses()
            .filter(
                process -> {
                  String command = process.info().commandLine().orElse("");
                  return command.contains(bub.runDir().toString())
                      && command.contains("--client-id");
                })
            .toList();
    assertThat(agents).isNotEmpty();
    for (ProcessHandle agent : agents) {
      Signals.kill(agent.pid());
      agent.onExit().get(60, TimeUnit.SECONDS);
    }
  }

  private static void checkBudget(LiveBub bub, String trace, int calls) throws Exception {
    JsonNode shown = TypedClient.tree(run(bub, "budget", "show", "--json"));
    List<JsonNode> rows = shown.path("budgets").valueStream().toList();
    assertThat(rows).hasSize(1);
    JsonNode row = rows.getFirst();
    assertThat(row.path("subject").asString()).isEqualTo(trace);
    // The interrupted call stays reserved, because it may have reached the model.
    assertThat(row.path("used").asInt()).isEqualTo(calls - INTERRUPTED);
    assertThat(row.path("reserved").asInt()).isEqualTo(INTERRUPTED);

    List<String> lines = run(bub, "budget", "report", "--since", "2d").lines().toList();
    int column = List.of(lines.getFirst().split(",", -1)).indexOf("calls");
    int reported =
        lines.stream()
            .skip(1)
            .mapToInt(line -> Integer.parseInt(line.split(",", -1)[column]))
            .sum();
    assertThat(reported).isEqualTo(calls);
  }

  private static String run(LiveBub bub, String... arguments)
      throws IOException, InterruptedException {
    Finished finished = bub.bub(arguments);
    assertThat(finished.exitCode()).as(finished::toString).isZero();
    return finished.out();
  }

  /** The person has asked once, so one turn begins with these words. */
  private static JsonNode turn(LiveBub bub) throws IOException, InterruptedException {
    List<JsonNode> turns =
        run(bub, "traces", "--json")
            .lines()
            .map(TypedClient::tree)
            .filter(turn -> turn.path("text").asString("").equals(QUESTION))
            .toList();
    assertThat(turns).hasSize(1);
    return TypedClient.tree(run(bub, "trace", traceId(turns.getFirst()), "--json"));
  }

  private static String traceId(JsonNode turn) {
    return turn.path("traceId").asString();
  }

  private static List<JsonNode> spans(JsonNode turn, String member, String value) {
    return turn.path("spans")
        .valueStream()
        .filter(span -> span.path(member).asString("").equals(value))
        .toList();
  }

  private static List<String> messages(JsonNode turn) {
    return turn.path("spans")
        .valueStream()
        .filter(span -> span.has("messageId"))
        .map(span -> span.path("messageId").asString())
        .toList();
  }
}
