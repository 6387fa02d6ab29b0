package bub.agent;

import bub.client.agent.Agent;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.message.AgentMessage;
import bub.protocol.message.Payload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A real bus, and agents of the Java SDK that end with the test. */
abstract class JavaAgentScene {
  @TempDir Path directory = Path.of("");
  private final List<AutoCloseable> open = new ArrayList<>();
  AgentBus bus;

  @BeforeEach
  void start() throws Exception {
    bus = keep(AgentBus.start(directory.resolve("bus")));
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable one : open.reversed()) {
      one.close();
    }
  }

  <T extends AutoCloseable> T keep(T one) {
    open.add(one);
    return one;
  }

  Agent agent(String id) {
    return keep(
        Agent.named(id)
            .bus(bus.url().toString())
            .directory(directory.resolve(id.replace(':', '-')))
            .callTimeout(Duration.ofSeconds(30)));
  }

  TestPeer peer(String address) {
    return keep(bus.peer(address));
  }

  static JsonValue note(String text) {
    return Payload.of(new AgentMessage(text));
  }

  static RawJson json(String text) throws Exception {
    return RawJson.parse(text.replace('\'', '"'));
  }
}
