package bub.cli;

import static org.assertj.core.api.Assertions.assertThat;

import bub.cli.screen.Screen;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Help pages of the commands. */
class HelpTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bus serve  | --host --port --run-dir --state-dir --activity-log --activity-payloads"
            + " --activity-rotate --activity-retention --otlp-endpoint --process-timeout"
            + " --max-message --max-depth --max-batch --max-connections --max-subscriptions"
            + " --max-in-flight --max-backlog --max-backlog-total --initialize-timeout --ping-after"
            + " --pong-within --drain --strict-types --policy --interceptor-timeout"
            + " --interceptor-failure --max-message-rate --max-connection-rate --max-failed-logins"
            + " --tls-cert --tls-key --tls-client-ca --allow-origin --allow-host --behind-tls-proxy"
            + " --lobby-id --lobby-retention",
        "bus send   | --to --from --type --message-id --payload --json --wait --url TEXT",
        "bus recv   | --count --json --url PATTERN",
        "bus status | --json --url",
        "bus log    | --message-id --to --actor --event --events --status --since --limit --follow"
            + " --file --json --url",
        "bus where  | --json --url MESSAGE_ID",
        "bus        | serve send recv status log where",
        "up         | --host --port --lobby-id --lobby-retention --spawner --model --spawn-timeout"
            + " --idle-timeout --session-retention --max-agents --agent-heap --agent-memory"
            + " --agent-cpu --agent-tasks --activity-steps --agent-command"
            + " --console-port --console-host --console-allow-host --console-behind-tls-proxy"
            + " --console-read-only",
        "console       | login --console-port --console-host --console-allow-host"
            + " --console-behind-tls-proxy --console-read-only --url --token-file --ca --state-dir",
        "console login | --read-only --state-dir --run-dir",
        "chat       | --id --to --wait --give-up-after --answer-within --url",
        "telegram         | approve list revoke --telegram-token-file --telegram-api-url"
            + " --telegram-allow --telegram-rate --webhook-url --webhook-listen"
            + " --webhook-secret-file --url",
        "telegram approve | --state-dir CODE",
        "telegram list    | --state-dir",
        "telegram revoke  | --state-dir ID",
        "status     | --json --url",
        "top        | --once --json --url --token-file",
        "trace          | stop continue --json --follow --url MESSAGE_ID|TRACE_ID",
        "trace stop     | --url MESSAGE_ID|TRACE_ID",
        "trace continue | --url MESSAGE_ID|TRACE_ID",
        "traces         | --slow --failed --costly --since --limit --json --url",
        "down       | --wait --force --run-dir",
        "doctor     | --json --port --run-dir",
        "install    | --systemd",
        "sessions         | list show stop restart logs",
        "sessions list    | --json --url",
        "sessions show    | --json --url AGENT",
        "sessions stop    | --url AGENT",
        "sessions restart | --url AGENT",
        "sessions logs    | --lines --url AGENT",
        "budget           | set unset show report",
        "budget set       | --state-dir TARGET LIMIT",
        "budget unset     | --state-dir TARGET LIMIT",
        "budget show      | --json --url",
        "budget report    | --since --url",
        "agent            | --client-id --talkto --workspace --model --activity-steps --starter"
            + " --token-file --url",
        "system-agent     | --spawner --model --idle-timeout --token-file --url",
        "token          | create list revoke rotate",
        "token create   | --client-id --subscribe --send-as --types --intercept --operator"
            + " --chat --read-workspace --expires --out",
        "policy explain | --from --to --type --as",
        "lobby            | list discover show call register deregister remove",
        "lobby list       | --online --json --url",
        "lobby discover   | --words --limit --json --url",
        "lobby show       | --json --url AGENT",
        "lobby call       | --input --agent --as --timeout --wait --url CAPABILITY",
        "lobby register   | --id --lobby-token-file --url COMMAND",
        "lobby deregister | --id --lobby-token-file --url",
        "lobby remove     | --state-dir AGENT",
      })
  void everyCommandTellsItsOptions(String command, String options) {
    assertThat(run((command.strip() + " --help").split(" ", -1))).isZero();

    assertThat(err.toString()).isBlank();
    assertThat(out.toString()).contains(List.of((options.strip() + " --config").split(" ", -1)));
  }

  @Test
  void theFirstHelpSaysWhereToStart() {
    assertThat(run("--help")).isZero();

    assertThat(out.toString())
        .contains("bub up", "bub chat", "BUB_PORT", "~/.config/bub/config", "Exit codes")
        .doesNotContain("practice");
  }

  @Test
  void theVersionIsOneLine() {
    assertThat(run("--version")).isZero();
    assertThat(out.toString().strip()).matches("bub \\d+\\.\\d+\\.\\d+");
  }

  private int run(String... arguments) {
    var screen = new Screen(new PrintWriter(out, true), new PrintWriter(err, true), false, false);
    return Main.run(screen, arguments);
  }
}
