package bub.cli.agents;

import bub.cli.option.InputFile;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Program of a person's own that runs as the agent of a chat, with its first arguments, such as
 * {@code python my_agent.py}.
 *
 * @param command with absolute paths, because an agent starts in another directory
 */
public record AgentProgram(List<String> command) {
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

  public AgentProgram {
    command = List.copyOf(command);
  }

  /** Accepts the path of a program, also with blanks in it, or a command line. */
  public static final class ProgramFile implements ITypeConverter<AgentProgram> {
    @Override
    public AgentProgram convert(String text) {
      Path whole = InputFile.path(text);
      if (Files.isRegularFile(whole)) {
        return new AgentProgram(List.of(executable(text, whole)));
      }
      List<String> words = words(text);
      if (words.isEmpty()) {
        throw new TypeConversionException("no such program: " + text);
      }
      var command = new ArrayList<String>();
      command.add(program(words.getFirst()));
      words.stream().skip(1).map(ProgramFile::argument).forEach(command::add);
      return new AgentProgram(command);
    }

    private static List<String> words(String text) {
      return WORD.matcher(text)
          .results()
          .map(
              word ->
                  Stream.of(word.group(1), word.group(2), word.group(3))
                      .filter(group -> group != null)
                      .findFirst()
                      .orElse(""))
          .toList();
    }

    private static String program(String word) {
      Path file = word.contains("/") ? InputFile.path(word) : onThePath(word);
      if (file == null || !Files.isRegularFile(file)) {
        throw new TypeConversionException("no such program: " + word);
      }
      return executable(word, file);
    }

    private static @Nullable Path onThePath(String word) {
      String path = System.getenv("PATH");
      return Stream.of((path == null ? "" : path).split(File.pathSeparator))
          .filter(directory -> !directory.isEmpty())
          .map(directory -> Path.of(directory, word))
          .filter(Files::isExecutable)
          .findFirst()
          .orElse(null);
    }

    private static String executable(String word, Path file) {
      if (!Files.isExecutable(file)) {
        throw new TypeConversionException(
            word + " is not executable; to change that: chmod +x " + word);
      }
      return file.toAbsolutePath().toString();
    }

    private static String argument(String word) {
      boolean isFile = !word.startsWith("-") && Files.isRegularFile(InputFile.path(word));
      return isFile ? InputFile.path(word).toAbsolutePath().toString() : word;
    }
  }
}
