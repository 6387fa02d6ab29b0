package bub.cli;

import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Does a little of everything once, so that the JVM can note which classes a start needs. */
@Command(name = "practice", hidden = true)
final class PracticeCommand implements Callable<Integer> {
  private static final int MESSAGES = 200;

  @Override
  public Integer call() throws Exception {
    Path directory = Files.createTempDirectory("bub-practice");
    try {
      var serve = new ServeCommand(Screen.standard());
      new CommandLine(serve)
          .setCaseInsensitiveEnumValuesAllowed(true)
          .parseArgs("--port", "0", "--run-dir", directory.toString());
      try (RunningBus bus = RunningBus.start(serve.options())) {
        converse(URI.create(bus.url()));
      }
    } finally {
      remove(directory);
    }
    return ExitCodes.OK;
  }

  private static void converse(URI url) throws Exception {
    var worker = new Address("agent:practice");
    try (BusClient receiver = BusClient.of(ClientSettings.of(url, worker));
        BusClient sender = BusClient.of(ClientSettings.of(url, new Address("cli:practice")))) {
      receiver.serve(_ -> Ack.ok("received")).connect().subscribe("practice:*");
      sender.connect();
      for (int i = 0; i < MESSAGES; i++) {
        sender.send(worker, RawJson.EMPTY_OBJECT);
      }
      sender.status();
      sender.metrics();
    }
  }

  private static void remove(Path directory) throws Exception {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
