package bub.checks.kit;

import static org.assertj.core.api.Assertions.assertThat;

import bub.testkit.ChildProcess;
import bub.testkit.Product;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Programs from a page of the documentation, saved and run as a reader would do it. */
public record DocumentedPrograms(Workshop workshop, String document) {
  private static final List<String> PYTHONS = List.of("python3", "/usr/bin/python3");

  /** From this version on a program has a WebSocket without asking; two before, it may ask. */
  private static final int NODE_WITH_WEBSOCKET = 22;

  public String page() throws IOException {
    return Files.readString(Product.root().resolve(document));
  }

  /** Runs a file of the page in a directory of its own, with the bus on this port. */
  public ChildProcess start(int port, List<String> program, String file, String... arguments)
      throws IOException {
    Path home = Files.createTempDirectory(workshop.directory(), "home");
    Files.writeString(
        home.resolve(file), text(file).replace("ws://127.0.0.1:7892", "ws://127.0.0.1:" + port));
    var command = new ArrayList<>(program);
    command.add(file);
    command.addAll(List.of(arguments));
    return workshop.keep(ChildProcess.start(new ProcessBuilder(command).directory(home.toFile())));
  }

  public String text(String file) throws IOException {
    Matcher found =
        Pattern.compile("<!-- file: " + file + " -->\n```\\w+\n(.*?)```", Pattern.DOTALL)
            .matcher(page());
    assertThat(found.find()).as(file).isTrue();
    return found.group(1);
  }

  public List<String> python() throws IOException, InterruptedException {
    for (String python : PYTHONS) {
      if (ask(python, "-c", "import websockets").awaitExit() == 0) {
        return List.of(python);
      }
    }
    throw new AssertionError(
        "no python3 has the websockets library: apt install python3-websockets");
  }

  public List<String> node() throws IOException, InterruptedException {
    ChildProcess asked = ask("node", "--version");
    asked.awaitExit();
    int version = Integer.parseInt(asked.out().text().replaceAll("^v|\\..*\\s*", ""));
    assertThat(version).as("Node").isGreaterThanOrEqualTo(NODE_WITH_WEBSOCKET - 2);
    return version < NODE_WITH_WEBSOCKET
        ? List.of("node", "--experimental-websocket")
        : List.of("node");
  }

  private ChildProcess ask(String... command) throws IOException {
    return workshop.keep(ChildProcess.start(new ProcessBuilder(command)));
  }
}
