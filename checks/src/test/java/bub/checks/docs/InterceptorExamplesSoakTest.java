package bub.checks.docs;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Eventually;
import bub.checks.kit.ServedBus;
import bub.checks.kit.TypedClient;
import bub.checks.kit.Workshop;
import bub.client.BusClient;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.SendResult;
import bub.testkit.ChildProcess;
import bub.testkit.Product;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** The programs in examples/interceptors work as docs/dialects.md describes. */
@Tag("soak")
class InterceptorExamplesSoakTest {
  private static final Address AGENT = new Address("agent:a");
  private static final String GOOD =
      "{\"type\":\"greeting\",\"from\":\"tg:1\",\"secret\":\"open sesame\"}";
  private static final List<String> BAD =
      List.of(
          "{\"type\":\"greeting\"}",
          "{\"type\":\"greeting\",\"from\":\"tg:1\"}",
          "{\"type\":\"greeting\",\"from\":\"tg:1\",\"secret\":\"open barley\"}",
          "{\"type\":\"greeting\",\"from\":\"tg:2\",\"secret\":\"open sesame\"}",
          "{\"type\":\"greeting\",\"from\":\"tg:1\",\"secret\":7}",
          "{\"type\":\"greeting\",\"from\":\"tg:1\",\"secret\":\"no\",\"secret\":\"open sesame\"}");
  private static final Ack OK = Ack.ok("ok");

  @RegisterExtension final Workshop workshop = new Workshop();
  private final List<Envelope> received = new CopyOnWriteArrayList<>();

  @Test
  void theGateLetsThoseInWhoNameThemselvesAndKnowTheirSecret() throws Exception {
    ServedBus bus = workshop.bus("--interceptor-failure", "closed");
    ChildProcess gate = gate(bus);
    BusClient sender = sender(bus);

    assertThat(send(sender, AGENT, GOOD).acks()).containsExactly(OK, Ack.ok("hello"));

    assertThat(received).extracting(Envelope::payload).containsExactly(RawJson.parse(GOOD));
    gate.awaitLine("passed a message to agent:a");
  }

  @Test
  void theGateHaltsEveryoneElse() throws Exception {
    ServedBus bus = workshop.bus();
    ChildProcess gate = gate(bus);
    BusClient sender = sender(bus);

    for (String payload : BAD) {
      SendResult result = send(sender, AGENT, payload);
      assertThat(result.accepted()).isTrue();
      assertThat(result.acks()).as(payload).containsExactly(Ack.failed("halted by gate"));
      assertThat(sender.receipt(result.messageId()).status()).isEqualTo("halted");
      assertThat(send(sender, new Address("tg:2"), payload).acks()).as("not to agents").isEmpty();
    }

    assertThat(received).isEmpty();
    gate.awaitLine("halted a message to agent:a");
  }

  @Test
  void theLimiterHaltsWhatIsTooMuchForATopic() throws Exception {
    ServedBus bus = workshop.bus();
    example(bus, "RateLimiter", "agent:*", "0.001", "2").awaitLine("ready");
    BusClient sender = sender(bus);

    var acks = new ArrayList<List<Ack>>();
    for (int i = 0; i < 4; i++) {
      acks.add(send(sender, AGENT, "{}").acks());
    }

    var passed = List.of(OK, Ack.ok("hello"));
    var halted = List.of(Ack.failed("halted by limiter"));
    assertThat(acks).containsExactly(passed, passed, halted, halted);
    assertThat(received).hasSize(2);
    assertThat(send(sender, new Address("agent:b"), "{}").acks()).as("other topic").contains(OK);
  }

  @Test
  void theLimitersBucketsFillAgain() throws Exception {
    ServedBus bus = workshop.bus();
    example(bus, "RateLimiter", "agent:*", "2", "1").awaitLine("ready");
    BusClient sender = sender(bus);

    Eventually.holds(() -> assertThat(send(sender, AGENT, "{}").acks()).hasSize(1));
    Eventually.holds(() -> assertThat(send(sender, AGENT, "{}").acks()).hasSize(2));
  }

  @Test
  void theRedactionLogWritesEveryMessageWithoutWhatIsPrivate() throws Exception {
    ServedBus bus = workshop.bus("--interceptor-failure", "closed");
    Path file = workshop.directory().resolve("messages.log");
    example(bus, "RedactionLog", "*", file.toString()).awaitErrorLine("ready");
    BusClient sender = sender(bus);
    String payload =
        """
        {"type":"note","secret":"open sesame","content":{"text":"mail bob@example.org, or call\\n\
        +49 30 1234567","phone":4930123456,"n":[1,true,null],"auth_token":{"deep":"x"}}}
        """
            .strip();

    assertThat(send(sender, AGENT, payload).acks()).containsExactly(OK, Ack.ok("hello"));
    TypedClient classic = workshop.keep(TypedClient.connect(bus.url().resolve("/v1")));
    classic.ask("initialize", "{\"clientId\":\"bridge\"}");
    classic.type(
        """
        {"jsonrpc":"2.0","method":"notify","params":{"topic":"tg:123456789","payload":{"text":"hi"}}}
        """);

    Eventually.holds(() -> assertThat(Files.readAllLines(file)).hasSize(2));
    List<JsonNode> lines = Files.readAllLines(file).stream().map(TypedClient::tree).toList();
    assertThat(lines).allSatisfy(line -> assertThat(line.path("time").asString()).endsWith("Z"));
    assertThat(lines.getFirst().path("topic").asString()).isEqualTo("agent:a");
    assertThat(lines.getFirst().path("payload"))
        .isEqualTo(
            TypedClient.tree(
                """
                {"type":"note","secret":"***","content":{"text":"mail ***, or call\\n+***",
                 "phone":"***","n":[1,true,null],"auth_token":"***"}}
                """));
    assertThat(lines.getLast().path("topic").asString()).isEqualTo("tg:***");
    assertThat(received).extracting(Envelope::payload).containsExactly(RawJson.parse(payload));
  }

  @Test
  void whoSubscribedLaterSeesWhatTheEarlierLetPass() throws Exception {
    ServedBus bus = workshop.bus();
    gate(bus);
    ChildProcess log = example(bus, "RedactionLog", "*");
    log.awaitErrorLine("ready");
    BusClient sender = sender(bus);

    send(sender, AGENT, "{\"type\":\"halted\"}");
    SendResult passed = send(sender, AGENT, GOOD);

    assertThat(passed.acks()).containsExactly(OK, OK, Ack.ok("hello"));
    log.awaitLine("greeting");
    assertThat(log.out().text()).doesNotContain("halted", "open sesame");
  }

  @Test
  void theyEndWithAFailureWhenTheBusDoes() throws Exception {
    ServedBus bus = workshop.bus();
    ChildProcess gate = gate(bus);

    bus.process().terminate();

    assertThat(gate.awaitExit()).as(gate.toString()).isOne();
    assertThat(gate.err().text()).contains("Disconnected from the bus: 1001");
  }

  @Test
  void thePageShowsHowToRunEachOfThem() throws IOException {
    String page = Files.readString(Product.root().resolve("docs/dialects.md"));
    try (Stream<Path> files = Files.list(Product.root().resolve("examples/interceptors"))) {
      assertThat(files)
          .hasSize(3)
          .allSatisfy(
              file -> {
                String name = file.getFileName().toString().replace(".java", "");
                String run = "examples/run interceptors/" + name;
                assertThat(page).contains(run);
                assertThat(Files.readString(file)).contains(run);
              });
    }
  }

  private ChildProcess gate(ServedBus bus) throws Exception {
    Path secrets = workshop.directory().resolve("secrets.txt");
    Files.writeString(secrets, "tg:1 open sesame\ntg:3 another one\n");
    ChildProcess gate = example(bus, "AuthGate", secrets.toString());
    gate.awaitLine("ready");
    return gate;
  }

  /** Starts it as the page says. */
  private ChildProcess example(ServedBus bus, String name, String... arguments) throws IOException {
    var command = new ArrayList<String>();
    command.addAll(List.of("examples/run", "interceptors/" + name));
    command.add(bus.url().resolve("/v1").toString());
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).directory(Product.root().toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return workshop.keep(ChildProcess.start(builder));
  }

  /** A sender, and an agent that says hello to whatever reaches it. */
  private BusClient sender(ServedBus bus) throws Exception {
    bus.client(AGENT.value())
        .serve(
            message -> {
              received.add(message);
              return Ack.ok("hello");
            })
        .connect();
    return bus.client("sender").connect();
  }

  private static SendResult send(BusClient sender, Address to, String payload) throws Exception {
    return sender.send(to, RawJson.parse(payload));
  }
}
