package bub.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import bub.protocol.ProgramName;
import bub.testkit.Product;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Every command that bub prints or its documentation shows is a command of bub. */
class HintsTest {
  private static final CommandSpec BUB = CommandTree.visibleCommands().getFirst();

  /** Sentences that look like commands. */
  private static final Set<String> PROSE = Set.of("bub bus ready", "bub lobby calls");

  private static final Pattern COMMAND =
      Pattern.compile(
          "(?<![\\w/:-])(?:\\./)?bub ((?:%s)(?![\\w-])[^`\"\\n]*)"
              .formatted(String.join("|", BUB.subcommands().keySet())));
  private static final Pattern END =
      Pattern.compile("  |\\\\n| [#…&]|[|;)}<>,]|\\.(?:\\s|$)|: | or ");
  private static final Pattern SHELL_BLOCK = Pattern.compile("(?s)```sh\\n(.*?)```");

  @Test
  void everyCommandInAHintExists() throws IOException {
    var wrong = new ArrayList<String>();
    int checked = 0;
    for (Path file : files()) {
      for (MatchResult found : COMMAND.matcher(Files.readString(file)).results().toList()) {
        String command = END.split(found.group(1), 2)[0].strip();
        String problem = problem(List.of(command.split("\\s+", -1)));
        checked++;
        if (problem != null && PROSE.stream().noneMatch(("bub " + command)::startsWith)) {
          wrong.add(Product.root().relativize(file) + ": bub " + command + ": " + problem);
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(checked).isGreaterThan(200);
  }

  @Test
  void everyCommandInAShellBlockOfTheDocumentationIsComplete() throws IOException {
    for (Path page : pages()) {
      for (MatchResult block : SHELL_BLOCK.matcher(Files.readString(page)).results().toList()) {
        block.group(1).lines().map(String::strip).forEach(line -> parses(page, line));
      }
    }
  }

  @Test
  void hintsKnowTheFirstWordsOfAllCommands() {
    assertThat(ProgramName.COMMANDS)
        .containsAll(
            BUB.subcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(command -> !command.usageMessage().hidden())
                .map(CommandSpec::name)
                .toList());
  }

  private static void parses(Path page, String line) {
    if (!line.startsWith("./bub ") || line.contains("$") || line.startsWith("./bub --yes")) {
      return;
    }
    String command = line.replaceFirst("\\s(#|\\|\\||\\||&).*", "").replaceFirst("\\s&$", "");
    List<String> words = HelpPageTest.shellWords(command.substring("./bub ".length()));
    assertThatCode(() -> parse(words)).as(page + ": " + line).doesNotThrowAnyException();
  }

  /** Files in examples need not be on this machine. */
  static void parse(List<String> words) {
    try {
      BUB.commandLine().parseArgs(words.toArray(String[]::new));
    } catch (ParameterException wrong) {
      if (!String.valueOf(wrong.getMessage()).contains("no such ")) {
        throw wrong;
      }
    }
  }

  /** The first word that is neither a subcommand nor an option where one must be, or null. */
  private static @Nullable String problem(List<String> words) {
    CommandSpec command = BUB;
    for (String word : words) {
      CommandLine child = command.subcommands().get(word);
      if (child != null) {
        command = child.getCommandSpec();
      } else if (word.matches("[a-z]+") && !HelpPage.isRunnable(command)) {
        return "'" + word + "' is not a command of " + command.qualifiedName();
      } else if (word.equals("--")) {
        return null;
      } else if (word.matches("--[a-z].*")
          && command.findOption(word.replaceFirst("[^a-z-].*", "")) == null) {
        return "'" + word + "' is not an option of " + command.qualifiedName();
      }
    }
    return null;
  }

  private static List<Path> files() throws IOException {
    var files = new ArrayList<>(pages());
    try (Stream<Path> all = Files.walk(Product.root())) {
      all.filter(file -> file.toString().contains("/src/main/"))
          .filter(file -> file.toString().matches(".*\\.(java|js|html|service)"))
          .filter(Files::isRegularFile)
          .forEach(files::add);
    }
    return files;
  }

  private static List<Path> pages() throws IOException {
    var pages = new ArrayList<>(List.of(Product.root().resolve("README.md")));
    try (Stream<Path> docs = Files.list(Product.root().resolve("docs"))) {
      docs.filter(page -> page.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    return pages;
  }
}
