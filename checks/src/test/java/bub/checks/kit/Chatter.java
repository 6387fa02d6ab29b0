package bub.checks.kit;

import static org.assertj.core.api.Assertions.assertThat;

import bub.testkit.BubProgram;
import bub.testkit.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A person at {@code bub chat} who remembers their messages. The agent is the built-in echo. */
public final class Chatter {
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  private final ChildProcess process;
  private final List<String> said = new ArrayList<>();

  private Chatter(ChildProcess process) {
    this.process = process;
  }

  static Chatter start(Workshop workshop, BubProgram program, Path runDir, String id)
      throws IOException {
    return new Chatter(
        workshop.keep(program.start("chat", "--run-dir", runDir.toString(), "--id", id)));
  }

  public Chatter says(String text) throws IOException {
    process.type(text);
    said.add(text);
    return this;
  }

  /** Waits until the last but {@code open} of what was said are answered. */
  public void awaitAnswers(int open) {
    Eventually.holds(
        () ->
            assertThat(process.out().lines())
                .as(process::toString)
                .containsAll(said.subList(0, Math.max(0, said.size() - open))));
  }

  /** Says nothing more, and has had every answer once, in order, at the end. */
  public void leavesContent() throws IOException, InterruptedException {
    process.endInput();
    assertThat(process.awaitExit(TIMEOUT)).as(process::toString).isZero();
    List<String> answers = process.out().lines().stream().filter(said::contains).toList();
    assertThat(answers).as(process::toString).isEqualTo(said);
  }
}
