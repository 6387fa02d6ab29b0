package bub.checks;

import static org.assertj.core.api.Assertions.assertThat;

import bub.testkit.BubProgram.Finished;
import bub.testkit.ChildProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the command line says about itself. */
class HelpTest {
  @RegisterExtension final Workshop workshop = new Workshop();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bus serve  | --host --port --run-dir --state-dir --activity-log --activity-payloads"
            + " --activity-rotate --activity-retention --process-timeout --max-message --max-depth"
            + " --max-batch --max-connections --max-subscriptions --max-in-flight --max-backlog"
            + " --max-backlog-total --initialize-timeout --ping-after --pong-within --drain"
            + " --strict-types --policy --interceptor-timeout --interceptor-failure"
            + " --max-message-rate --max-connection-rate --max-failed-logins --tls-cert --tls-key"
            + " --tls-client-ca --allow-origin --allow-host --behind-tls-proxy --lobby-id"
            + " --lobby-retention",
        "bus send   | --to --from --type --message-id --json --wait --url TEXT",
        "bus recv   | --count --json --url PATTERN",
        "bus status | --json --url",
        "bus log    | --message-id --to --actor --event --status --since --limit --follow --file"
            + " --json --url",
        "bus where  | --json --url MESSAGE_ID",
        "bus        | serve send recv status log where",
        "up         | --host --port --lobby-id --lobby-retention --spawner --model --spawn-timeout"
            + " --idle-timeout --session-retention --max-agents --agent-heap --agent-command",
        "chat       | --id --to --give-up-after --answer-within --url",
        "status     | --json --url",
        "down       | --wait --force --run-dir",
        "doctor     | --json --port --run-dir",
        "install    | --systemd",
        "sessions         | list show stop restart logs",
        "sessions list    | --json --url",
        "sessions show    | --json --url AGENT",
        "sessions stop    | --url AGENT",
        "sessions restart | --url AGENT",
        "sessions logs    | --lines --url AGENT",
        "agent            | --client-id --talkto --workspace --model --token-file --url",
        "system-agent     | --spawner --model --idle-timeout --token-file --url",
        "token          | create list revoke rotate",
        "token create   | --client-id --subscribe --send-as --types --intercept --operator"
            + " --expires --out",
        "policy explain | --from --to --type --as",
        "lobby            | list discover show call register deregister remove",
        "lobby list       | --online --json --url",
        "lobby discover   | --words --limit --json --url",
        "lobby show       | --json --url AGENT",
        "lobby call       | --input --agent --as --timeout --url CAPABILITY",
        "lobby register   | --id --lobby-token-file --url COMMAND",
        "lobby deregister | --id --lobby-token-file --url",
        "lobby remove     | --state-dir AGENT",
      })
  void everyCommandTellsItsOptions(String command, String options) throws Exception {
    Finished help = workshop.program().run((command.strip() + " --help").split(" ", -1));

    assertThat(help.exitCode()).isZero();
    assertThat(help.err()).isBlank();
    assertThat(help.out()).contains(List.of((options.strip() + " --config").split(" ", -1)));
    assertThat(help.out()).doesNotContain("--test-echo");
  }

  @Test
  void theFirstHelpSaysWhereToStart() throws Exception {
    Finished help = workshop.program().run("--help");

    assertThat(help.exitCode()).isZero();
    assertThat(help.out()).contains("bub up", "BUB_PORT", "~/.config/bub/config", "Exit codes");
    assertThat(help.out()).doesNotContain("practice");
  }

  @Test
  void aBareCommandPointsToItsHelp() throws Exception {
    Finished bare = workshop.program().run("bus");

    assertThat(bare.exitCode()).isEqualTo(64);
    assertThat(bare.err()).contains("bub bus --help");
  }

  @Test
  void theVersionIsOneLine() throws Exception {
    assertThat(workshop.program().run("--version").out().strip()).matches("bub \\d+\\.\\d+\\.\\d+");
  }

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
}
