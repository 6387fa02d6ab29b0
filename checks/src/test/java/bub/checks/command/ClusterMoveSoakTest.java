package bub.checks.command;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.ServedBus;
import bub.checks.kit.Workshop;
import bub.testkit.BubProgram.Finished;
import bub.testkit.ChildProcess;
import bub.testkit.NatsServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code bub cluster join} and {@code leave}: a bus moves into a cluster and out, without loss. */
@Tag("soak")
class ClusterMoveSoakTest {
  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void aBusJoinsWithAllItHasAndLeavesWithAllThereIs() throws Exception {
    try (NatsServers nats = NatsServers.one()) {
      String own = "agent:own";
      ServedBus single = ServedBus.start(workshop, run("n1"), 0);
      register(single, own);
      createToken("n1", own);
      stop(single.process());

      Finished joined = cluster("join", "n1", nats.urls());
      assertThat(joined.exitCode()).as(joined.err()).isZero();
      assertThat(joined.out()).contains("now have the same 2 tokens and 1 registration.");

      ServedBus other = node("n2", nats.urls());
      assertThat(tokens("n2")).contains(own);
      assertThat(agents(other)).contains(own);
      createToken("n2", "agent:newest");
      register(other, "agent:newest", "--token-file", tokenFile("agent:newest").toString());

      Finished left = cluster("leave", "n1", nats.urls());
      assertThat(left.exitCode()).as(left.err()).isZero();
      assertThat(left.out()).contains("is a single bus now, with 3 tokens and 2 registrations.");
      assertThat(tokens("n1")).contains(own, "agent:newest");
      ServedBus again = ServedBus.start(workshop, run("n1"), 0);
      assertThat(agents(again)).contains(own, "agent:newest");
      assertThat(tokens("n2")).contains(own, "agent:newest");

      Finished twice = cluster("leave", "n1", nats.urls());
      assertThat(twice.exitCode()).isZero();
      assertThat(twice.out()).contains("is in no cluster. Nothing has changed.");
    }
  }

  @Test
  void aCommandThatFailsChangesNothing() throws Exception {
    try (NatsServers nats = NatsServers.one()) {
      ServedBus running = node("n1", nats.urls());
      Finished busy = cluster("leave", "n1", nats.urls());
      assertThat(busy.exitCode()).isNotZero();
      assertThat(busy.err()).contains("running");
      stop(running.process());

      nats.get(0).kill();
      Finished alone = cluster("leave", "n1", nats.urls());
      assertThat(alone.exitCode()).as(alone.err()).isEqualTo(69);
      assertThat(run("n1").resolve("state").resolve("cluster-tokens.json")).exists();

      Finished offline = cluster("leave", "n1", nats.urls(), "--offline");
      assertThat(offline.exitCode()).as(offline.err()).isZero();
      assertThat(run("n1").resolve("state").resolve("cluster-tokens.json")).doesNotExist();
    }
  }

  @Test
  void withoutACluster() throws Exception {
    Finished nowhere = workshop.program().run("cluster", "join", "--run-dir", run("n1").toString());

    assertThat(nowhere.exitCode()).isEqualTo(64);
    assertThat(nowhere.err()).contains("--cluster nats://a:4222,nats://b:4222");
  }

  private Path run(String node) {
    return workshop.directory().resolve("run-" + node);
  }

  private ServedBus node(String name, String servers) throws Exception {
    return ServedBus.start(workshop, run(name), 0, "--cluster", servers, "--node-name", name);
  }

  private Finished cluster(String order, String node, String servers, String... options)
      throws Exception {
    return at(
        node,
        Stream.concat(
                Stream.of("cluster", order, "--cluster", servers, "--node-name", node),
                Stream.of(options))
            .toArray(String[]::new));
  }

  private Finished at(String node, String... arguments) throws Exception {
    var command = new ArrayList<>(List.of(arguments));
    command.addAll(List.of("--run-dir", run(node).toString()));
    return workshop.program().run(command.toArray(String[]::new));
  }

  private void createToken(String node, String clientId) throws Exception {
    String file = tokenFile(clientId).toString();
    Finished created = at(node, "token", "create", "--client-id", clientId, "--out", file);
    assertThat(created.exitCode()).as(created.err()).isZero();
  }

  private Path tokenFile(String clientId) {
    return workshop.directory().resolve(clientId.replace(':', '-') + ".token");
  }

  private String tokens(String node) throws Exception {
    return at(node, "token", "list").out();
  }

  private String agents(ServedBus bus) throws Exception {
    return workshop.program().run("lobby", "list", "--run-dir", bus.runDir().toString()).out();
  }

  private void register(ServedBus bus, String id, String... options) throws Exception {
    Path capability = workshop.directory().resolve("shout.json");
    Files.writeString(
        capability,
        """
        {"name":"shout","description":"Says it loud",
         "input_schema":{"type":"object"},"output_schema":{"type":"object"}}
        """);
    var command = new ArrayList<>(List.of("lobby", "register", "--id", id));
    command.addAll(List.of("--run-dir", bus.runDir().toString()));
    command.addAll(List.of(options));
    command.addAll(List.of(capability.toString(), "--", "cat"));
    ChildProcess agent = workshop.keep(workshop.program().start(command.toArray(String[]::new)));
    agent.awaitLine(id + " offers shout");
    stop(agent);
  }

  private static void stop(ChildProcess process) throws Exception {
    process.terminate();
    process.awaitExit();
  }
}
