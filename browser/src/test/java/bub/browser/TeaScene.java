package bub.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.client.BusClient;
import bub.client.CurrentCause;
import bub.client.lobby.LobbyClient;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.lobby.Capability;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.ChatReply;
import bub.protocol.message.Payload;
import bub.protocol.trace.Step;
import bub.testkit.FakeOpenAi;
import bub.testkit.FakeOpenAiAnswer;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/**
 * Turn of three agents: a conversation agent of bub with a scripted model asks a researcher, which
 * uses a tool in another process and calls a capability of a shop.
 */
final class TeaScene {
  static final String PERSON = "term:ann";
  static final String PLANNER = "agent:planner";
  static final String RESEARCHER = "agent:researcher";
  static final String SHOP = "agent:shop";
  static final String CAPABILITY = "find_price";
  static final String TOOL = "tea_catalogue";
  static final String SHOP_TOOL = "price_list";
  static final String ANSWER = "A kilo of tea costs 7.";

  private static final String FIND_PRICE =
      """
      {"name": "find_price", "description": "Finds the price of a kilo.",
       "input_schema": {"type": "object"}, "output_schema": {"type": "object"}}
      """;

  private final Stage stage;
  private final BusClient person;
  private final CountDownLatch answered = new CountDownLatch(1);

  TeaScene(Stage stage) throws Exception {
    this.stage = stage;
    Peers peers = stage.peers();
    person = peers.peer(PERSON, this::read);
    JsonLineTool catalogue = stage.keep(JsonLineTool.start());
    shop(peers);
    researcher(peers, catalogue);
    planner();
  }

  private Ack read(Envelope arrived) {
    if (ChatReply.TYPE.equals(arrived.type())) {
      answered.countDown();
    }
    return Ack.ok("shown");
  }

  private static void shop(Peers peers) throws Exception {
    BusClient shop = peers.client(SHOP);
    LobbyClient lobby = LobbyClient.of(shop);
    shop.connect();
    lobby.offer(
        Capability.read(Peers.json(FIND_PRICE)),
        _ -> {
          report(shop, SHOP_TOOL, System.nanoTime(), "7");
          return Peers.json("{\"price\":7}");
        });
  }

  private static void researcher(Peers peers, JsonLineTool catalogue) throws Exception {
    BusClient researcher = peers.client(RESEARCHER);
    LobbyClient lobby = LobbyClient.of(researcher);
    researcher
        .serve(
            _ -> {
              long start = System.nanoTime();
              report(researcher, TOOL, start, catalogue.call(TOOL));
              RawJson price = lobby.request(CAPABILITY).call(Peers.json("{\"item\":\"tea\"}"));
              return Ack.ok(price.toString());
            })
        .connect();
  }

  private static void report(BusClient agent, String tool, long startNanos, String result)
      throws Exception {
    MessageId handled = Objects.requireNonNull(CurrentCause.get().cause());
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    var use = new Step.ToolUse("d1", 2, result.getBytes(UTF_8).length, null, null);
    var step = new Step(handled, 1, Step.Kind.TOOL, tool, millis, null, null, use);
    agent.notify(
        Step.ADDRESS, Payload.of(new AgentEvent(AgentEvent.Kind.STEP, step.toRaw())).toRaw());
  }

  private void planner() throws Exception {
    FakeOpenAi model = stage.model();
    model.then(
        FakeOpenAiAnswer.calls(
            "send_message",
            "{\"to\":\"%s\",\"text\":\"What does tea cost?\"}".formatted(RESEARCHER)),
        FakeOpenAiAnswer.says(ANSWER));
    stage.keep(
        stage
            .program()
            .with("BUB_BUS_URL", stage.console().busUrl().toString())
            .with("OPENAI_BASE_URL", model.baseUrl())
            .with("OPENAI_API_KEY", "sk-not-a-real-one")
            .start(
                "agent",
                "--client-id",
                PLANNER,
                "--talkto",
                PERSON,
                "--workspace",
                stage.directory().resolve("planner").toString(),
                "--model",
                "openai/gpt-test"));
    Awaitility.await()
        .atMost(1, TimeUnit.MINUTES)
        .until(() -> person.status().connections().toString().contains(PLANNER));
  }

  /** Returns the id of the question after the person has the answer. */
  String play() throws Exception {
    Envelope question =
        person.compose(
            new Address(PLANNER),
            Peers.json(
                "{\"type\":\"tg_message\",\"content\":{\"text\":\"What does a kilo of tea"
                    + " cost?\"}}"));
    person.send(question);
    if (!answered.await(1, TimeUnit.MINUTES)) {
      throw new AssertionError("no answer: " + stage.console());
    }
    return question.messageId().value();
  }
}
