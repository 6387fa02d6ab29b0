package bub.channel;

import static bub.channel.ChatScene.seconds;
import static bub.channel.TestChannel.ADDRESS;
import static bub.channel.TestChannel.CHAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.message.AgentEvent.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Content, time and number of the messages that a person sees. */
class ShowingTest {
  @TempDir private Path directory;
  private ChatScene scene;
  private FakeAgent agent;
  private TestChannel channel;

  @BeforeEach
  void begin() throws Exception {
    scene = new ChatScene(directory);
    agent = scene.agent;
    channel = scene.channel;
    scene.awaitsAnswerTo("hello");
  }

  @AfterEach
  void end() throws Exception {
    scene.close();
  }

  private static JsonValue partial(String messageId, long number, String text) {
    return out -> {
      out.beginObject().field("message_id", messageId).field("seq", number);
      out.field("text", text).endObject();
    };
  }

  private static JsonValue call(String name, String status) {
    return out -> {
      out.beginObject().field("message_id", "m2").field("name", name);
      out.field("arguments", "{\"x\":1}").field("status", status).endObject();
    };
  }

  private void awaitAllShown() {
    await().until(() -> channel.store.backlog(CHAT).unshown() == 0);
  }

  @Test
  void aLineIsTriedUntilItIsShownAndTheNextOnesWait() throws Exception {
    channel.edge.thatSays(new DisplayResult.Later(seconds(7), "flood"));
    channel.edge.thatSays(new DisplayResult.Later(Duration.ZERO, "flood"));
    agent.reply(ADDRESS, "r1", null, "one");
    agent.reply(ADDRESS, "r2", null, "two");
    channel.pass(seconds(7));
    channel.pass(seconds(9));
    await().until(() -> channel.edge.replies().equals(List.of("one", "two")));
    awaitAllShown();
  }

  @Test
  void aLineThatCanNeverBeShownDoesNotStopTheNext() throws Exception {
    channel.edge.thatSays(new DisplayResult.Never("the person has left"));
    agent.reply(ADDRESS, "r1", null, "one");
    agent.reply(ADDRESS, "r2", null, "two");
    await().until(() -> channel.edge.replies().equals(List.of("two")));
    awaitAllShown();
  }

  @Test
  void aLineIsNotTriedForEver() throws Exception {
    channel.edge.thatSays(new DisplayResult.Later(Duration.ofHours(25), "no network"));
    channel.edge.thatSays(new DisplayResult.Later(Duration.ZERO, "no network"));
    agent.reply(ADDRESS, "r1", null, "one");
    channel.pass(Duration.ofHours(25));
    awaitAllShown();
    assertThat(channel.edge.replies()).isEmpty();
  }

  @Test
  void showsWhatTheAgentIsDoing() throws Exception {
    agent.tells(ADDRESS, Kind.TYPING, RawJson.EMPTY_OBJECT);
    await().until(() -> channel.edge.progress().size() == 1);
    agent.tells(ADDRESS, Kind.TOOL_CALL, call("read_file", "started"));
    await().until(() -> channel.edge.progress().size() == 2);
    agent.tells(ADDRESS, Kind.PARTIAL, partial("m2", 1, "He"));
    await().until(() -> channel.edge.progress().size() == 3);
    assertThat(channel.edge.progress())
        .containsExactly(
            new ChatProgress.Typing(),
            new ChatProgress.ToolCall(
                "read_file", "{\"x\":1}", ChatProgress.ToolCall.Status.STARTED),
            new ChatProgress.Partial("m2", "He"));
  }

  @Test
  void aPartialTextThatWasOvertakenIsNotShown() throws Exception {
    agent.tells(ADDRESS, Kind.PARTIAL, partial("m2", 2, "Hello w"));
    agent.tells(ADDRESS, Kind.PARTIAL, partial("m2", 1, "He"));
    agent.tells(ADDRESS, Kind.PARTIAL, partial("m2", 3, "Hello world"));
    await()
        .until(
            () -> channel.edge.progress().contains(new ChatProgress.Partial("m2", "Hello world")));
    assertThat(channel.edge.progress()).doesNotContain(new ChatProgress.Partial("m2", "He"));
  }

  @Test
  void aPartialTextIsNotShownAfterTheAnswer() throws Exception {
    channel.type("more");
    await().until(() -> channel.store.backlog(CHAT).unanswered() == 2);
    String first = agent.received().get(1).messageId().value();
    agent.reply(agent.received().get(1), "done");
    await().until(() -> channel.edge.replies().size() == 1);
    agent.tells(ADDRESS, Kind.PARTIAL, partial(first, 9, "don"));
    agent.tells(ADDRESS, Kind.TYPING, RawJson.EMPTY_OBJECT);
    await().until(() -> channel.edge.progress().contains(new ChatProgress.Typing()));
    assertThat(channel.edge.progress()).containsExactly(new ChatProgress.Typing());
  }

  @Test
  void progressIsOnlyWorthSomethingFromTheOwnAgentWhileAnAnswerIsDue() throws Exception {
    try (var stranger = new FakeAgent(scene.bus, "agent:stranger")) {
      stranger.tells(ADDRESS, Kind.TYPING, RawJson.EMPTY_OBJECT);
    }
    agent.reply(agent.lastSaid(), "done");
    await().until(() -> channel.store.backlog(CHAT).isEmpty());
    await().until(() -> channel.service.status(CHAT).backlog().isEmpty());
    assertThat(channel.edge.progress()).isEmpty();
  }

  @Test
  void oddEventsAreRefusedWithTheReason() throws Exception {
    Ack noText = agent.tells(ADDRESS, Kind.PARTIAL, RawJson.EMPTY_OBJECT);
    assertThat(noText.success()).isFalse();
    assertThat(noText.message()).contains("content.data.message_id");
    Ack oddStatus = agent.tells(ADDRESS, Kind.TOOL_CALL, call("x", "perhaps"));
    assertThat(oddStatus.message()).contains("started, finished or failed");
    Ack forged = agent.tells(ADDRESS, Kind.STOPPED, event("agent:worker-1"));
    assertThat(forged).isEqualTo(Ack.failed("only agent:system may send this message"));
  }

  private static JsonValue event(String agent) {
    return out -> out.beginObject().field("client_id", agent).endObject();
  }
}
