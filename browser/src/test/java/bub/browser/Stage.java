package bub.browser;

import static org.assertj.core.api.Assertions.assertThat;

import bub.testkit.BubProgram;
import bub.testkit.FakeOpenAi;
import bub.testkit.OtlpReceiver;
import bub.testkit.Product;
import bub.testkit.Workbench;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fixture of the browser tests: a live console per test class, and visitors with their own browsers
 * per test. A test fails when a browser reports an unexpected problem.
 *
 * <p>Keep it in a static field with {@code @RegisterExtension}.
 */
final class Stage extends Workbench {

  private interface Scenery {
    LiveConsole build(Stage stage) throws IOException, InterruptedException;
  }

  private final Scenery scenery;
  private final List<Visitor> visitors = new ArrayList<>();
  private @Nullable FakeOpenAi model;
  private @Nullable OtlpReceiver collector;
  private @Nullable LiveConsole console;
  private @Nullable Chromium chromium;

  private Stage(Scenery scenery) {
    this.scenery = scenery;
  }

  /** {@code bub up} with these options; the agents echo. */
  static Stage withBub(String... options) {
    return new Stage(stage -> LiveConsole.up(stage, stage.program(), options));
  }

  /** {@code bub up}, and agents that think with {@link #model}. */
  static Stage withModel() {
    return new Stage(
        stage -> {
          FakeOpenAi model = stage.keep(FakeOpenAi.start());
          stage.model = model;
          BubProgram program =
              stage
                  .program()
                  .with("OPENAI_BASE_URL", model.baseUrl())
                  .with("OPENAI_API_KEY", "sk-not-a-real-one");
          return LiveConsole.up(stage, program, "--model", "openai/gpt-test");
        });
  }

  /** {@code bub up} that exports its turns to {@link #collector}; {@link #model} is for agents. */
  static Stage exporting() {
    return new Stage(
        stage -> {
          stage.model = stage.keep(FakeOpenAi.start());
          OtlpReceiver collector = stage.keep(new OtlpReceiver());
          stage.collector = collector;
          return LiveConsole.up(stage, stage.program(), "--otlp-endpoint", collector.endpoint());
        });
  }

  /** {@code bub up} on a bus with a token, so that people must log in. */
  static Stage locked() {
    return new Stage(
        stage -> {
          String runDir = stage.directory().resolve("run").toString();
          assertThat(
                  stage
                      .program()
                      .run(
                          "token", "create", "--client-id", "me", "--operator", "--run-dir", runDir)
                      .exitCode())
              .isZero();
          return LiveConsole.up(stage, stage.program());
        });
  }

  /** Bus, system agent and console apart, so that one can go without the others. */
  static Stage inParts() {
    return new Stage(stage -> LiveConsole.inParts(stage, stage.program()));
  }

  static Path screenshots() {
    return Product.target().resolve("screenshots");
  }

  LiveConsole console() {
    return Objects.requireNonNull(console, "there is no console before the tests");
  }

  FakeOpenAi model() {
    return Objects.requireNonNull(model, "this stage has no model: Stage.withModel()");
  }

  OtlpReceiver collector() {
    return Objects.requireNonNull(collector, "this stage exports nothing: Stage.exporting()");
  }

  /** Somebody at a desk, by day. */
  Visitor visitor() {
    return visitor(Look.LIGHT);
  }

  Visitor visitor(Look look) {
    Visitor visitor =
        Visitor.of(
            console(),
            Objects.requireNonNull(chromium, "there is no browser before the tests"),
            look);
    visitors.add(visitor);
    return visitor;
  }

  /** Peers on the bus that say and answer what a test wants, for as long as the test. */
  Peers peers() {
    return keep(new Peers(console().busUrl()));
  }

  // ---- the rise and fall of the curtain

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    super.beforeAll(context);
    chromium = Browsers.of(context).take();
    try {
      console = keep(scenery.build(this));
    } catch (InterruptedException hurried) {
      throw new IllegalStateException(hurried);
    }
  }

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    var complaints = new ArrayList<String>();
    try {
      for (Visitor visitor : visitors) {
        if (context.getExecutionException().isPresent()) {
          visitor.picture("failed-" + nameOf(context));
        }
        complaints.addAll(visitor.complaintsAtTheEnd());
      }
    } finally {
      visitors.forEach(Visitor::close);
      visitors.clear();
      super.afterEach(context);
    }
    assertThat(complaints).as("what the browser complained about").isEmpty();
  }

  private static String nameOf(ExtensionContext context) {
    String method = context.getRequiredTestMethod().getName();
    return context.getRequiredTestClass().getSimpleName() + "." + method;
  }

  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    if (chromium != null) {
      Browsers.of(context).giveBack(chromium);
    }
    super.afterAll(context);
  }
}
