package bub.checks.kit;

import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.protocol.Address;
import bub.testkit.BubProgram;
import bub.testkit.BubProgram.Finished;
import bub.testkit.ChildProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A bus in a separate process, and clients for it. */
public record ServedBus(Workshop workshop, ChildProcess process, URI url, Path runDir) {
  private static final String READY = "bub bus ready ";

  public static ServedBus start(Workshop workshop, Path runDir, int port, String... options)
      throws IOException, InterruptedException {
    return start(workshop, workshop.program(), runDir, port, options);
  }

  public static ServedBus start(
      Workshop workshop, BubProgram program, Path runDir, int port, String... options)
      throws IOException, InterruptedException {
    var arguments = new ArrayList<>(List.of("bus", "serve", "--port", String.valueOf(port)));
    arguments.addAll(List.of("--run-dir", runDir.toString()));
    arguments.addAll(List.of(options));
    ChildProcess process = workshop.keep(program.start(arguments.toArray(String[]::new)));
    String line = process.awaitLine(READY);
    return new ServedBus(workshop, process, URI.create(line.substring(READY.length())), runDir);
  }

  public int port() {
    return url.getPort();
  }

  public Path log() {
    return runDir.resolve("state").resolve("activity.db");
  }

  /** The command line, told where this bus is. */
  public BubProgram program() {
    return workshop.program().with("BUB_BUS_URL", url.toString());
  }

  /** Runs {@code bub bus …} against this bus, to its end. */
  public Finished bub(String... arguments) throws IOException, InterruptedException {
    return program().run(arguments);
  }

  /** {@code bub bus recv} with these arguments, once it listens. */
  public ChildProcess recv(String... arguments) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("bus", "recv"));
    command.addAll(List.of(arguments));
    ChildProcess receiver = workshop.keep(program().start(command.toArray(String[]::new)));
    receiver.awaitErrorLine("Listening on");
    return receiver;
  }

  /** A generic WebSocket client, connected and nothing more. */
  public TypedClient connect() throws InterruptedException {
    return workshop.keep(TypedClient.connect(url));
  }

  /** A generic WebSocket client that has introduced itself. */
  public TypedClient connectAs(String clientId) throws InterruptedException {
    TypedClient client = connect();
    client.ask("initialize", "{\"clientId\":\"%s\"}".formatted(clientId));
    return client;
  }

  /** Our own client, not yet connected. */
  public BusClient client(String clientId) {
    return workshop.keep(BusClient.of(ClientSettings.of(url, new Address(clientId))));
  }
}
