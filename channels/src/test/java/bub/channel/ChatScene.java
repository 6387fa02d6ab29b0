package bub.channel;

import static org.awaitility.Awaitility.await;

import bub.protocol.Address;
import bub.protocol.message.SpawnResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** A bus, a system agent, one agent and a chat service: the fixture of most tests. */
final class ChatScene implements AutoCloseable {
  static final Address AGENT = new Address("agent:worker-1");
  static final Address SUCCESSOR = new Address("agent:worker-2");

  final TestBus bus = new TestBus();
  final TestChannel channel;
  FakeSystem system;
  FakeAgent agent;

  ChatScene(Path directory) throws Exception {
    this(directory, ChatSettings.standard());
  }

  ChatScene(Path directory, ChatSettings settings) throws Exception {
    system = new FakeSystem(bus);
    agent = new FakeAgent(bus, AGENT.value());
    channel = TestChannel.on(bus, directory.resolve("chats.db"), settings);
  }

  /** Brings the chat to the point where {@code text} is acked and its answer is due. */
  void awaitsAnswerTo(String text) throws Exception {
    system.thatAssigns(AGENT.value());
    channel.type(text);
    await().until(() -> channel.store.backlog(TestChannel.CHAT).unanswered() == 1);
  }

  /** The agent ends, and the next request for one brings its successor. */
  FakeAgent replaceAgent() throws Exception {
    var successor = new FakeAgent(bus, SUCCESSOR.value());
    system.thatAssigns(SUCCESSOR.value());
    agent.close();
    return successor;
  }

  void assignsAgent() throws Exception {
    system.send(TestChannel.ADDRESS, new SpawnResult.Running(AGENT));
  }

  static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  @Override
  public void close() throws IOException {
    channel.close();
    bus.close();
  }
}
