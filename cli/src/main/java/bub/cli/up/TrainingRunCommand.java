package bub.cli.up;

import bub.agent.AgentSettings;
import bub.agent.ConversationAgent;
import bub.channel.terminal.TerminalChat;
import bub.channel.terminal.TerminalSettings;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** A run of the main features, so that the JVM can record the classes that a start needs. */
@Command(name = "practice", hidden = true)
public final class TrainingRunCommand implements Callable<Integer> {
  private static final int MESSAGES = 200;
  private static final List<String> PAGES =
      List.of("/", "/lib/lit/index.js", "/api/me", "/api/status", "/api/health", "/openapi.json");

  @Override
  public Integer call() throws Exception {
    Path directory = Files.createTempDirectory("bub-practice");
    try {
      var up = new UpCommand(Screen.standard());
      new CommandLine(up)
          .setCaseInsensitiveEnumValuesAllowed(true)
          .parseArgs("--port=0", "--console-port=0", "--run-dir=" + directory, "--spawner=local");
      try (RunningBub bub = up.start()) {
        URI url = bub.bus().ownUrl();
        exchange(url);
        browse(bub.console().url());
        chat(url, directory);
      }
    } finally {
      remove(directory);
    }
    return ExitCodes.OK;
  }

  private static void exchange(URI url) throws Exception {
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

  private static void browse(URI page) throws Exception {
    try (HttpClient browser = HttpClient.newHttpClient()) {
      for (String path : PAGES) {
        HttpRequest request = HttpRequest.newBuilder(page.resolve(path)).build();
        browser.send(request, BodyHandlers.discarding());
      }
    }
  }

  private static void chat(URI url, Path directory) throws Exception {
    var agent = new Address("agent:practice-talk");
    Path workspace = Files.createDirectory(directory.resolve("practice"));
    var person = TerminalSettings.of(directory, "practice").withTo(agent);
    var unread = new PrintWriter(Writer.nullWriter());
    try (ConversationAgent _ =
            ConversationAgent.start(AgentSettings.of(agent, workspace, url, Map.of()));
        TerminalChat chat =
            TerminalChat.open(person, name -> BusClient.of(ClientSettings.of(url, name)))) {
      chat.pipe(new BufferedReader(new StringReader("hello\n")), unread, unread);
    }
  }

  private static void remove(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
