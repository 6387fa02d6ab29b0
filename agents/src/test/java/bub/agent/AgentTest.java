package bub.agent;

import bub.client.ClientEnvironment;
import bub.client.TimeSource;
import bub.protocol.Address;
import bub.testkit.FakeOpenAi;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Base class with a bus, a model server, a chat and an agent for it. */
abstract class AgentTest {
  static final String AGENT = "agent:worker-1";
  static final AgentLimits LIMITS =
      new AgentLimits(
          8,
          200_000,
          16_000,
          16_000,
          4_000,
          16,
          new AgentLimits.Timeouts(
              Duration.ofSeconds(20), Duration.ofSeconds(10), Duration.ofSeconds(60)));

  /** Everything that waits for a chance waits a little only. */
  static final ClientEnvironment QUICK =
      new ClientEnvironment(
          TimeSource.system(), () -> 0.02, ClientEnvironment.system().messageIds());

  @TempDir Path directory;
  AgentBus bus;
  FakeOpenAi model;
  TestPeer chat;
  private final List<ConversationAgent> agents = new ArrayList<>();

  @BeforeEach
  void begin() throws Exception {
    bus = AgentBus.start(directory);
    model = FakeOpenAi.start();
    chat = bus.peer("term:1");
  }

  @AfterEach
  void end() throws IOException {
    for (ConversationAgent agent : agents) {
      agent.close();
    }
    chat.close();
    model.close();
    bus.close();
  }

  Path workspace() {
    return directory.resolve("workspace");
  }

  AgentSettings settings() {
    return AgentSettings.of(new Address(AGENT), workspace(), bus.url(), environment())
        .withTalkto(new Address("term:1"))
        .withLimits(LIMITS);
  }

  Map<String, String> environment() {
    var environment = new HashMap<String, String>();
    environment.put("BUB_MODEL", "openai/fake-1");
    environment.put("OPENAI_BASE_URL", model.baseUrl());
    environment.put("OPENAI_API_KEY", "sk-test");
    return environment;
  }

  ConversationAgent agent() {
    return agents.getLast();
  }

  ConversationAgent start() throws Exception {
    return start(settings());
  }

  ConversationAgent start(AgentSettings settings) throws Exception {
    agents.add(ConversationAgent.start(settings, QUICK));
    agent().awaitConnected(Duration.ofSeconds(30));
    return agent();
  }

  void restart() throws Exception {
    agent().close();
    start();
  }
}
