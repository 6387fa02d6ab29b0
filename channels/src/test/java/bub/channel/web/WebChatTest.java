package bub.channel.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import bub.channel.AgentSource;
import bub.channel.ChatSettings;
import bub.channel.FakeAgent;
import bub.channel.IntakeResult;
import bub.channel.TestBus;
import bub.channel.store.ChatLine;
import bub.channel.store.ChatSummary;
import bub.channel.store.StoredToolCall;
import bub.client.ClientEnvironment;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.ChatId;
import bub.store.StoreInUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WebChatTest {
  private static final ChatId CHAT = new ChatId("c1");
  private static final Address AGENT = new Address("agent:worker");

  @TempDir private Path state;
  private final ShownPages pages = new ShownPages();
  private TestBus bus;
  private FakeAgent agent;
  private WebChat chats;

  @BeforeEach
  void open() throws Exception {
    bus = new TestBus();
    agent = new FakeAgent(bus, AGENT.value());
    chats = opened();
    chats.start();
  }

  @AfterEach
  void close() throws Exception {
    chats.close();
    agent.close();
    bus.close();
  }

  private WebChat opened() throws IOException {
    ChatSettings settings = ChatSettings.standard().withAgents(new AgentSource.Fixed(AGENT));
    return WebChat.open(
        state, settings, bus.client("agent:console"), pages, ClientEnvironment.system());
  }

  private void say(String text) throws Exception {
    assertThat(chats.say(CHAT, text, null)).isInstanceOf(IntakeResult.Stored.class);
  }

  private void awaitHeard(String text) {
    await().until(() -> agent.heard().contains(text));
  }

  @Test
  void showsAMessageAndItsAnswerOnThePages() throws Exception {
    agent.thatAnswers();
    say("hello");
    await().until(() -> pages.events.contains("c1 AGENT re: hello"));
    assertThat(pages.events).containsOnlyOnce("c1 HUMAN hello", "c1 AGENT re: hello");
    assertThat(agent.lastSaid().from()).isEqualTo(new Address("web:c1"));
    await().until(() -> chats.history(CHAT, Long.MAX_VALUE, 10).page().lines().size() == 2);
    assertThat(chats.history(CHAT, Long.MAX_VALUE, 10).page().lines())
        .extracting(ChatLine::text)
        .containsExactly("hello", "re: hello");
  }

  @Test
  void acceptsAndShowsARepeatedMessageOnce() throws Exception {
    assertThat(chats.say(CHAT, "hello", "1")).isInstanceOf(IntakeResult.Stored.class);
    assertThat(chats.say(CHAT, "hello", "1")).isInstanceOf(IntakeResult.Duplicate.class);
    assertThat(pages.events).containsOnlyOnce("c1 HUMAN hello");
  }

  @Test
  void showsProgressOnThePages() throws Exception {
    say("hello");
    awaitHeard("hello");
    agent.tells(
        agent.lastSaid().from(), AgentEvent.Kind.TYPING, out -> out.value(RawJson.EMPTY_OBJECT));
    await().until(() -> pages.events.contains("c1 Typing[]"));
  }

  @Test
  void returnsTheToolCallsBetweenTheLines() throws Exception {
    say("first");
    awaitHeard("first");
    JsonValue call =
        out -> {
          out.beginObject().field("name", "list_files").field("arguments", "{}");
          out.field("status", "started").endObject();
        };
    agent.tells(agent.lastSaid().from(), AgentEvent.Kind.TOOL_CALL, call);
    say("second");

    assertThat(chats.history(CHAT, Long.MAX_VALUE, 10).toolCalls())
        .extracting(StoredToolCall::name)
        .containsExactly("list_files");
    WebChat.History newest = chats.history(CHAT, Long.MAX_VALUE, 1);
    assertThat(newest.page().hasMore()).isTrue();
    assertThat(newest.toolCalls()).isEmpty();
  }

  @Test
  void announcesThatAChatIsRenamedOrDeleted() throws Exception {
    say("hello");
    chats.rename(CHAT, "Greetings");
    assertThat(pages.events).containsOnlyOnce("list changed");
    assertThat(chats.list("greet")).extracting(ChatSummary::chat).containsExactly(CHAT);
    assertThat(chats.list("cake")).isEmpty();

    chats.delete(CHAT);
    assertThat(pages.events.stream().filter("list changed"::equals)).hasSize(2);
    assertThat(chats.list("")).isEmpty();
  }

  @Test
  void findsItsChatsAgainAfterARestart() throws Exception {
    say("hello");
    chats.choose(new ChatId("c2"), new Address("agent:other"));
    chats.close();

    chats = opened();
    assertThat(chats.list("")).extracting(ChatSummary::title).containsExactly("hello");
    assertThat(chats.profile(new ChatId("c2")).chosenAgent()).isEqualTo(new Address("agent:other"));
  }

  @Test
  void keepsItsFileFromOtherUsersAndProcesses() throws Exception {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(state.resolve("chats"))))
        .isEqualTo("rwx------");
    assertThatThrownBy(this::opened).isInstanceOf(StoreInUse.class);
  }

  @Test
  void setsADamagedFileAsideAtTheStart() throws Exception {
    chats.close();
    Path file = state.resolve("chats/web.db");
    Files.writeString(file, "this is no database, whatever its name says".repeat(100));

    chats = opened();
    assertThat(chats.list("")).isEmpty();
    try (var files = Files.list(file.getParent())) {
      assertThat(files.map(each -> each.getFileName().toString()))
          .anyMatch(name -> name.startsWith("web.db.damaged-"));
    }
    chats.start();
    say("hello");
    awaitHeard("hello");
  }
}
