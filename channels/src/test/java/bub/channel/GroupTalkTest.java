package bub.channel;

import static bub.channel.ChatScene.AGENT;
import static bub.channel.TestHouse.CHAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.channel.store.Line;
import bub.protocol.message.TgMessage;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said beside the conversation with the agent. */
class GroupTalkTest {
  @TempDir private Path directory;
  private ChatScene scene;
  private ChatHouse house;

  @BeforeEach
  void begin() throws Exception {
    scene = new ChatScene(directory);
    house = scene.house.house;
  }

  @AfterEach
  void end() throws Exception {
    scene.close();
  }

  private static TgMessage message(String text, String ownId) {
    return new TgMessage(
        text, "7", ChannelFacts.TELEGRAM.channel(), null, null, null, ownId, null, List.of());
  }

  private List<String> overheard(int limit) throws Exception {
    return house.overheard(CHAT, limit).stream().map(Line::text).toList();
  }

  @Test
  void isKnownUntilTheAgentIsSpokenTo() throws Exception {
    house.overhear(CHAT, message("a", "1"));
    house.overhear(CHAT, message("b", "2"));
    assertThat(house.overhear(CHAT, message("b", "2"))).isInstanceOf(Taken.Duplicate.class);
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
    assertThat(house.answer(CHAT, message("/help", "1"), "no")).isInstanceOf(Taken.Stored.class);
    assertThat(house.answer(CHAT, message("/help", "1"), "no")).isInstanceOf(Taken.Duplicate.class);
    await().until(() -> scene.house.edge.notices().equals(List.of("no")));
    Line line = scene.house.edge.lines().getFirst().line();
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
    scene.house.edge.thatSays(new Shown.Partly(1)).thatSays(new Shown.Partly(2));
    scene.agent.reply(scene.agent.lastSaid(), "long");
    await().until(() -> scene.house.edge.lines().size() == 1);
    assertThat(scene.house.edge.lines().getFirst().line().partsShown()).isEqualTo(2);
    await().until(() -> scene.house.store.backlog(CHAT).isEmpty());
  }
}
