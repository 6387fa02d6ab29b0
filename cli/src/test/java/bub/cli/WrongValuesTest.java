package bub.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import bub.cli.agents.AgentProgram.ProgramFile;
import bub.cli.option.InputFile;
import bub.cli.screen.ByteSize;
import bub.cli.screen.Screen;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** An invalid value is refused in one sentence, before the command does anything. */
class WrongValuesTest {
  /** Options that take any text. */
  private static final Set<String> FREE_TEXT =
      Set.of(
          "--type",
          "--types",
          "--model",
          "--input",
          "--activity-log",
          "--config",
          "--payload",
          "--text",
          "--starter",
          "--body",
          "--message-id");

  /** Parameters that take any text. */
  private static final Set<String> FREE_PARAMETERS =
      Set.of(
          "TEXT",
          "CODE",
          "CAPABILITY",
          "NAME|WORD",
          "COMMAND",
          "ID",
          "MESSAGE_ID",
          "MESSAGE_ID|TRACE_ID",
          "LIMIT");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  // Parsing the annotations of every command takes longer than running one.
  private static final CommandLine BUB = CommandTree.visibleCommands().getFirst().commandLine();

  static Stream<Arguments> wrongValues() {
    var cases = new ArrayList<Arguments>();
    for (CommandSpec command : CommandTree.visibleCommands()) {
      if (command.name().equals("help")) {
        continue;
      }
      String words = String.join(" ", CommandTree.words(command));
      for (ArgSpec argument : command.args()) {
        for (String wrong : wrongValuesOf(argument)) {
          cases.add(Arguments.of(words, name(argument), wrong));
        }
      }
    }
    return cases.stream();
  }

  private static String name(ArgSpec argument) {
    return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
  }

  private static List<String> wrongValuesOf(ArgSpec argument) {
    Class<?> type =
        argument.typeInfo().isCollection()
            ? argument.typeInfo().getAuxiliaryTypes()[0]
            : argument.type();
    if (isFileToRead(argument)) {
      return List.of("/nope", "/");
    }
    if (argument.hidden()
        || type == Path.class
        || FREE_TEXT.contains(name(argument))
        || argument.isPositional() && FREE_PARAMETERS.contains(argument.paramLabel())) {
      return List.of();
    }
    if (type == boolean.class || type == Boolean.class || type.isEnum()) {
      return List.of("bogus");
    }
    if (type == URI.class) {
      return List.of("localhost:7892", "not a url", "ftp://example.com", "ws://");
    }
    if (Number.class.isAssignableFrom(type) || type.isPrimitive()) {
      boolean signed = type == Long.class || type == long.class;
      return signed ? List.of("many", "1.5") : List.of("-1", "many", "99999999999999");
    }
    if (type == Duration.class || type == ByteSize.class) {
      return List.of("-1", "soon", "-5s");
    }
    if (type == InetSocketAddress.class) {
      return List.of("7894", "host:port", "127.0.0.1:99999");
    }
    return List.of("bad id");
  }

  private static boolean isFileToRead(ArgSpec argument) {
    return Stream.of(argument.converters())
        .anyMatch(kind -> kind instanceof InputFile || kind instanceof ProgramFile);
  }

  @ParameterizedTest(name = "bub {0} {1} {2}")
  @MethodSource("wrongValues")
  void areRefusedInOneSentence(String command, String argument, String wrong) {
    var words = new ArrayList<>(List.of(command.split(" ", -1)));
    words.removeIf(String::isEmpty);
    words.addAll(argument.startsWith("-") ? List.of(argument + "=" + wrong) : List.of("--", wrong));

    int exitCode =
        BUB.setParameterExceptionHandler((problem, _) -> UsageErrors.explain(screen(), problem))
            .setExecutionExceptionHandler((problem, _, _) -> fail("the command ran", problem))
            .execute(words.toArray(String[]::new));

    assertThat(exitCode).as(err.toString()).isEqualTo(64);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString().lines())
        .hasSize(2)
        .satisfies(lines -> assertThat(lines.getFirst()).contains(argument, wrong))
        .satisfies(lines -> assertThat(lines.getLast()).contains(("bub " + command).strip()));
    assertThat(err.toString()).doesNotContain("Exception", "java.", "BUB_DEBUG");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "chat --id 'bad id'                | 'bad id' is not a chat id",
        "status --url localhost:7892       | 'localhost:7892' is not a bus URL such as ws://",
        "--config /nope status             | no such file: /nope",
        "bus status --config=/nope         | no such file: /nope",
        "bus status --config /             | '/' is a directory, not a file",
        "bus serve --tls-key /nope         | no such file: /nope",
        "up --agent-command /nope          | no such program: /nope",
        "up --agent-command /etc/passwd    | /etc/passwd is not executable",
        "up --agent-command 'no-such-x y'  | no such program: no-such-x",
        "budget set 'agent:*' 5eur/day     | '5eur/day' is not a limit such as 5usd/day",
        "budget set total '1.5 calls/day'  | '1.5 calls/day' is not a whole number",
        "bus log --limit -1                | '-1' is not a whole number from 1",
        "trace                             | Missing required parameter: 'MESSAGE_ID|TRACE_ID'",
        "traces --slow --costly            | Use either --slow or --costly",
        "bus log --status bogus            | 'bogus' is not one of ok, error, timeout",
      })
  void areExplained(String command, String explanation) {
    assertThat(run(shellWords(command))).isEqualTo(64);

    assertThat(err.toString()).contains(explanation.strip());
    assertThat(err.toString().lines()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "stauts            | 'stauts' is not a command of bub    | Did you mean 'bub status'?",
        "bus stats         | 'stats' is not a command of bub bus | Did you mean 'bub bus status'?",
        "tokn create       | 'tokn' is not a command of bub      | Did you mean 'bub token'?",
        "serve             | 'serve' is not a command of bub     | Did you mean 'bub bus serve'?",
        "up --prot 1       | Unknown option: '--prot'            | Did you mean '--port'?",
        "up --modle=echo   | Unknown option: '--modle=echo'      | Did you mean '--model'?",
      })
  void aTypoGetsASuggestion(String command, String problem, String suggestion) {
    assertThat(run(shellWords(command))).isEqualTo(64);

    assertThat(err.toString()).containsSubsequence(problem.strip(), suggestion.strip(), "--help");
  }

  private static List<String> shellWords(String command) {
    return Stream.of(command.strip().split(" (?=([^']*'[^']*')*[^']*$)", -1))
        .map(word -> word.replace("'", ""))
        .toList();
  }

  private int run(List<String> words) {
    return Main.run(screen(), words.toArray(String[]::new));
  }

  private Screen screen() {
    return new Screen(new PrintWriter(out, true), new PrintWriter(err, true), false, false);
  }
}
