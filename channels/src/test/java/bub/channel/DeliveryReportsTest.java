package bub.channel;

import static bub.channel.TestChannel.ADDRESS;
import static bub.channel.TestChannel.CHAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.protocol.MessageId;
import bub.protocol.message.DeliveryStatus;
import bub.protocol.message.DeliveryStatus.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents learn the outcome of their replies, and people that of their messages. */
class DeliveryReportsTest {
  @TempDir private Path directory;
  private ChatScene scene;
  private FakeAgent agent;
  private TestChannel channel;

  @BeforeEach
  void begin() throws Exception {
    scene = new ChatScene(directory);
    agent = scene.agent;
    channel = scene.channel;
  }

  @AfterEach
  void end() throws Exception {
    scene.close();
  }

  @Test
  void anAgentLearnsThatThePersonHasItsReply() throws Exception {
    scene.awaitsAnswerTo("hello");

    agent.reply(ADDRESS, "reply-1", agent.lastSaid().messageId().value(), "hi");

    await().until(() -> !agent.statuses().isEmpty());
    assertThat(agent.statuses())
        .containsExactly(new DeliveryStatus(new MessageId("reply-1"), Status.DELIVERED, null));
  }

  @Test
  void aReportSurvivesARestartOfTheBridge() throws Exception {
    scene.awaitsAnswerTo("hello");
    channel.edge.thatSays(new DisplayResult.Later(Duration.ofSeconds(5), "slow down"));
    agent.reply(ADDRESS, "reply-1", agent.lastSaid().messageId().value(), "hi");
    agent.close();
    channel.pass(Duration.ofSeconds(5));
    await().until(() -> channel.store.toReport(CHAT).isPresent());

    try (var returned = new FakeAgent(scene.bus, agent.name().value());
        var restarted = channel.killedAndStartedAgain()) {
      await()
          .until(
              () -> {
                restarted.time.advance(
                    Duration.ofSeconds(1)); // it may start before the bus is there
                return !returned.statuses().isEmpty();
              });
      assertThat(returned.statuses())
          .containsOnly(new DeliveryStatus(new MessageId("reply-1"), Status.DELIVERED, null));
      await().until(() -> restarted.store.toReport(CHAT).isEmpty());
      assertThat(restarted.edge.replies()).isEmpty();
    }
  }

  @Test
  void aReportForAnAgentThatNeverComesBackIsDropped() throws Exception {
    scene.awaitsAnswerTo("hello");
    channel.edge.thatSays(new DisplayResult.Later(Duration.ofSeconds(5), "slow down"));
    agent.reply(ADDRESS, "reply-1", agent.lastSaid().messageId().value(), "hi");
    agent.close();
    channel.pass(Duration.ofSeconds(5));

    await()
        .until(
            () -> {
              channel.time.advance(Duration.ofMinutes(1));
              return channel.edge.replies().equals(List.of("hi"))
                  && channel.store.toReport(CHAT).isEmpty();
            });
  }

  @Test
  void anAgentLearnsThatItsReplyCannotBeShown() throws Exception {
    scene.awaitsAnswerTo("hello");
    channel.edge.thatSays(new DisplayResult.Never("the person has blocked the bot"));

    agent.reply(ADDRESS, "reply-1", agent.lastSaid().messageId().value(), "hi");

    await().until(() -> !agent.statuses().isEmpty());
    assertThat(agent.statuses())
        .containsExactly(
            new DeliveryStatus(
                new MessageId("reply-1"), Status.FAILED, "the person has blocked the bot"));
  }

  @Test
  void aPersonLearnsThatAnAcceptedMessageCouldNotBeHandled() throws Exception {
    scene.awaitsAnswerTo("hello");
    MessageId typed = agent.lastSaid().messageId();

    for (int i = 0; i < 2; i++) {
      var status = new DeliveryStatus(typed, Status.FAILED, "no tokens left");
      assertThat(agent.send(ADDRESS, "status-" + i, status).success()).isTrue();
    }

    await().until(() -> channel.store.backlog(CHAT).isEmpty());
    assertThat(channel.edge.notices())
        .containsExactly("Your message “hello” could not be handled: no tokens left.");
  }

  @Test
  void aMessageThatWasAnsweredStaysAnswered() throws Exception {
    scene.awaitsAnswerTo("hello");
    agent.reply(agent.lastSaid(), "I am sorry");

    agent.send(
        ADDRESS,
        "status-1",
        new DeliveryStatus(agent.lastSaid().messageId(), Status.FAILED, "no model"));

    await().until(() -> channel.store.backlog(CHAT).isEmpty());
    assertThat(channel.edge.replies()).containsExactly("I am sorry");
    assertThat(channel.edge.notices()).isEmpty();
  }

  @Test
  void onlyItsAgentSaysWhatBecameOfAMessage() throws Exception {
    scene.awaitsAnswerTo("hello");
    var status = new DeliveryStatus(agent.lastSaid().messageId(), Status.FAILED, "ha");

    try (var stranger = new FakeAgent(scene.bus, "agent:stranger")) {
      assertThat(stranger.send(ADDRESS, "status-1", status).success()).isFalse();
    }

    assertThat(channel.store.backlog(CHAT).unanswered()).isEqualTo(1);
  }
}
