package bub.channel.terminal;

import static bub.channel.terminal.FakeTerminal.ENTER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A person at a terminal, who reads the screen before pressing a key. */
final class TerminalUser {
  private static final String PROMPT = "you › ";

  private final FakeTerminal terminal;
  private final CompletableFuture<ChatEnding> ending = new CompletableFuture<>();

  private TerminalUser(FakeTerminal terminal) {
    this.terminal = terminal;
  }

  /** Starts a conversation at a terminal of this type; waits for the prompt and the connection. */
  static TerminalUser sitDown(TerminalScene scene, String type) throws Exception {
    var user = new TerminalUser(new FakeTerminal(type));
    TerminalChat chat = scene.open();
    Thread.ofPlatform().daemon().start(() -> user.use(chat));
    user.awaitPrompt();
    scene.awaitConnected();
    return user;
  }

  private void use(TerminalChat chat) {
    try {
      // Complete only after the chat is closed: a test may open it again at once.
      ending.complete(converse(chat));
    } catch (Exception failed) {
      ending.completeExceptionally(failed);
    }
  }

  private ChatEnding converse(TerminalChat chat) throws Exception {
    try (chat) {
      return chat.converse(terminal.terminal());
    }
  }

  ChatEnding ending() throws Exception {
    return ending.get(60, TimeUnit.SECONDS);
  }

  List<String> lines() {
    return terminal.lines();
  }

  /** Lines on the screen below the greeting. */
  List<String> conversation() {
    List<String> lines = lines();
    return lines.getFirst().equals(SlashCommands.GREETING) ? lines.subList(1, lines.size()) : lines;
  }

  void awaitLine(String line) {
    await(line).until(() -> lines().contains(line));
  }

  /** Waits until it is drawn to its end: these lines below the greeting, and no others. */
  void awaitScreen(String... lines) {
    await().untilAsserted(() -> assertThat(conversation()).containsExactly(lines));
  }

  /** Waits until the program reads keys: what is pressed earlier can be lost, or overtaken. */
  void awaitPrompt() {
    awaitInput("");
  }

  /** Waits until this stands behind the prompt. */
  void awaitInput(String text) {
    String line = (PROMPT + text).stripTrailing();
    await(line).until(() -> !lines().isEmpty() && lines().getLast().equals(line));
  }

  void press(String keys) throws IOException {
    terminal.press(keys);
  }

  void enter(String text) throws IOException {
    awaitPrompt();
    press(text);
    awaitInput(text);
    press(ENTER);
  }

  void leave() throws Exception {
    awaitPrompt();
    press("/quit" + ENTER);
    assertThat(ending()).isEqualTo(ChatEnding.DONE);
  }
}
