package bub.checks.failure;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Eventually;
import bub.checks.kit.ServedBus;
import bub.checks.kit.Workshop;
import bub.client.BusClient;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.testkit.ChildProcess;
import bub.testkit.FakeOpenAi;
import bub.testkit.FakeOpenAiAnswer;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two agents whose models always write to each other stop, and answer the next question. */
class EndlessTalkTest {
  @RegisterExtension final Workshop workshop = new Workshop();
  private final AtomicInteger words = new AtomicInteger();

  @Test
  void twoAgentsCannotTalkForever() throws Exception {
    ServedBus bus = workshop.bus();
    FakeOpenAi first = talksTo("agent:b");
    FakeOpenAi second = talksTo("agent:a");
    agent(bus, "agent:a", first);
    agent(bus, "agent:b", second);
    BusClient person = bus.client("term:1").serve(_ -> Ack.ok("shown")).connect();
    Eventually.holds(
        () -> assertThat(person.status().connections().toString()).contains("agent:a", "agent:b"));

    person.send(new Address("agent:a"), says("begin"));
    Eventually.holds(
        () ->
            assertThat(person.metrics().values().get("messages_refused_loop_detected_total"))
                .isPositive());

    first.otherwise(_ -> FakeOpenAiAnswer.says("I am ready."));
    second.otherwise(_ -> FakeOpenAiAnswer.says("I am ready."));
    person.send(new Address("agent:a"), says("are you still there?"));
    Eventually.holds(
        () ->
            assertThat(bus.bub("bus", "log", "--json", "--event", "send_start").out())
                .contains("I am ready."));
    assertThat(first.requests().size() + second.requests().size()).isLessThan(250);
  }

  /** Each answer is another text, so that only causes show the loop. */
  private FakeOpenAi talksTo(String other) throws IOException {
    return workshop
        .keep(FakeOpenAi.start())
        .otherwise(
            request ->
                request.messages().getLast().role().equals("tool")
                    ? FakeOpenAiAnswer.says("sent")
                    : FakeOpenAiAnswer.calls(
                        "send_message",
                        "{\"to\":\"%s\",\"text\":\"thought %d\"}"
                            .formatted(other, words.incrementAndGet())));
  }

  private void agent(ServedBus bus, String name, FakeOpenAi model)
      throws IOException, InterruptedException {
    String workspace = workshop.directory().resolve(name.replace(':', '-')).toString();
    ChildProcess agent =
        workshop.keep(
            bus.program()
                .with("OPENAI_BASE_URL", model.baseUrl())
                .with("OPENAI_API_KEY", "sk-not-a-real-one")
                .start(
                    "agent",
                    "--client-id",
                    name,
                    "--talkto",
                    "term:1",
                    "--workspace",
                    workspace,
                    "--model",
                    "openai/gpt-test"));
    assertThat(agent.isAlive()).isTrue();
  }

  private static RawJson says(String text) throws Exception {
    return RawJson.parse("{\"type\":\"tg_message\",\"content\":{\"text\":\"" + text + "\"}}");
  }
}
