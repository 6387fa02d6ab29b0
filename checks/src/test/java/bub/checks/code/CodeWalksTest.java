package bub.checks.code;

import static org.assertj.core.api.Assertions.assertThat;

import bub.testkit.Product;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The walks through the code in docs/architecture.md follow the code. */
class CodeWalksTest {
  private static final int MAX_HOPS = 10;
  private static final Pattern HEADING = Pattern.compile("### (.*)");
  private static final Pattern HOP =
      Pattern.compile("(\\d+)\\. `(\\w+)\\.(\\w+)`(?: \\(through `(\\w+)`\\))?.*");
  private static final Pattern FIRST_CLASS =
      Pattern.compile("\\d+\\. \\[`(\\w+)`\\]\\(\\.\\./(.*)\\).*");

  /**
   * One hop of a walk.
   *
   * @param through the class by which the hop before hands over; null when it calls this method
   */
  private record Hop(String type, String method, @Nullable String through) {
    @Override
    public String toString() {
      return type + "." + method;
    }
  }

  private static Map<String, JavaClass> classes = Map.of();

  @BeforeAll
  static void readTheProduct() {
    classes =
        new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("bub")
                .stream()
                .filter(JavaClass::isTopLevelClass)
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .collect(Collectors.toMap(JavaClass::getSimpleName, Function.identity()));
  }

  @Test
  void fourWalksFitInTenHops() throws IOException {
    Map<String, List<Hop>> walks = walks();

    assertThat(walks).hasSize(4);
    assertThat(walks.values()).allSatisfy(walk -> assertThat(walk).hasSizeBetween(3, MAX_HOPS));
  }

  @Test
  void eachHopCallsTheNextOrHandsOverToIt() throws IOException {
    for (List<Hop> walk : walks().values()) {
      for (int i = 1; i < walk.size(); i++) {
        assertThat(follows(walk.get(i - 1), walk.get(i)))
            .as("%s leads to %s", walk.get(i - 1), walk.get(i))
            .isTrue();
      }
    }
  }

  @Test
  void theTenClassesToReadFirstExist() throws IOException {
    List<Matcher> rows = document().map(FIRST_CLASS::matcher).filter(Matcher::matches).toList();

    assertThat(rows)
        .hasSize(10)
        .allSatisfy(
            row -> {
              assertThat(classes).containsKey(row.group(1));
              assertThat(Product.root().resolve(row.group(2))).exists();
            });
  }

  private static Map<String, List<Hop>> walks() throws IOException {
    var walks = new LinkedHashMap<String, List<Hop>>();
    List<Hop> walk = new ArrayList<>();
    for (String line : document().toList()) {
      Matcher heading = HEADING.matcher(line);
      Matcher hop = HOP.matcher(line);
      if (heading.matches()) {
        walk = new ArrayList<>();
        walks.put(heading.group(1), walk);
      } else if (hop.matches()) {
        walk.add(new Hop(hop.group(2), hop.group(3), hop.group(4)));
      }
    }
    walks.values().removeIf(List::isEmpty);
    return walks;
  }

  private static Stream<String> document() throws IOException {
    Path file = Product.root().resolve("docs/architecture.md");
    return Files.readAllLines(file).stream();
  }

  private static boolean follows(Hop before, Hop next) {
    JavaClass caller = type(before);
    JavaClass callee = type(next);
    String through = next.through();
    return through == null
        ? parts(caller).flatMap(CodeWalksTest::accesses).anyMatch(it -> reaches(it, callee, next))
        : mentions(caller, through) && mentions(callee, through);
  }

  private static JavaClass type(Hop hop) {
    JavaClass type = named(hop.type());
    assertThat(type.getMethods()).as("%s", hop).anyMatch(it -> it.getName().equals(hop.method()));
    return type;
  }

  private static JavaClass named(String name) {
    return Objects.requireNonNull(classes.get(name), name);
  }

  /** A class with its nested and anonymous classes. */
  private static Stream<JavaClass> parts(JavaClass type) {
    return type.getPackage().getClassesInPackageTree().stream().filter(it -> isPartOf(it, type));
  }

  private static boolean isPartOf(JavaClass part, JavaClass whole) {
    return part.equals(whole) || part.getName().startsWith(whole.getName() + "$");
  }

  private static Stream<? extends JavaAccess<?>> accesses(JavaClass type) {
    return Stream.concat(
        type.getMethodCallsFromSelf().stream(), type.getMethodReferencesFromSelf().stream());
  }

  private static boolean reaches(JavaAccess<?> access, JavaClass callee, Hop next) {
    return access.getTarget().getName().equals(next.method())
        && callee.isAssignableTo(access.getTarget().getOwner().getName());
  }

  /** True when a class uses another one, or calls a method that takes or returns it. */
  private static boolean mentions(JavaClass type, String other) {
    JavaClass link = named(other);
    Stream<JavaClass> used =
        parts(type)
            .flatMap(it -> it.getDirectDependenciesFromSelf().stream())
            .map(Dependency::getTargetClass);
    Stream<JavaClass> passed =
        parts(type)
            .flatMap(it -> it.getMethodCallsFromSelf().stream())
            .map(JavaMethodCall::getTarget)
            .flatMap(
                it ->
                    Stream.concat(
                        it.getRawParameterTypes().stream(), Stream.of(it.getRawReturnType())));
    return Stream.concat(used, passed).anyMatch(it -> isPartOf(it, link));
  }
}
