package bub.checks.code;

import static org.assertj.core.api.Assertions.assertThat;

import bub.testkit.Product;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules for the sources that need no compiler. */
class SourcesTest {
  private static final int MAX_LINES = 400;
  private static final Pattern OPEN_TO_CHANNELS =
      Pattern.compile(
          "/(protocol|client|lobby|agents|console|bus)/src/main/java/(?!bub/bus/openrpc/)");
  private static final Pattern CHANNEL =
      Pattern.compile("\"(tg|term|web):?\"|\"(telegram|terminal)\"");

  private static final Pattern GLOSSARY_ROW = Pattern.compile("\\|.*\\| `(\\w+)` \\|");

  @Test
  void noFileIsLongerThanOneCanRead() throws IOException {
    var tooLong = new TreeSet<String>();
    for (Path source : sources()) {
      int lines = Files.readAllLines(source).size();
      if (lines > MAX_LINES) {
        tooLong.add(source + " has " + lines + " lines");
      }
    }
    assertThat(tooLong).isEmpty();
  }

  @Test
  void longTestsRunOnlyWhenAskedFor() throws IOException {
    var untagged = new TreeSet<Path>();
    for (Path source : sources()) {
      if (source.toString().endsWith("SoakTest.java")
          && !Files.readString(source).contains("@Tag(\"soak\")")) {
        untagged.add(source);
      }
    }
    assertThat(untagged).isEmpty();
  }

  @Test
  void everyPackageSaysWhatItIsForAndIsNullMarked() throws IOException {
    var packages = new TreeSet<Path>();
    for (Path source : sources()) {
      if (source.toString().contains("src/main/java")) {
        packages.add(source.resolveSibling("package-info.java"));
      }
    }
    assertThat(packages)
        .isNotEmpty()
        .allSatisfy(
            info -> {
              assertThat(info).exists();
              assertThat(Files.readString(info)).startsWith("/**").contains("@NullMarked");
            });
  }

  /** A new channel must work without a change in any of these. */
  @Test
  void noneButItsOwnModuleKnowsAChannel() throws IOException {
    var know = new TreeSet<Path>();
    for (Path source : sources()) {
      if (OPEN_TO_CHANNELS.matcher(source.toString()).find()
          && CHANNEL.matcher(Files.readString(source)).find()) {
        know.add(source);
      }
    }
    assertThat(know).isEmpty();
  }

  @Test
  void simpleNamesAreUnique() throws IOException {
    Map<String, List<Path>> byName =
        productSources()
            .collect(
                Collectors.groupingBy(SourcesTest::simpleName, TreeMap::new, Collectors.toList()));
    byName.values().removeIf(files -> files.size() == 1);
    assertThat(byName).isEmpty();
  }

  @Test
  void glossaryNamesClassesThatExist() throws IOException {
    Set<String> names = productSources().map(SourcesTest::simpleName).collect(Collectors.toSet());
    List<String> classes =
        Files.readAllLines(Product.root().resolve("docs/glossary.md")).stream()
            .map(GLOSSARY_ROW::matcher)
            .filter(Matcher::matches)
            .map(row -> row.group(1))
            .toList();
    assertThat(classes)
        .hasSizeGreaterThan(40)
        .doesNotHaveDuplicates()
        .allSatisfy(name -> assertThat(names).contains(name));
  }

  private static Stream<Path> productSources() throws IOException {
    return sources().stream()
        .filter(source -> source.toString().contains("/src/main/java/"))
        .filter(source -> !source.endsWith("package-info.java"));
  }

  private static String simpleName(Path source) {
    return source.getFileName().toString().replace(".java", "");
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(Product.root())) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.toString().contains("/target/"))
          .toList();
    }
  }
}
