package bub.checks.kit;

import bub.testkit.BubProgram;
import bub.testkit.BubProgram.Finished;
import bub.testkit.ChildProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** All of bub, {@code bub up}, in a separate process, and the actions of its users. */
public record LiveBub(Workshop workshop, BubProgram program, ChildProcess process, Path runDir) {

  public static LiveBub start(Workshop workshop, String... options)
      throws IOException, InterruptedException {
    return start(workshop, workshop.program(), options);
  }

  public static LiveBub start(Workshop workshop, BubProgram program, String... options)
      throws IOException, InterruptedException {
    return start(workshop, program, workshop.directory().resolve("run"), options);
  }

  public static LiveBub start(Workshop workshop, BubProgram program, Path runDir, String... options)
      throws IOException, InterruptedException {
    var arguments = new ArrayList<>(List.of("up", "--port", "0", "--run-dir", runDir.toString()));
    arguments.addAll(List.of(options));
    ChildProcess process = workshop.keep(program.start(arguments.toArray(String[]::new)));
    process.awaitLine("bub is up");
    return new LiveBub(workshop, program, process, runDir);
  }

  /** Runs another command of bub to its end; it finds this bub by its run directory. */
  public Finished bub(String... arguments) throws IOException, InterruptedException {
    return program.with("BUB_RUN_DIR", runDir.toString()).run(arguments);
  }

  public Chatter chatter(String id) throws IOException {
    return Chatter.start(workshop, program, runDir, id);
  }

  public URI bus() throws IOException {
    return URI.create(Files.readString(runDir.resolve("bus.url")).strip());
  }

  public JsonNode sessionsFile() throws IOException {
    return TypedClient.tree(Files.readString(runDir.resolve("sessions.json")));
  }

  /** The sessions as they are in the file. */
  public JsonNode sessions() throws IOException {
    return sessionsFile().path("sessions");
  }

  /** The only session there is. */
  public JsonNode session() throws IOException {
    return sessions().valueStream().findFirst().orElseThrow();
  }
}
