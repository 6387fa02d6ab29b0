package bub.checks.command;

import static bub.checks.kit.TypedClient.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.checks.kit.Eventually;
import bub.checks.kit.LiveBub;
import bub.checks.kit.ServedBus;
import bub.checks.kit.WebPage;
import bub.checks.kit.Workshop;
import bub.testkit.BubProgram.Finished;
import bub.testkit.ChildProcess;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The console of the finished program: its address and its access rules. */
class ConsoleTest {
  private static final int USUAL_PORT = 7893;

  @RegisterExtension final Workshop workshop = new Workshop();

  private Path runDir() {
    return workshop.directory().resolve("run");
  }

  private void lock() throws Exception {
    Finished locked =
        workshop
            .program()
            .run("token", "create", "--client-id", "tg:1", "--run-dir", runDir().toString());
    assertThat(locked.exitCode()).as(locked.err()).isZero();
  }

  @Test
  void upPrintsWhereThePageIsAndItIsThere() throws Exception {
    LiveBub bub = LiveBub.start(workshop, "--console-port", "0");
    WebPage page = WebPage.in(bub.process().awaitLine("  console "));

    assertThat(page.get("/").body()).startsWith("<!doctype html>");
    assertThat(page.get("/lib/lit/index.js").body()).contains("lit-html");
    assertThat(page.json("/api/me").path("role").asString()).isEqualTo("operator");
    // The page is there before the console is connected, and a busy machine may be slow.
    Eventually.holds(
        () -> {
          assertThat(page.json("/api/status").at("/bus/connected").asBoolean()).isTrue();
          assertThat(page.get("/metrics").body()).contains("bub_up 1\n", "bub_uptime_seconds ");
        });
    assertThat(bub.bub("status").out()).containsPattern("console +" + page.url());
    assertThat(tree(bub.bub("status", "--json").out()).path("console").asString())
        .isEqualTo(page.url().toString());
    Finished login = bub.bub("console", "login");
    assertThat(login.out()).isEqualTo(page.url() + "\n");
    assertThat(login.err()).contains("No login is needed");

    bub.process().terminate();
    assertThat(bub.process().awaitExit()).isZero();
    assertThat(bub.process().err().text()).doesNotContain("WARN");
    Finished late = bub.bub("console", "login");
    assertThat(late.exitCode()).isEqualTo(69);
    assertThat(late.err()).contains("No console is running", "To start it:  bub up");
  }

  @Test
  void aUsualPortThatIsTakenIsNoObstacle() throws Exception {
    try (ServerSocket _ = takeUsualPort()) {
      LiveBub bub = LiveBub.start(workshop);
      WebPage page = WebPage.in(bub.process().awaitLine("  console "));
      assertThat(page.url().getPort()).isNotEqualTo(USUAL_PORT);
      assertThat(page.get("/").statusCode()).isEqualTo(200);
      assertThat(bub.process().err().text()).doesNotContain("taken");
    }
  }

  @Test
  void norWhenItIsAlone() throws Exception {
    ServedBus bus = workshop.bus();
    try (ServerSocket _ = takeUsualPort()) {
      ChildProcess console =
          workshop.start(
              "console", "--run-dir", runDir().toString(), "--url", bus.url().toString());
      WebPage page = WebPage.in(console.awaitLine("The console is running  "));
      assertThat(page.url().getPort()).isNotEqualTo(USUAL_PORT);
      Eventually.holds(() -> assertThat(page.get("/metrics").body()).contains("bub_up 1\n"));
    }
  }

  /** Waits while a bub of another test has the port: it might give it back too early. */
  private static ServerSocket takeUsualPort() throws IOException {
    var stranger = new ServerSocket();
    var port = new InetSocketAddress(InetAddress.getLoopbackAddress(), USUAL_PORT);
    await()
        .atMost(Duration.ofMinutes(2))
        .ignoreExceptionsInstanceOf(BindException.class)
        .until(
            () -> {
              stranger.bind(port);
              return true;
            });
    return stranger;
  }

  @Test
  void aPortThatWasAskedForAndIsTakenIsRefused() throws Exception {
    try (var stranger = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = String.valueOf(stranger.getLocalPort());
      Finished up = up("--console-port", port);

      assertThat(up.exitCode()).isEqualTo(1);
      assertThat(up.err()).contains("port " + port, "is taken", "--console-port 0");
    }
  }

  @Test
  void anOpenBusHasNoPageForStrangers() throws Exception {
    Finished up = up("--console-host", "0.0.0.0", "--console-port", "0");

    assertThat(up.exitCode()).isEqualTo(78);
    assertThat(up.err()).contains("Refusing to start the web console", "bub token create");
  }

  private Finished up(String... options) throws Exception {
    var command = new ArrayList<>(List.of("up", "--port", "0", "--run-dir", runDir().toString()));
    command.addAll(List.of(options));
    return workshop.program().run(command.toArray(String[]::new));
  }

  @Test
  void aLinkLetsItsReaderIntoALockedConsoleOnce() throws Exception {
    lock();
    LiveBub bub = LiveBub.start(workshop, "--console-port", "0");
    WebPage page = WebPage.in(bub.process().awaitLine("  console "));
    assertThat(page.url().toString()).as("the first link").contains("/login#");
    assertThat(page.get("/api/status").statusCode()).isEqualTo(401);

    Finished login = bub.bub("console", "login");
    assertThat(login.err()).contains("valid once, for 10 min");
    String code = "{\"code\":\"%s\"}".formatted(URI.create(login.out().strip()).getFragment());
    HttpResponse<String> first = page.post("/api/login", code);
    assertThat(first.statusCode()).isEqualTo(200);
    assertThat(tree(first.body()).path("role").asString()).isEqualTo("operator");
    assertThat(first.headers().firstValue("Set-Cookie").orElse(""))
        .contains("HttpOnly", "SameSite=Strict");
    assertThat(page.post("/api/login", code).statusCode()).isEqualTo(401);

    String link = bub.bub("console", "login", "--read-only").out().strip();
    String look = "{\"code\":\"%s\"}".formatted(URI.create(link).getFragment());
    assertThat(tree(page.post("/api/login", look).body()).path("role").asString())
        .isEqualTo("viewer");
  }

  @Test
  void aloneItWaitsForItsBusAndGetsATokenOfItsOwn() throws Exception {
    lock();
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    String[] command = {
      "console",
      "--console-port",
      "0",
      "--run-dir",
      runDir().toString(),
      "--url",
      "ws://127.0.0.1:" + port
    };
    ChildProcess console = workshop.start(command);
    WebPage page = WebPage.in(console.awaitLine("The console is running  "));
    console.awaitLine("  log in  " + page.url() + "login#");
    console.awaitErrorLine("connects as soon as the bus is available");
    assertThat(page.get("/metrics").body()).contains("bub_up 0\n");

    workshop.busOn(port);

    Eventually.holds(() -> assertThat(page.get("/metrics").body()).contains("bub_up 1\n"));
    assertThat(workshop.program().run("token", "list", "--run-dir", runDir().toString()).out())
        .contains("agent:console");
    Finished second = workshop.program().run(command);
    assertThat(second.exitCode()).isEqualTo(1);
    assertThat(second.err()).contains("A console is already running");
    console.terminate();
    assertThat(console.awaitExit()).as(console::toString).isZero();
  }

  @Test
  void whoBringsATokenFromElsewhereSharesItWithNobody() throws Exception {
    lock();
    Path token = workshop.directory().resolve("ops.token");
    workshop
        .program()
        .run(
            "token",
            "create",
            "--client-id",
            "agent:console",
            "--operator",
            "--subscribe",
            "web:*",
            "--out",
            token.toString(),
            "--run-dir",
            runDir().toString());
    ServedBus bus = workshop.bus();
    Path elsewhere = workshop.directory().resolve("elsewhere");

    ChildProcess console =
        workshop.start(
            "console",
            "--console-port",
            "0",
            "--run-dir",
            elsewhere.toString(),
            "--url",
            bus.url().toString(),
            "--token-file",
            token.toString());

    WebPage page = WebPage.in(console.awaitLine("The console is running  "));
    Eventually.holds(() -> assertThat(page.get("/metrics").body()).contains("bub_up 1\n"));
    assertThat(page.get("/api/peers").statusCode()).isEqualTo(401);
    assertThat(page.json("/api/me").path("loginNeeded").asBoolean()).isTrue();
  }

  @Test
  void aSecondConsoleOfABusTakesThePlaceOfTheFirst() throws Exception {
    ServedBus bus = workshop.bus();
    ChildProcess first = console(bus, "first");
    Eventually.holds(() -> assertThat(bus.bub("bus", "status").out()).contains("agent:console"));

    console(bus, "second");

    assertThat(first.awaitExit()).isEqualTo(69);
    assertThat(first.err().text()).contains("another client has connected as agent:console");
  }

  private ChildProcess console(ServedBus bus, String name) throws Exception {
    String home = workshop.directory().resolve(name).toString();
    ChildProcess console =
        workshop.keep(bus.program().start("console", "--console-port", "0", "--run-dir", home));
    console.awaitLine("The console is running  ");
    return console;
  }
}
