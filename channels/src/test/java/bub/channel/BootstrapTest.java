package bub.channel;

import static bub.channel.ChatScene.AGENT;
import static bub.channel.TestChannel.ADDRESS;
import static bub.channel.TestChannel.CHAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.message.AppMessage;
import bub.protocol.message.Channel;
import bub.protocol.message.Configure;
import bub.protocol.message.Payload;
import bub.protocol.message.RouteAssigned;
import bub.protocol.message.SpawnRequest;
import bub.protocol.message.SpawnResult;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BootstrapTest {
  @TempDir private Path directory;
  private ChatScene scene;
  private FakeSystem system;
  private FakeAgent agent;
  private TestChannel channel;

  @BeforeEach
  void begin() throws Exception {
    scene = new ChatScene(directory);
    system = scene.system;
    agent = scene.agent;
    channel = scene.channel;
  }

  @AfterEach
  void end() throws Exception {
    scene.close();
  }

  @Test
  void theFirstMessageBringsAnAgentAndItsAnswer() throws Exception {
    system.thatAssigns(AGENT.value());
    agent.thatAnswers();
    assertThat(channel.type("hello")).isInstanceOf(IntakeResult.Stored.class);
    await().until(() -> channel.edge.replies().equals(List.of("re: hello")));

    Envelope request = system.requests().getFirst();
    assertThat(request.from()).isEqualTo(ADDRESS);
    assertThat(AppMessage.read(request.payload()))
        .isEqualTo(new SpawnRequest(CHAT, new Channel("telegram"), null));
    assertThat(agent.heard()).containsExactly("configure", "hello");
    assertThat(AppMessage.read(agent.received().getFirst().payload()))
        .isEqualTo(new Configure(ADDRESS));
    assertThat(agent.received()).extracting(Envelope::from).containsOnly(ADDRESS);
  }

  @Test
  void theNextMessageGoesToTheSameAgentAtOnce() throws Exception {
    system.thatAssigns(AGENT.value());
    agent.thatAnswers();
    channel.type("one");
    await().until(() -> channel.edge.replies().size() == 1);
    channel.type("two");
    await().until(() -> channel.edge.replies().size() == 2);
    assertThat(agent.heard()).containsExactly("configure", "one", "two");
    assertThat(system.requests()).hasSize(1);
  }

  @Test
  void whatIsTypedMeanwhileFollowsInOrder() throws Exception {
    agent.thatAnswers();
    for (int i = 1; i <= 20; i++) {
      channel.type("message " + i);
    }
    channel.awaitStage(ChatStage.Spawning.class);
    assertThat(agent.heard()).isEmpty();
    system.send(ADDRESS, new SpawnResult.Running(AGENT));
    await().until(() -> channel.edge.replies().size() == 20);
    List<String> typed = IntStream.rangeClosed(1, 20).mapToObj(i -> "message " + i).toList();
    assertThat(agent.heard().getFirst()).isEqualTo("configure");
    assertThat(agent.heard().subList(1, 21)).isEqualTo(typed);
    assertThat(agent.heard()).hasSize(21);
    assertThat(channel.edge.replies())
        .isEqualTo(typed.stream().map(text -> "re: " + text).toList());
  }

  @Test
  void aRouteIsAsGoodAsAResult() throws Exception {
    channel.type("hello");
    channel.awaitStage(ChatStage.Spawning.class);
    system.send(ADDRESS, new RouteAssigned(CHAT, new Channel("telegram"), AGENT));
    channel.awaitStage(ChatStage.Ready.class);
    await().until(() -> agent.heard().equals(List.of("configure", "hello")));
  }

  @Test
  void whatTheSystemAgentRepeatsChangesNothing() throws Exception {
    agent.thatAnswers();
    channel.type("hello");
    channel.awaitStage(ChatStage.Spawning.class);
    var running = new SpawnResult.Running(AGENT);
    system.send(ADDRESS, "result", running);
    await().until(() -> channel.edge.replies().size() == 1);
    system.send(ADDRESS, "result", running);
    system.send(ADDRESS, new RouteAssigned(CHAT, new Channel("telegram"), AGENT));
    channel.type("again");
    await().until(() -> channel.edge.replies().size() == 2);
    assertThat(agent.heard()).containsExactly("configure", "hello", "again");
  }

  @Test
  void anAgentThatIsAssignedUnaskedServesTheNextMessage() throws Exception {
    agent.thatAnswers();
    system.send(ADDRESS, new RouteAssigned(CHAT, new Channel("telegram"), AGENT));
    assertThat(channel.stage()).isEqualTo(new ChatStage.Configuring(AGENT));
    channel.type("hello");
    await().until(() -> channel.edge.replies().size() == 1);
    assertThat(system.requests()).isEmpty();
  }

  @Test
  void onlyTheSystemAgentAssigns() throws Exception {
    channel.type("hello");
    channel.awaitStage(ChatStage.Spawning.class);
    var stranger = scene.bus.client("agent:stranger").connect();
    var payload =
        Payload.of(new RouteAssigned(CHAT, new Channel("telegram"), new Address("agent:stranger")));
    assertThat(catchThrowable(() -> stranger.send(ADDRESS, payload)))
        .hasMessageContaining("may not send route_assigned");
    assertThat(channel.stage()).isInstanceOf(ChatStage.Spawning.class);
    stranger.close();
  }
}
