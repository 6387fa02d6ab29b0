package bub.channel.terminal;

import static bub.channel.terminal.TerminalScene.AGENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.message.AppMessage;
import bub.protocol.message.ChatMessage;
import bub.protocol.message.ChatReply;
import bub.store.StoreInUse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PipedChatTest {
  @TempDir private Path directory;
  private TerminalScene scene;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void begin() throws Exception {
    scene = new TerminalScene(directory);
  }

  @AfterEach
  void end() {
    scene.close();
  }

  private ChatEnding pipe(String input) throws Exception {
    return pipe(scene.settings(), input);
  }

  private ChatEnding pipe(TerminalSettings settings, String input) throws Exception {
    try (TerminalChat chat = scene.open(settings)) {
      return chat.pipe(
          new BufferedReader(new StringReader(input)),
          new PrintWriter(out, true),
          new PrintWriter(err, true));
    }
  }

  private CompletableFuture<ChatEnding> pipeInTheBackground(String input) {
    var ending = new CompletableFuture<ChatEnding>();
    Thread.startVirtualThread(
        () -> {
          try {
            ending.complete(pipe(input));
          } catch (Exception failed) {
            ending.completeExceptionally(failed);
          }
        });
    return ending;
  }

  @Test
  void anAgentThatHasNoAnswerMakesThePipeFail() throws Exception {
    CompletableFuture<ChatEnding> ending = pipeInTheBackground("hello\n");
    await().until(() -> scene.agent.heard().contains("hello"));
    Envelope said = scene.agent.lastSaid();

    scene.agent.send(
        said.from(),
        said.messageId() + "/reply",
        new ChatReply("I cannot answer now.", null, null, said.messageId().value(), true));

    assertThat(ending.get(1, TimeUnit.MINUTES)).isEqualTo(ChatEnding.UNANSWERED);
    assertThat(out).hasToString("I cannot answer now.\n");
  }

  @Test
  void eachLineIsAMessageAndOnlyAnswersComeOut() throws Exception {
    scene.agent.thatAnswers();
    assertThat(pipe("one\n\n  \n/two is no command here\n")).isEqualTo(ChatEnding.DONE);
    assertThat(out).hasToString("re: one\nre: /two is no command here\n");
    assertThat(err.toString()).isEmpty();
    Envelope said = scene.agent.lastSaid();
    assertThat(said.from()).isEqualTo(TerminalScene.ME);
    assertThat(AppMessage.read(said.payload()))
        .isInstanceOfSatisfying(
            ChatMessage.class,
            message -> {
              assertThat(message.channel()).hasToString("terminal");
              assertThat(message.senderId()).isEqualTo("me");
            });
  }

  @Test
  void answersAreNoTerminalCodesEither() throws Exception {
    scene.agent.thatAnswers();
    pipe("a\u001b[31mb");
    assertThat(out).hasToString("re: a\\u001b[31mb\n");
  }

  @Test
  void moreThanAQueueHoldsIsAllAnswered() throws Exception {
    scene.agent.thatAnswers();
    String input =
        IntStream.range(0, 1_010).mapToObj(i -> "m" + i).collect(Collectors.joining("\n"));
    assertThat(pipe(input)).isEqualTo(ChatEnding.DONE);
    assertThat(out.toString().lines()).hasSize(1_010).contains("re: m0", "re: m1009");
  }

  @Test
  void whatIsRefusedIsToldAndSeenInTheExitCode() throws Exception {
    scene.agent.thatAcks(Ack.ok("configured")).thatAcks(Ack.failed("no")).thatAnswers();
    assertThat(pipe("one\ntwo\n")).isEqualTo(ChatEnding.UNANSWERED);
    assertThat(out).hasToString("re: two\n");
    assertThat(err.toString())
        .contains("“one” could not be delivered: agent:worker-1 refused it: no");
  }

  @Test
  void doesNotWaitForEver() throws Exception {
    CompletableFuture<ChatEnding> ending = pipeInTheBackground("hello");
    await().until(() -> scene.agent.heard().contains("hello"));
    await().until(() -> scene.time.isAwaited(Duration.ofMinutes(10)));
    scene.time.advance(Duration.ofMinutes(10));
    assertThat(ending.get(60, TimeUnit.SECONDS)).isEqualTo(ChatEnding.UNANSWERED);
    assertThat(err.toString()).contains("Some messages have no answer yet");

    // It is not lost either.
    scene.agent.thatAnswers();
    assertThat(pipe("")).isEqualTo(ChatEnding.DONE);
    assertThat(out).hasToString("re: hello\n");
  }

  @Test
  void endsWhenNobodyReadsTheAnswersAndKeepsThem() throws Exception {
    scene.agent.thatAnswers();
    var gone =
        new Writer() {
          @Override
          public void write(char[] text, int from, int length) throws IOException {
            throw new IOException("broken pipe");
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    try (TerminalChat chat = scene.open()) {
      var in = new BufferedReader(new StringReader("hello"));
      assertThat(chat.pipe(in, new PrintWriter(gone), new PrintWriter(err, true)))
          .isEqualTo(ChatEnding.UNANSWERED);
    }
    assertThat(err.toString()).contains("The output is closed").hasLineCount(1);
    assertThat(pipe("")).isEqualTo(ChatEnding.DONE);
    assertThat(out).hasToString("re: hello\n");
  }

  @Test
  void waitsThroughTheEndOfABus() throws Exception {
    CompletableFuture<ChatEnding> ending = pipeInTheBackground("hello");
    await().until(() -> scene.time.isAwaited(Duration.ofSeconds(60)));
    scene.bus.die();
    scene.time.advance(Duration.ofSeconds(60));
    await().until(() -> scene.time.isAwaited(Duration.ofSeconds(70)));
    scene.agent.thatAnswers();
    scene.bus.comeBackWithAgents();
    assertThat(ending.get(60, TimeUnit.SECONDS)).isEqualTo(ChatEnding.DONE);
    assertThat(out).hasToString("re: hello\n");
  }

  @Test
  void withoutAPlaceOnTheBusNothingIsTaken() throws Exception {
    CompletableFuture<ChatEnding> ending = pipeInTheBackground("hello");
    await().until(() -> scene.agent.heard().contains("hello"));
    try (var other = scene.bus.client("term:me").connect()) {
      assertThat(other.clientId()).hasToString("term:me");
      assertThat(ending.get(60, TimeUnit.SECONDS)).isEqualTo(ChatEnding.UNAVAILABLE);
    }
    assertThat(err.toString()).contains("another client has connected as term:me");
  }

  @Test
  void talksToAnAgentOfOnesChoice() throws Exception {
    scene.agent.thatAnswers();
    assertThat(pipe(scene.settings().withTo(new Address(AGENT)), "hello"))
        .isEqualTo(ChatEnding.DONE);
    assertThat(out).hasToString("re: hello\n");
    assertThat(scene.system.requests()).isEmpty();
  }

  @Test
  void aConversationWithAnAgentOfOnesChoiceIsAnotherOne() throws Exception {
    TerminalSettings mine = TerminalSettings.of(directory, "ann");
    try (TerminalChat first = scene.open(mine);
        TerminalChat second = scene.open(mine.withTo(new Address(AGENT)));
        TerminalChat third = scene.open(mine.withTo(new Address("agent:" + "x".repeat(250))))) {
      assertThat(first.address()).hasToString("term:ann");
      assertThat(second.address()).hasToString("term:ann-to-worker-1");
      assertThat(third.address()).hasToString("term:ann-to-" + "x".repeat(24));
    }
  }

  @Test
  void aConversationIsOpenOnce() throws Exception {
    try (TerminalChat chat = scene.open()) {
      assertThat(chat.address()).isEqualTo(TerminalScene.ME);
      assertThatThrownBy(() -> scene.open()).isInstanceOf(StoreInUse.class);
    }
  }

  @Test
  void withoutAnIdEachTerminalFindsItsOwnConversationAgain() throws Exception {
    TerminalSettings nameless = TerminalSettings.of(directory, "Jörg Müller");
    try (TerminalChat first = scene.open(nameless);
        TerminalChat second = scene.open(nameless)) {
      assertThat(first.address()).hasToString("term:J_rg_M_ller");
      assertThat(second.address()).hasToString("term:J_rg_M_ller-2");
    }
    try (TerminalChat again = scene.open(nameless)) {
      assertThat(again.address()).hasToString("term:J_rg_M_ller");
    }
    try (TerminalChat odd = scene.open(TerminalSettings.of(directory, "../…"))) {
      assertThat(odd.address()).hasToString("term:me");
    }
  }
}
