package bub.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import bub.client.NoAnswer;
import bub.client.agent.Agent;
import bub.client.store.ChatHistory;
import bub.protocol.Ack;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Chats of the Java SDK against a real bus. */
class JavaAgentChatTest extends JavaAgentScene {
  @Test
  void aChatGetsOneReplyPerQuestion() throws Exception {
    agent("agent:shouter")
        .onChat(question -> question.text().toUpperCase(Locale.ROOT) + "!")
        .connect();
    TestPeer chat = peer("tg:1");

    assertThat(chat.types("agent:shouter", "q1", "hi")).isEqualTo(Ack.ok("answered"));
    assertThat(chat.types("agent:shouter", "q1", "hi")).isEqualTo(Ack.ok("answered"));
    await().untilAsserted(() -> assertThat(chat.replyTexts()).containsExactly("HI!"));
  }

  @Test
  void anotherAgentSeesTheReplyGrowAndTheHistoryHasBothSides() throws Exception {
    var goOn = new CountDownLatch(1);
    agent("agent:poet")
        .keepHistory()
        .onChat(
            (question, reply) -> {
              reply.add("You said " + question.history(9).getLast().text());
              goOn.await();
              reply.add(".");
            })
        .connect();
    Agent reader = agent("agent:reader").connect();
    var seen = new CopyOnWriteArrayList<String>();
    String reply =
        reader.ask(
            "agent:poet",
            "hello",
            Duration.ofSeconds(60),
            text -> {
              seen.add(text);
              goOn.countDown();
            });

    assertThat(reply).isEqualTo("You said hello.");
    assertThat(seen).containsExactly("You said hello", "You said hello.");
    assertThat(reader.ask("agent:poet", "again")).isEqualTo("You said again.");
  }

  @Test
  void aQuestionToNobodyFailsAtOnce() throws Exception {
    Agent reader = agent("agent:reader").connect();
    assertThatExceptionOfType(NoAnswer.class)
        .isThrownBy(() -> reader.ask("agent:nobody", "hello"))
        .withMessageContaining("agent:nobody is not connected");
  }

  @Test
  void aHandlerThatAsksDoesNotWaitForItself() throws Exception {
    agent("agent:shouter").onChat(question -> question.text().toUpperCase(Locale.ROOT)).connect();
    Agent only = agent("agent:only").maxHandlers(1);
    only.onChat(question -> only.ask("agent:shouter", question.text())).connect();
    assertThat(agent("agent:reader").connect().ask("agent:only", "hi")).isEqualTo("HI");
  }

  @Test
  void aChatStopsItsTurnAndClearsItsHistory() throws Exception {
    var begun = new CountDownLatch(1);
    var ended = new CompletableFuture<String>();
    agent("agent:slow")
        .keepHistory()
        .onChat(
            question -> {
              if (question.text().equals("recall")) {
                return question.history(9).stream().map(ChatHistory.Line::text).toList() + "";
              }
              begun.countDown();
              try {
                new CountDownLatch(1).await();
              } finally {
                ended.complete("interrupted");
              }
              return "never";
            })
        .connect();
    TestPeer chat = peer("tg:1");
    var question = CompletableFuture.supplyAsync(() -> chat.types("agent:slow", "q1", "work"));
    begun.await();

    assertThat(chat.commands("agent:slow", "stop").message()).isEqualTo("stopped");
    assertThat(question.get()).isEqualTo(Ack.failed("stopped"));
    assertThat(ended.get()).isEqualTo("interrupted");
    assertThat(chat.commands("agent:slow", "stop").message()).isEqualTo("nothing to stop");
    assertThat(chat.commands("agent:slow", "reset").message()).isEqualTo("reset");
    chat.types("agent:slow", "q2", "recall");
    await().untilAsserted(() -> assertThat(chat.replyTexts()).containsExactly("[recall]"));
  }
}
