package bub.channel;

import static bub.channel.ChatScene.AGENT;
import static bub.channel.TestHouse.CHAT;
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
  private ChatService house;

  @BeforeEach
  void begin() throws Exception {
    scene = new ChatScene(directory);
    house = scene.house.house;
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
    return house.overheard(CHAT, limit).stream().map(ChatLine::text).toList();
  }

  @Test
  void isKnownUntilTheAgentIsSpokenTo() throws Exception {
    house.overhear(CHAT, message("a", "1"));
    house.overhear(CHAT, message("b", "2"));
    assertThat(house.overhear(CHAT, message("b", "2"))).isInstanceOf(IntakeResult.Duplicate.class);
    house.overhear(CHAT, message("c", "3"));
    assertThat(overheard(10)).containsExactly("a", "b", "c");
    assertThat(overheard(2)).containsExactly("b", "c");
    house.take(CHAT, message("to you", "4"));
    house.overhear(CHAT, message("d", "5"));
    assertThat(overheard(10)).containsExactly("d");
  }

  @Test
  void needsNoAgentAndNoAnswer() throws Exception {
    house.overhear(CHAT, message("a", "1"));
    assertThat(scene.house.store.backlog(CHAT).isEmpty()).isTrue();
    assertThat(scene.house.store.chatsToServe()).isEmpty();
    assertThat(scene.system.requests()).isEmpty();
  }

  @Test
  void toTheChannelItselfIsAnsweredOnce() throws Exception {
    assertThat(house.answer(CHAT, message("/help", "1"), "no"))
        .isInstanceOf(IntakeResult.Stored.class);
    assertThat(house.answer(CHAT, message("/help", "1"), "no"))
        .isInstanceOf(IntakeResult.Duplicate.class);
    await().until(() -> scene.house.edge.notices().equals(List.of("no")));
    ChatLine line = scene.house.edge.lines().getFirst().line();
    assertThat(line.replyToOwnId()).isEqualTo("1");
    await().until(() -> scene.house.store.backlog(CHAT).isEmpty());
  }

  @Test
  void canEndWhatTheAgentIsDoing() throws Exception {
    assertThat(house.stop(CHAT)).isEqualTo(new CommandAnswer.NoAgent());
    scene.awaitsAnswerTo("count to a million");
    assertThat(house.stop(CHAT)).isInstanceOf(CommandAnswer.Done.class);
    assertThat(scene.house.store.backlog(CHAT).isEmpty()).isTrue();
    assertThat(scene.agent.name()).isEqualTo(AGENT);
  }

  @Test
  void aLongLineIsShownPartByPart() throws Exception {
    scene.awaitsAnswerTo("hello");
    scene.house.edge.thatSays(new DisplayResult.Partly(1)).thatSays(new DisplayResult.Partly(2));
    scene.agent.reply(scene.agent.lastSaid(), "long");
    await().until(() -> scene.house.edge.lines().size() == 1);
    assertThat(scene.house.edge.lines().getFirst().line().partsShown()).isEqualTo(2);
    await().until(() -> scene.house.store.backlog(CHAT).isEmpty());
  }
}
