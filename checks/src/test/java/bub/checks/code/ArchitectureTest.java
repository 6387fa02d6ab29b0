package bub.checks.code;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.ENUMS;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.PrintStream;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Dependencies between modules, and the places that use the outside world. */
class ArchitectureTest {
  private static JavaClasses product;

  @BeforeAll
  static void readTheProduct() {
    product =
        new ClassFileImporter().withImportOption(ArchitectureTest::isProduct).importPackages("bub");
  }

  private static boolean isProduct(Location location) {
    return !location.contains("/test-classes/")
        && !location.contains("/bub/testkit/")
        && !location.contains("/bub/checks/");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bub.json..     | bub.json..",
        "bub.jsonrpc..  | bub.jsonrpc.., bub.json..",
        "bub.protocol.. | bub.protocol.., bub.jsonrpc.., bub.json..",
        "bub.store..    | bub.store..",
        "bub.bus..      | bub.bus.., bub.store.., bub.protocol.., bub.jsonrpc.., bub.json..",
        "bub.cluster..  | bub.cluster.., bub.bus.., bub.lobby.., bub.store.., bub.protocol..,"
            + " bub.jsonrpc.., bub.json..",
        "bub.lobby..    | bub.lobby.., bub.store.., bub.protocol.., bub.jsonrpc.., bub.json..",
        "bub.client..   | bub.client.., bub.store.., bub.protocol.., bub.jsonrpc.., bub.json..",
        "bub.agent..    | bub.agent.., bub.client.., bub.store.., bub.protocol.., bub.jsonrpc..,"
            + " bub.json..",
        "bub.system..   | bub.system.., bub.client.., bub.store.., bub.protocol.., bub.jsonrpc..,"
            + " bub.json..",
        "bub.channel..  | bub.channel.., bub.client.., bub.store.., bub.protocol.., bub.jsonrpc..,"
            + " bub.json..",
        "bub.console..  | bub.console.., bub.channel.., bub.client.., bub.store.., bub.protocol..,"
            + " bub.jsonrpc.., bub.json..",
        "bub.gateway..  | bub.gateway.., bub.channel.., bub.client.., bub.store.., bub.protocol..,"
            + " bub.jsonrpc.., bub.json..",
        "bub.otlp..     | bub.otlp.., bub.client.., bub.protocol.., bub.jsonrpc.., bub.json..",
      })
  void aModuleKnowsOnlyWhatTheDesignAllows(String module, String allowed) {
    check(
        noClasses()
            .that()
            .resideInAPackage(module.strip())
            .should()
            .dependOnClassesThat(
                resideInAnyPackage("bub..")
                    .and(resideOutsideOfPackages(allowed.strip().split(",\\s*", -1)))));
  }

  @Test
  void onlyTheCommandLineKnowsTheCluster() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages("bub.cluster..", "bub.cli..", "bub.bench..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("bub.cluster.."));
  }

  @Test
  void packagesDoNotGoRoundInCircles() {
    check(slices().assignedFrom(new ByPackage()).should().beFreeOfCycles());
  }

  /** The console sees chats through {@code WebChat} and the records that it returns. */
  @Test
  void theConsoleLeavesTheChatCoreToItsChannel() {
    check(
        noClasses()
            .that()
            .resideInAPackage("bub.console..")
            .should()
            .dependOnClassesThat(
                resideInAnyPackage("bub.channel.store..")
                    .and(not(assignableTo(Record.class)))
                    .and(not(ENUMS)))
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("bub.channel.ChatService")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("bub.channel.ChatEdge"));
    check(
        classes()
            .that()
            .implement("bub.channel.ChatEdge")
            .should()
            .resideInAnyPackage(
                "bub.channel.terminal..", "bub.channel.telegram..", "bub.channel.web.."));
  }

  @ParameterizedTest
  @ValueSource(strings = {"terminal", "telegram", "web"})
  void noOtherPartOfTheModuleKnowsAChannel(String channel) {
    String itsPackage = "bub.channel." + channel + "..";
    assertThat(product.containPackage("bub.channel." + channel)).isTrue();
    check(
        noClasses()
            .that(resideInAnyPackage("bub.channel..").and(resideOutsideOfPackages(itsPackage)))
            .should()
            .dependOnClassesThat()
            .resideInAPackage(itsPackage));
  }

  @Test
  void onlyTheStoresSpeakSql() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages("bub.bus.activity..", "bub..store..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "javax.sql..", "org.sqlite.."));
  }

  @Test
  void onlyTheTransportsKnowNetty() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages(
                "bub.bus.server..", "bub.client.transport..", "bub.channel.http..", "bub.bench..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.netty.."));
  }

  @Test
  void onlyTheConnectionOfANodeKnowsNats() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages("bub.cluster.nats..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.nats..", "org.bouncycastle.."));
  }

  @Test
  void onlyOnePackageKnowsTheLibraryForModels() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages("bub.agent.model.langchain..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.langchain4j.."));
  }

  @Test
  void onlyTheExportOfTurnsKnowsOpenTelemetry() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages("bub.otlp..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.opentelemetry.."));
  }

  @Test
  void onlyWhatDrawsOnTerminalsKnowsThem() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages("bub.channel.terminal..", "bub.cli.top..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.jline.."));
  }

  @Test
  void onlyTheTextOfTelegramKnowsTheMarkdownParser() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages("bub.channel.telegram.text..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.commonmark.."));
  }

  @Test
  void onlyContractsNeedAJsonLibrary() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages("bub.lobby.contract..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("tools.jackson..", "com.fasterxml..", "com.networknt.."));
  }

  @Test
  void onlyTheCommandLinePrints() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages("bub.cli..", "bub.bench..")
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .orShould()
            .callMethod(Throwable.class, "printStackTrace")
            .orShould()
            .callMethod(Throwable.class, "printStackTrace", PrintStream.class));
  }

  @Test
  void onlyThoseOutsideTheBusSleep() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages("bub.client..", "bub.cli..", "bub.bench..")
            .should()
            .callMethod(Thread.class, "sleep", long.class)
            .orShould()
            .callMethod(Thread.class, "sleep", Duration.class));
  }

  @Test
  void namesSayTheRole() {
    check(
        noClasses()
            .should()
            .haveSimpleNameEndingWith("Manager")
            .orShould()
            .haveSimpleNameEndingWith("Helper")
            .orShould()
            .haveSimpleNameEndingWith("Utils")
            .orShould()
            .haveSimpleNameEndingWith("Util")
            .orShould()
            .haveSimpleNameEndingWith("Impl"));
    check(classes().that().areInterfaces().should().haveNameNotMatching(".*\\.I[A-Z][^.]*"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "json",
        "jsonrpc",
        "protocol",
        "store",
        "bus",
        "cluster",
        "lobby",
        "client",
        "agent",
        "system",
        "channel",
        "console",
        "gateway",
        "otlp",
        "cli"
      })
  void everyModuleIsLookedAt(String module) {
    assertThat(product.containPackage("bub." + module)).isTrue();
  }

  private static void check(ArchRule rule) {
    rule.check(product);
  }

  /** Makes every package a slice, including the top package of a module. */
  private static final class ByPackage implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      return SliceIdentifier.of(type.getPackageName());
    }

    @Override
    public String getDescription() {
      return "packages";
    }
  }
}
