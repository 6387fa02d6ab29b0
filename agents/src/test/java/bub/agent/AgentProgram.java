package bub.agent;

import bub.protocol.Address;
import bub.testkit.ChildProcess;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * An agent in a separate process, for tests that kill it. Arguments: bus, workspace, URL of the
 * model.
 */
final class AgentProgram {
  private AgentProgram() {}

  static ChildProcess start(URI bus, Path workspace, String model) throws Exception {
    ChildProcess child =
        ChildProcess.ofMain(AgentProgram.class, bus.toString(), workspace.toString(), model);
    child.awaitLine("started");
    return child;
  }

  public static void main(String[] arguments) throws Exception {
    AgentSettings settings =
        AgentSettings.of(
                new Address(AgentTest.AGENT),
                Path.of(arguments[1]),
                URI.create(arguments[0]),
                Map.of("BUB_MODEL", "openai/fake-1", "OPENAI_BASE_URL", arguments[2]))
            .withTalkto(new Address("term:1"))
            .withLimits(AgentTest.LIMITS);
    try (ConversationAgent agent = ConversationAgent.start(settings, AgentTest.QUICK)) {
      agent.awaitConnected(Duration.ofSeconds(30));
      System.out.println("started");
      System.out.println(agent.awaitStopped());
    }
  }
}
