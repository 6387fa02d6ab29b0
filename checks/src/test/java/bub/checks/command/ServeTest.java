package bub.checks.command;

import static java.nio.file.Files.readString;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.checks.kit.Eventually;
import bub.checks.kit.ServedBus;
import bub.checks.kit.Sqlite;
import bub.checks.kit.TypedClient;
import bub.checks.kit.Workshop;
import bub.testkit.BubProgram.Finished;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** {@code bub bus serve}: start and shutdown of a bus. */
class ServeTest {
  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void saysWhereItListensAndLeavesPidAndPortFiles() throws Exception {
    ServedBus bus = workshop.bus();

    assertThat(bus.url().toString()).matches("ws://127\\.0\\.0\\.1:[1-9][0-9]+");
    assertThat(bus.process().out().lines()).hasSize(1);
    assertThat(readString(bus.runDir().resolve("bus.pid")).strip())
        .isEqualTo(String.valueOf(bus.process().pid()));
    assertThat(readString(bus.runDir().resolve("bus.port")).strip())
        .isEqualTo(String.valueOf(bus.port()));
    assertThat(bus.log()).exists();
  }

  @Test
  void answersAHealthCheck() throws Exception {
    ServedBus bus = workshop.bus("--activity-log", "off");

    try (HttpClient http = HttpClient.newHttpClient()) {
      URI health = URI.create("http://127.0.0.1:" + bus.port() + "/healthz");
      var answer = http.send(HttpRequest.newBuilder(health).build(), BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).startsWith("ok bus-");
    }
    assertThat(bus.log()).doesNotExist();
  }

  @Test
  void refusesASecondBusInTheSameRunDirectory() throws Exception {
    ServedBus bus = workshop.bus();

    Finished second = serve("--port", "0", "--run-dir", bus.runDir().toString());

    assertThat(second.exitCode()).isEqualTo(1);
    assertThat(second.out()).isBlank();
    assertThat(second.err())
        .contains("A bus is already running (pid " + bus.process().pid())
        .contains("bub status --run-dir " + bus.runDir(), "bub down --run-dir " + bus.runDir())
        .contains("bub up --run-dir ~/bub-2 --port 0");
    assertThat(bus.process().isAlive()).isTrue();
    // The hint works when it is pasted.
    assertThat(workshop.program().run("status", "--run-dir", bus.runDir().toString()).exitCode())
        .isZero();
  }

  @Test
  void refusesAPortThatIsTakenAndSaysWhatToDo() throws Exception {
    ServedBus bus = workshop.bus();
    Path other = workshop.directory().resolve("other");

    Finished second = serve("--port", String.valueOf(bus.port()), "--run-dir", other.toString());

    assertThat(second.exitCode()).isEqualTo(1);
    assertThat(second.err())
        .contains("Port " + bus.port() + " on 127.0.0.1 is already in use.")
        .contains("bub bus serve --port 0")
        .doesNotContain("Exception");
  }

  @Test
  void saysInWordsWhatIsWrongWithItsSurroundings() throws Exception {
    Path plain = Files.writeString(workshop.directory().resolve("plain"), "not a directory");
    Finished below = serve("--port", "0", "--run-dir", plain.resolve("run").toString());
    assertThat(below.exitCode()).isEqualTo(78);
    assertThat(below.err()).contains(plain.toString()).doesNotContain("Exception", "BUB_DEBUG");

    Finished port = serve("--port", "99999");
    assertThat(port.exitCode()).isEqualTo(64);
    assertThat(port.err()).contains("'99999' is not a port from 0 to 65535");

    Finished log = workshop.program().run("bus", "log", "--file", plain.toString());
    assertThat(log.exitCode()).isEqualTo(78);
    assertThat(log.err()).contains("cannot be read").doesNotContain("BUB_DEBUG");
  }

  @Test
  void refusesToFaceANetwork() throws Exception {
    Finished open =
        serve("--host", "0.0.0.0", "--port", "0", "--run-dir", workshop.directory().toString());

    assertThat(open.exitCode()).isEqualTo(78);
    assertThat(open.err())
        .contains("Refusing to listen on 0.0.0.0")
        .contains("bub token create", "--tls-cert", "--behind-tls-proxy");
    assertThat(open.out()).isBlank();
  }

  @Test
  void letsMessagesInFlightFinishWhenItIsTerminated() throws Exception {
    ServedBus bus = workshop.bus();
    TypedClient sender = bus.connectAs("tg:1");
    TypedClient receiver = bus.connectAs("agent:1");
    sender.type(send(7));
    JsonNode delivery = receiver.next();

    bus.process().terminate();
    Eventually.holds(
        () ->
            assertThatThrownBy(
                    () -> new Socket(InetAddress.getLoopbackAddress(), bus.port()).close())
                .isInstanceOf(ConnectException.class));
    sender.type(send(8));
    JsonNode refusal = sender.next();
    assertThat(refusal.path("id").asInt()).isEqualTo(8);
    assertThat(refusal.path("error").path("code").asInt()).isEqualTo(-32013);
    receiver.type(
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"success\":true}}"
            .formatted(delivery.get("id")));

    JsonNode answer = sender.next();
    assertThat(answer.path("id").asInt()).isEqualTo(7);
    assertThat(answer.path("result").path("acks").path(0).path("success").asBoolean()).isTrue();
    assertThat(sender.closeCode()).isEqualTo(1001);
    assertThat(receiver.closeCode()).isEqualTo(1001);
    assertThat(bus.process().awaitExit()).isZero();
    assertThat(bus.runDir().resolve("bus.port")).doesNotExist();
    assertThat(Sqlite.ask(bus.log(), "select count(*) from activity_log where message_id='m7'"))
        .containsExactly("4");
  }

  private static String send(int id) {
    return """
    {"jsonrpc":"2.0","id":%d,"method":"sendMessage","params":
     {"from":"tg:1","to":"agent:1","messageId":"m%d","payload":{}}}
    """
        .formatted(id, id);
  }

  @Test
  void doesNotWaitForeverForAnswersWhenItIsTerminated() throws Exception {
    ServedBus bus = workshop.bus("--drain", "300ms");
    TypedClient sender = bus.connectAs("tg:1");
    TypedClient receiver = bus.connectAs("agent:1");
    sender.type(send(7));
    receiver.next();

    bus.process().terminate();

    assertThat(bus.process().awaitExit()).isZero();
    assertThat(receiver.closeCode()).isEqualTo(1001);
  }

  private Finished serve(String... options) throws Exception {
    String[] command = new String[options.length + 2];
    command[0] = "bus";
    command[1] = "serve";
    System.arraycopy(options, 0, command, 2, options.length);
    return workshop.program().run(command);
  }
}
