package bub.checks.access;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.ServedBus;
import bub.checks.kit.Workshop;
import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.TokenSource;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.testkit.BubProgram;
import bub.testkit.BubProgram.Finished;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** People and agents on a locked bus: the grant of a token decides whom the loop guard limits. */
class ChatGrantProgramTest {
  @RegisterExtension final Workshop workshop = new Workshop();
  private int sent;

  @Test
  void theGuardStopsTwoClientsUnlessOneHasTheChatGrant() throws Exception {
    Path first = token("agent:first");
    Path second = token("agent:second");
    Path person = token("agent:person", "--chat");
    assertThat(tokens("list").out()).containsPattern("agent:person +chat");
    assertThat(tokens("list", "--json").out()).contains("\"chat\":true", "\"chat\":false");
    ServedBus bus = workshop.bus();
    BusClient a = client(bus, "agent:first", first);
    BusClient b = client(bus, "agent:second", second);
    BusClient c = client(bus, "agent:person", person);

    assertThat(talk(a, b)).isEqualTo("loop_detected");
    assertThat(talk(c, b)).isNull();
  }

  @Test
  void aMistakeInTheGuardOfThePolicyFileStopsTheStart() throws Exception {
    Path policy = workshop.directory().resolve("policy.json");
    Files.writeString(policy, "{\"guard\":\n{\"limits\":{\"agent:a\":{\"depth\":\"deep\"}}}}");

    Finished refused = program().run("bus", "serve", "--port", "0", "--policy", policy.toString());

    assertThat(refused.exitCode()).isEqualTo(78);
    assertThat(refused.err())
        .contains("policy.json, line 2", "guard.limits.agent:a.depth", "Expected format");
  }

  /** Lets both clients answer each other, and returns the reason of the first refusal. */
  private @Nullable String talk(BusClient a, BusClient b) throws Exception {
    String cause = null;
    for (int i = 0; i < 100; i++) {
      BusClient from = i % 2 == 0 ? a : b;
      BusClient to = i % 2 == 0 ? b : a;
      String id = "m" + ++sent;
      String member = cause == null ? "" : ",\"cause\":\"" + cause + "\"";
      RawJson payload =
          RawJson.parse(
              "{\"type\":\"note\",\"content\":{\"text\":\"%s\"}%s}".formatted(id, member));
      try {
        from.send(new Envelope(from.clientId(), to.clientId(), new MessageId(id), payload));
      } catch (RpcException refused) {
        return refused.error().reason();
      }
      cause = id;
    }
    return null;
  }

  private BusClient client(ServedBus bus, String clientId, Path token) throws Exception {
    ClientSettings settings =
        ClientSettings.of(bus.url(), new Address(clientId)).withToken(TokenSource.file(token));
    return workshop.keep(BusClient.of(settings)).serve(_ -> Ack.ok("read")).connect();
  }

  private Path token(String clientId, String... options) throws Exception {
    Path file = workshop.directory().resolve(clientId.replace(':', '-') + ".token");
    var arguments = new String[options.length + 5];
    arguments[0] = "create";
    arguments[1] = "--client-id";
    arguments[2] = clientId;
    arguments[3] = "--out";
    arguments[4] = file.toString();
    System.arraycopy(options, 0, arguments, 5, options.length);
    assertThat(tokens(arguments).exitCode()).isZero();
    return file;
  }

  private Finished tokens(String... arguments) throws Exception {
    var command = new String[arguments.length + 1];
    command[0] = "token";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    return program().run(command);
  }

  /** The command line of the user who will run the bus. */
  private BubProgram program() {
    return workshop.program().with("BUB_RUN_DIR", workshop.directory().resolve("run").toString());
  }
}
