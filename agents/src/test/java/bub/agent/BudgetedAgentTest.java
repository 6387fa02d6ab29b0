package bub.agent;

import static bub.testkit.FakeOpenAiAnswer.calls;
import static bub.testkit.FakeOpenAiAnswer.says;
import static bub.testkit.FakeOpenAiAnswer.waitsFor;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.TimeSource;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.budget.BudgetRequest;
import bub.protocol.budget.UsageReport;
import bub.protocol.message.ChatReply;
import bub.system.budget.BudgetKeeper;
import bub.testkit.ChildProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An agent on a bus whose system agent keeps budgets. */
class BudgetedAgentTest extends AgentTest {
  private final CountDownLatch never = new CountDownLatch(1);
  private @Nullable BudgetKeeper keeper;
  private @Nullable BusClient keeperClient;
  private @Nullable ChildProcess child;

  @AfterEach
  void endTheKeeper() throws Exception {
    never.countDown();
    if (child != null) {
      child.close();
    }
    stopKeeping();
  }

  private void keep(String limit) throws Exception {
    Path state = Files.createDirectories(directory.resolve("state"));
    Files.writeString(
        state.resolve("budgets.json"),
        "{\"budgets\":[{\"for\":\"agent:*\",\"limit\":\"" + limit + "\"}]}");
    BudgetKeeper opened = BudgetKeeper.open(state, TimeSource.system(), _ -> new Address("term:1"));
    keeper = opened;
    BusClient client = BusClient.of(ClientSettings.of(bus.url(), new Address("agent:system")));
    keeperClient = client;
    client.serveEvery(opened::answer).connect();
    client.subscribe(BudgetRequest.ADDRESS.value());
  }

  private void stopKeeping() throws Exception {
    if (keeperClient != null && keeper != null) {
      keeperClient.close();
      keeper.close();
      keeper = null;
      keeperClient = null;
    }
  }

  private List<UsageReport.Row> usage() throws Exception {
    var request = new BudgetRequest.Report(LocalDate.EPOCH, 0);
    var envelope =
        new Envelope(
            new Address("cli:1"), BudgetRequest.ADDRESS, new MessageId("q"), request.toRaw());
    return UsageReport.read(requireNonNull(keeper).answer(envelope).payload()).rows();
  }

  @Test
  void everyModelCallOfATurnIsBooked() throws Exception {
    keep("100 calls/day");
    model.then(calls("write_file", "{\"path\":\"a\",\"text\":\"b\"}"), says("Done."));
    start();

    assertThat(chat.asks(AGENT, "m1", "write")).isEqualTo("Done.");

    assertThat(usage())
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.calls()).isEqualTo(model.requests().size()).isEqualTo(2);
              assertThat(row.tokensIn()).isEqualTo(14);
              assertThat(row.tokensOut()).isEqualTo(14);
              assertThat(row.chat()).isEqualTo("term:1");
              assertThat(row.model()).isEqualTo("openai/fake-1");
            });
  }

  @Test
  void atTheLimitTheModelIsNotAskedAndThePersonLearnsWhy() throws Exception {
    keep("1 calls/turn");
    model.then(
        calls("write_file", "{\"path\":\"a\",\"text\":\"b\"}"), says("Never."), says("Two."));
    start();

    assertThat(chat.asks(AGENT, "m1", "write"))
        .startsWith("The budget of 1 call per turn for turns of agent:* is used up.");
    assertThat(model.requests()).hasSize(1);
    assertThat(chat.replies().getFirst().failed()).isTrue();

    assertThat(chat.asks(AGENT, "m2", "again")).isEqualTo("Never.");
  }

  @Test
  void theNoticeFollowsTheAnswerOnce() throws Exception {
    keep("2 calls/day");
    model.then(says("One."), says("Two."));
    start();

    chat.asks(AGENT, "m1", "first");
    chat.asks(AGENT, "m2", "second");

    await().until(() -> chat.replies().size() == 3);
    assertThat(chat.replyTexts())
        .containsExactly(
            "One.", "Two.", "Notice: the budget of 2 calls per day for agent:worker-1 is used up.");
    assertThat(chat.replies())
        .extracting(ChatReply::replyToMessageId)
        .containsExactly("m1", "m2", null);
    assertThat(chat.asks(AGENT, "m3", "third")).contains("is used up", "bub budget set");
  }

  @Test
  void aKilledAgentLeavesTheBooksCorrectToTheCall() throws Exception {
    keep("100 calls/day");
    model.then(waitsFor(never, says("too late")), says("In time."));
    child = AgentProgram.start(bus.url(), workspace(), model.baseUrl());
    chat.types(AGENT, "m1", "hello");
    await().until(() -> model.requests().size() == 1);
    child.kill();
    stopKeeping();
    keep("100 calls/day");
    start();

    assertThat(chat.awaitReplies(1)).containsExactly("In time.");

    assertThat(usage())
        .singleElement()
        .satisfies(row -> assertThat(row.calls()).isEqualTo(model.requests().size()).isEqualTo(2));
  }

  @Test
  void aKeeperThatRestartsDuringATurnMissesNoCall() throws Exception {
    keep("100 calls/day");
    var thought = new CountDownLatch(1);
    model.then(
        waitsFor(thought, calls("write_file", "{\"path\":\"a\",\"text\":\"b\"}")), says("Done."));
    start();
    chat.types(AGENT, "m1", "write");
    await().until(() -> model.requests().size() == 1);
    stopKeeping();
    thought.countDown();
    await().until(() -> Files.exists(workspace().resolve("data/a")));
    keep("100 calls/day");

    assertThat(chat.awaitReplies(1)).containsExactly("Done.");

    assertThat(usage())
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.calls()).isEqualTo(2);
              assertThat(row.tokensIn()).isEqualTo(14);
            });
  }

  @Test
  void aListenerThatKeepsNoBudgetsDoesNotStopTheAgent() throws Exception {
    try (TestPeer other = bus.peer("system:budget")) {
      model.then(says("Hello."));
      start();

      assertThat(chat.asks(AGENT, "m1", "hello")).isEqualTo("Hello.");
      assertThat(other.got()).hasSize(2);
    }
  }
}
