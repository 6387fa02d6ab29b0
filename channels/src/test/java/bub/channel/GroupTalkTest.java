package bub.channel;

import static bub.channel.ChatScene.AGENT;
import static bub.channel.TestChannel.CHAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.channel.store.ChatLine;
import bub.protocol.message.ChatMessage;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages in a group that are not for the agent. */
class GroupTalkTest {
  @TempDir private Path directory;
  private ChatScene scene;
  private ChatService channel;

  @BeforeEach
  void begin() throws Exception {
    scene = new ChatScene(directory);
    channel = scene.channel.service;
  }

  @AfterEach
  void end() throws Exception {
    scene.close();
  }

  private static ChatMessage message(String text, String ownId) {
    return new ChatMessage(
        text, "7", ChannelDescription.TELEGRAM.channel(), null, null, null, ownId, null, List.of());
  }

  private List<String> overheard(int limit) throws Exception {
    return channel.overheard(CHAT, limit).stream().map(ChatLine::text).toList();
  }

  @Test
  void isKnownUntilTheAgentIsSpokenTo() throws Exception {
    channel.overhear(CHAT, message("a", "1"));
    channel.overhear(CHAT, message("b", "2"));
    assertThat(channel.overhear(CHAT, message("b", "2")))
        .isInstanceOf(IntakeResult.Duplicate.class);
    channel.overhear(CHAT, message("c", "3"));
    assertThat(overheard(10)).containsExactly("a", "b", "c");
    assertThat(overheard(2)).containsExactly("b", "c");
    channel.take(CHAT, message("to you", "4"));
    channel.overhear(CHAT, message("d", "5"));
    assertThat(overheard(10)).containsExactly("d");
  }

  @Test
  void needsNoAgentAndNoAnswer() throws Exception {
    channel.overhear(CHAT, message("a", "1"));
    assertThat(scene.channel.store.backlog(CHAT).isEmpty()).isTrue();
    assertThat(scene.channel.store.chatsToServe()).isEmpty();
    assertThat(scene.system.requests()).isEmpty();
  }

  @Test
  void toTheChannelItselfIsAnsweredOnce() throws Exception {
    assertThat(channel.answer(CHAT, message("/help", "1"), "no"))
        .isInstanceOf(IntakeResult.Stored.class);
    assertThat(channel.answer(CHAT, message("/help", "1"), "no"))
        .isInstanceOf(IntakeResult.Duplicate.class);
    await().until(() -> scene.channel.edge.notices().equals(List.of("no")));
    ChatLine line = scene.channel.edge.lines().getFirst().line();
    assertThat(line.replyToOwnId()).isEqualTo("1");
    await().until(() -> scene.channel.store.backlog(CHAT).isEmpty());
  }

  @Test
  void canEndWhatTheAgentIsDoing() throws Exception {
    assertThat(channel.stop(CHAT)).isEqualTo(new CommandAnswer.Done("Nothing is running."));
    scene.awaitsAnswerTo("count to a million");
    assertThat(channel.stop(CHAT)).isInstanceOf(CommandAnswer.Done.class);
    assertThat(scene.channel.store.backlog(CHAT).isEmpty()).isTrue();
    assertThat(scene.agent.name()).isEqualTo(AGENT);
  }

  @Test
  void aLongLineIsShownPartByPart() throws Exception {
    scene.awaitsAnswerTo("hello");
    scene.channel.edge.thatSays(new DisplayResult.Partly(1)).thatSays(new DisplayResult.Partly(2));
    scene.agent.reply(scene.agent.lastSaid(), "long");
    await().until(() -> scene.channel.edge.lines().size() == 1);
    assertThat(scene.channel.edge.lines().getFirst().line().partsShown()).isEqualTo(2);
    await().until(() -> scene.channel.store.backlog(CHAT).isEmpty());
  }
}
