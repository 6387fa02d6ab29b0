package bub.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import bub.cli.screen.Screen;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** Rules for every help page. */
class HelpPageTest {
  private static final Pattern SENTENCE = Pattern.compile("(?s)[A-Z\"].*[.](\\))?");
  private static final Pattern SHELL_WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");
  private static final int LONGEST_SUMMARY = 68;

  // Parsing the annotations of every command takes longer than printing its page.
  private static final List<CommandSpec> COMMANDS = CommandTree.visibleCommands();

  static Stream<String> commands() {
    return COMMANDS.stream().map(CommandSpec::qualifiedName);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void fits80Columns(String command) {
    assertThat(page(command).lines()).allMatch(line -> line.length() <= 80);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void neverBreaksAnExample(String command) {
    assertThat(spec(command).usageMessage().footer())
        .allMatch(line -> line.replace("%%", "%").length() <= 80);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void beginsWithAShortSentence(String command) {
    assertThat(spec(command).usageMessage().description()).isNotEmpty();
    String summary = spec(command).usageMessage().description()[0];
    assertThat(summary).matches(SENTENCE);
    assertThat(summary.length()).as(summary).isLessThanOrEqualTo(LONGEST_SUMMARY);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void describesEveryOptionInASentence(String command) {
    for (ArgSpec argument : spec(command).args()) {
      assertThat(String.join(" ", argument.description()))
          .as(command + " " + argument)
          .matches(SENTENCE);
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void hasExamplesThatCanBePasted(String command) {
    for (String line : spec(command).usageMessage().footer()) {
      if (line.startsWith("  ") && line.contains("bub ")) {
        String example = line.replace("%%", "%").replaceFirst("\\s[#>].*", "");
        List<String> words = shellWords(example.substring(example.indexOf("bub ") + 4));
        assertThatCode(() -> HintsTest.parse(words)).as(line).doesNotThrowAnyException();
      }
    }
  }

  @Test
  void groupsTheOptionsOfUp() {
    String page = page("bub up");

    assertThat(page)
        .containsSubsequence(
            "Usage: bub up [OPTIONS]",
            "Bus options:",
            "--port",
            "Security options:",
            "--tls-cert",
            "Agent options:",
            "--model",
            "Console options:",
            "--console-port",
            "Telegram options:",
            "--telegram-token-file",
            "Limits:",
            "--max-message",
            "Files:",
            "--run-dir",
            "Common options:",
            "--help",
            "--config");
  }

  @Test
  void namesRequiredOptionsInTheSynopsis() {
    assertThat(page("bub bus send")).contains("bub bus send --to=ADDRESS [OPTIONS] [TEXT...]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bub",
        "bub bus",
        "bub sessions",
        "bub budget",
        "bub lobby",
        "bub token",
        "bub policy"
      })
  void aBareCommandListsItsSubcommands(String command) {
    var err = new StringWriter();
    var screen =
        new Screen(new PrintWriter(Writer.nullWriter()), new PrintWriter(err), false, false);

    assertThat(Main.run(screen, CommandTree.words(spec(command)).toArray(String[]::new)))
        .isEqualTo(64);

    assertThat(err.toString()).contains("Usage: " + command);
    assertThat(err.toString())
        .contains(
            spec(command).subcommands().values().stream()
                .map(child -> child.getCommandSpec())
                .filter(child -> !child.usageMessage().hidden())
                .map(CommandSpec::name)
                .toList());
  }

  static List<String> shellWords(String line) {
    var words = new ArrayList<String>();
    Matcher word = SHELL_WORD.matcher(line.replaceFirst("\\)\"?$", ""));
    while (word.find()) {
      String quoted = word.group(1) == null ? word.group(2) : word.group(1);
      words.add(quoted == null ? word.group(3) : quoted);
    }
    return words;
  }

  private static CommandSpec spec(String command) {
    return COMMANDS.stream()
        .filter(spec -> spec.qualifiedName().equals(command))
        .findFirst()
        .orElseThrow();
  }

  private static String page(String command) {
    return spec(command).commandLine().getUsageMessage();
  }
}
