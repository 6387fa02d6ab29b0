package bub.agent;

import static bub.client.agent.Interceptor.HALT;
import static bub.client.agent.Interceptor.PASS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import bub.client.ClientState;
import bub.client.NotConnected;
import bub.client.Reject;
import bub.client.RetryLater;
import bub.client.agent.Agent;
import bub.client.agent.AgentStopped;
import bub.client.agent.Interceptor;
import bub.client.lobby.Contract;
import bub.client.store.DeadLetter;
import bub.protocol.Ack;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.AppMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The Java SDK against a real bus; the conformance suite covers crashes. */
class JavaAgentTest extends JavaAgentScene {
  // ---- messages

  @Test
  void anAgentAnswersByTypeAndTellsWhatItDoesNotAccept() throws Exception {
    agent("agent:worker")
        .on("resize", message -> Ack.ok("done", message.content()))
        .on("no", _ -> throwing(new Reject("not today")))
        .on("later", _ -> throwing(new RetryLater("busy", 30)))
        .on("bug", _ -> throwing(new IllegalStateException("secret")))
        .listen("jobs:*")
        .connect();
    Agent boss = agent("agent:boss").connect();

    Ack resized =
        boss.send("jobs:7", json("{'type':'resize','content':{'w':1}}")).acks().getFirst();
    assertThat(resized.message()).isEqualTo("done");
    assertThat(resized.payload()).isEqualTo(json("{'w':1}"));
    assertThat(ack(boss, "{'type':'no'}")).isEqualTo(Ack.failed("not today"));
    assertThat(ack(boss, "{'type':'later'}")).isEqualTo(Ack.retryIn(30, "busy"));
    assertThat(ack(boss, "{'type':'bug'}").message()).doesNotContain("secret");
    assertThat(ack(boss, "{'type':'odd'}").message()).contains("does not accept", "odd");
  }

  private static Ack ack(Agent sender, String payload) throws Exception {
    return sender.send("agent:worker", json(payload)).acks().getFirst();
  }

  private static Ack throwing(Exception problem) throws Exception {
    throw problem;
  }

  @Test
  void theMessagesOfOneSenderComeInOrder() throws Exception {
    var order = new CopyOnWriteArrayList<String>();
    agent("agent:worker")
        .oneAtATime()
        .onMessage(
            message -> {
              order.add("begin " + message.text());
              Thread.sleep(5);
              order.add("end " + message.text());
              return Ack.ok("ok");
            })
        .connect();
    Agent boss = agent("agent:boss").connect();
    var expected = new ArrayList<String>();
    for (int i = 0; i < 20; i++) {
      expected.addAll(List.of("begin " + i, "end " + i));
      boss.post("agent:worker", "m" + i, note("" + i));
    }
    await().until(() -> boss.outboxSize() == 0);
    assertThat(order).isEqualTo(expected);
  }

  @Test
  void aDuplicateIsAnsweredFromTheDiskAfterARestart() throws Exception {
    var runs = new AtomicInteger();
    for (int life = 1; life <= 2; life++) {
      try (Agent worker = agent("agent:worker").rememberOnDisk()) {
        worker.onMessage(_ -> Ack.ok("run " + runs.incrementAndGet())).connect();
        try (TestPeer boss = bus.peer("agent:boss")) {
          assertThat(boss.tells("agent:worker", "m1", "go")).isEqualTo(Ack.ok("run 1"));
        }
      }
    }
    assertThat(runs).hasValue(1);
  }

  @Test
  void whatIsPostedWaitsForItsRecipientAndARefusalIsADeadLetter() throws Exception {
    var dead = new CopyOnWriteArrayList<DeadLetter>();
    Agent sender = agent("agent:sender").onDeadLetter(dead::add).connect();
    sender.post("agent:late", "n1", note("hi"));
    sender.post("agent:strict", "n2", note("hi"));
    TestPeer strict = peer("agent:strict").answering(_ -> Ack.failed("never"));
    agent("agent:late").onMessage(message -> Ack.ok(message.text())).connect();

    // The handler of dead letters runs after the message has left the outbox.
    await().atMost(Duration.ofMinutes(2)).until(() -> sender.outboxSize() == 0 && !dead.isEmpty());
    assertThat(strict).isNotNull();
    assertThat(dead).extracting(DeadLetter::reason).containsExactly("never");
    assertThat(sender.deadLetters(10)).hasSize(1);
  }

  @Test
  void anAgentInMemoryHasNoOutbox() throws Exception {
    Agent light = keep(Agent.named("agent:light").bus(bus.url().toString()).inMemory()).connect();
    assertThatIllegalStateException().isThrownBy(() -> light.post("agent:b", note("hi")));
  }

  // ---- capabilities

  record Query(String item) {}

  record Price(double price) {}

  @Test
  void aCapabilityReportsItsProgressAndACallerCancels() throws Exception {
    var prices = Contract.of("find_price", Query.class, Price.class);
    var begun = new CountDownLatch(1);
    Agent shop =
        agent("agent:shop")
            .capability(
                prices,
                (query, call) -> {
                  call.progress(json("{'asked':'%s'}".formatted(call.caller())));
                  if (query.item().equals("gold")) {
                    begun.countDown();
                    new CountDownLatch(1).await();
                  }
                  return new Price(query.item().length());
                })
            .connect();
    Agent shopper = agent("agent:shopper").connect();
    assertThat(shop.lobby().awaitRegistered(Duration.ofSeconds(60))).isTrue();

    assertThat(shopper.call(prices, new Query("tea"))).isEqualTo(new Price(3));
    var news = new CopyOnWriteArrayList<String>();
    shopper
        .lobby()
        .request("find_price")
        .onProgress(part -> news.add(part.fields().string("asked")))
        .call(json("{'item':'tea'}"));
    assertThat(news).containsExactly("agent:shopper");
    var cancelled = new CompletableFuture<Throwable>();
    Thread calling =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    shopper.call(prices, new Query("gold"));
                  } catch (Throwable thrown) {
                    cancelled.complete(thrown);
                  }
                });
    begun.await();
    calling.interrupt();
    assertThat(cancelled.get()).isInstanceOf(InterruptedException.class);
  }

  // ---- life

  @Test
  void theNewestAgentOfAnIdGetsTheFilesOfTheOldOne() throws Exception {
    Agent old = agent("agent:a").connect();
    Agent fresh = agent("agent:a").onMessage(_ -> Ack.ok("fresh")).connect();

    assertThat(old.awaitStopped()).contains("another client has connected as agent:a");
    assertThatExceptionOfType(NotConnected.class).isThrownBy(() -> old.send("agent:b", "hi"));
    fresh.post("agent:b", "m1", note("hi"));
    assertThat(fresh.state()).isInstanceOf(ClientState.Connected.class);
  }

  @Test
  void anAgentThatDrainsFinishesItsWorkAndSendsOthersAway() throws Exception {
    var begun = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    Agent worker =
        agent("agent:worker")
            .onMessage(
                _ -> {
                  begun.countDown();
                  goOn.await();
                  return Ack.ok("finished");
                })
            .connect();
    TestPeer boss = peer("agent:boss");
    var first = CompletableFuture.supplyAsync(() -> boss.tells("agent:worker", "m1", "go"));
    begun.await();
    Thread draining = Thread.ofVirtual().start(worker::close);

    await().until(() -> boss.tells("agent:worker", "m" + System.nanoTime(), "go").shouldRetry());
    goOn.countDown();
    assertThat(first.get()).isEqualTo(Ack.ok("finished"));
    assertThat(draining.join(Duration.ofSeconds(60))).isTrue();
  }

  @Test
  void aProgramEndsWhenTheBusDoesNotWantItsAgent() throws Exception {
    Agent running = agent("agent:a");
    var ended = new CompletableFuture<Throwable>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                running.run();
              } catch (Throwable thrown) {
                ended.complete(thrown);
              }
            });
    await().ignoreExceptions().until(() -> running.state() instanceof ClientState.Connected);
    peer("agent:a");
    assertThat(ended.get())
        .isInstanceOf(AgentStopped.class)
        .hasMessageContaining("agent:a stopped: another client");
  }

  @Test
  void anAgentThatBubStartedTakesItsPlaceFromTheArguments() throws Exception {
    var events = new CopyOnWriteArrayList<String>();
    peer("agent:system")
        .answering(
            envelope -> {
              events.add(
                  envelope.from()
                      + " "
                      + ((AgentEvent) AppMessage.read(envelope.payload())).event());
              return Ack.ok("ok");
            });
    Path workspace = directory.resolve("workspace");
    Agent spawned =
        keep(Agent.named("agent:ignored"))
            .arguments(
                "java",
                "--enable-preview",
                "--client-id=agent:7",
                "--talkto",
                "tg:7",
                "--workspace",
                workspace.toString(),
                "--bus-url",
                bus.url().toString())
            .onChat(question -> question.text())
            .connect();

    await().untilAsserted(() -> assertThat(events).contains("agent:7 spawned"));
    assertThat(spawned.chat()).hasToString("tg:7");
    assertThat(Files.exists(workspace.resolve("state/sdk/java-outbox.db"))).isTrue();
    assertThat(peer("tg:7").configures("agent:7")).isEqualTo(Ack.ok("configured"));
    assertThat(peer("tg:8").configures("agent:7").success()).isFalse();
  }

  @Test
  void anAgentIsStartedOnce() throws Exception {
    Agent agent = agent("agent:a");
    assertThatIllegalStateException().isThrownBy(agent::state).withMessageContaining("start");
    agent.connect();
    assertThatIllegalStateException().isThrownBy(agent::connect);
  }

  // ---- interceptors

  @Test
  void anInterceptorHaltsMessagesBeforeTheirRecipientSeesThem() throws Exception {
    Agent worker = agent("agent:worker").onMessage(message -> Ack.ok(message.text())).connect();
    Interceptor gate =
        keep(Interceptor.named("gate"))
            .bus(bus.url().toString())
            .on("agent:*", (_, payload) -> payload.toString().contains("secret") ? HALT : PASS)
            .connect();
    Agent boss = agent("agent:boss").connect();

    assertThat(boss.send("agent:worker", "hello").acks().getLast().message()).isEqualTo("hello");
    assertThat(boss.send("agent:worker", "a secret").acks())
        .containsExactly(Ack.failed("halted by gate"));
    assertThat(worker.state()).isInstanceOf(ClientState.Connected.class);
    keep(Interceptor.named("gate")).bus(bus.url().toString()).on("x", (_, _) -> PASS).connect();
    assertThat(gate.awaitStopped()).contains("another client has connected as gate");
  }

  @Test
  void anInterceptorSaysWhyItCannotConnect() {
    Interceptor gate = Interceptor.named("gate").bus("ws://127.0.0.1:9");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(gate::connect)
        .withMessageContaining("127.0.0.1:9");
  }
}
