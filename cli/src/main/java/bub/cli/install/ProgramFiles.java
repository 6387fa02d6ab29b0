package bub.cli.install;

import bub.cli.screen.ShellWord;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Files and JVM options of a running bub. */
record ProgramFiles(Path java, List<String> options, String heap, Path jar, @Nullable Path cache) {
  private static final String CACHE_OPTION = "-XX:AOTCache=";
  private static final String HEAP_OPTION = "-Xmx";
  private static final String USUAL_HEAP = "-Xmx256m";

  /** Returns null without a jar, because then there is nothing to install. */
  static @Nullable ProgramFiles ofThisProcess() {
    Path jar = jarOfThisProcess();
    if (jar == null) {
      return null;
    }
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    return of(java, jar, ManagementFactory.getRuntimeMXBean().getInputArguments());
  }

  private static @Nullable Path jarOfThisProcess() {
    try {
      Path code =
          Path.of(ProgramFiles.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return Files.isRegularFile(code) ? code : null;
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  static ProgramFiles of(Path java, Path jar, List<String> arguments) {
    String heap = USUAL_HEAP;
    Path cache = null;
    for (String argument : arguments) {
      if (argument.startsWith(HEAP_OPTION)) {
        heap = argument;
      } else if (argument.startsWith(CACHE_OPTION)) {
        cache = Path.of(argument.substring(CACHE_OPTION.length()));
      }
    }
    boolean hasCache = cache != null && Files.isRegularFile(cache);
    List<String> options =
        arguments.stream()
            .filter(one -> one.startsWith("-X"))
            .filter(one -> !one.startsWith(HEAP_OPTION) && !one.startsWith(CACHE_OPTION))
            .toList();
    return new ProgramFiles(java, options, heap, jar, hasCache ? cache : null);
  }

  String script(Path directory) {
    Stream<String> cached =
        cache == null ? Stream.of() : Stream.of(CACHE_OPTION + directory.resolve("bub.aot"));
    String words =
        Stream.of(Stream.of(java.toString()), options.stream(), cached)
            .flatMap(part -> part)
            .map(ShellWord::quoted)
            .collect(Collectors.joining(" "));
    return """
    #!/bin/sh
    # Written by "bub install". BUB_JAVA_OPTS replaces the size of the heap.
    # Java takes the character set of file names from the locale; that of C is ASCII.
    case "$(locale charmap 2>/dev/null):${LC_ALL:-${LC_CTYPE:-${LANG:-C}}}" in
      ANSI_X3.4-1968:* | US-ASCII:* | :C | :POSIX) export LC_ALL=C.UTF-8 ;;
    esac
    exec %s ${BUB_JAVA_OPTS:-%s} -jar %s "$@"
    """
        .formatted(words, heap, ShellWord.quoted(directory.resolve("bub.jar").toString()));
  }
}
