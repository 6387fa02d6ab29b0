package bub.checks.command;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Workshop;
import bub.testkit.BubProgram.Finished;
import bub.testkit.ChildProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The completion script for shells. */
class CompletionTest {
  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void theCompletionScriptIsValidBash() throws Exception {
    Finished completion = workshop.program().run("completion");
    assertThat(completion.exitCode()).isZero();
    Path script = Files.writeString(workshop.directory().resolve("complete"), completion.out());

    ChildProcess bash =
        workshop.keep(
            ChildProcess.start(
                new ProcessBuilder(
                    "bash",
                    "-c",
                    "bash -n \"$1\" && . \"$1\" && complete -p bub",
                    "-",
                    script + "")));

    assertThat(bash.awaitExit()).as(bash.toString()).isZero();
    assertThat(bash.out().text()).contains("complete", "bub");
    assertThat(completion.out()).contains("--activity-retention", "recv");
  }

  @Test
  void theScriptForFishIsNotTheOneForBash() throws Exception {
    Finished completion = workshop.program().run("completion", "fish");

    assertThat(completion.exitCode()).isZero();
    assertThat(completion.out())
        .contains("complete -c bub -n '__bub_command bub bus' -a send -d 'Sends a message")
        .contains("complete -c bub -n '__bub_command bub bus send' -l to -r")
        .contains("function __bub_command")
        .doesNotContain("complete -F", "COMP_WORDS", "practice");
    assertThat(workshop.program().run("completion", "tcsh").exitCode()).isEqualTo(64);
  }
}
