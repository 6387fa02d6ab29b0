package bub.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.json.Fields;
import bub.json.InvalidJson;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Program that reads commands line by line and carries them out with one agent. */
public final class JavaDriver {
  private final PrintStream out;
  private final DriverCommands commands = new DriverCommands();

  private JavaDriver(PrintStream out) {
    this.out = out;
  }

  public static void main(String[] arguments)
      throws IOException, InvalidJson, InterruptedException {
    PrintStream answers = new PrintStream(System.out, false, UTF_8);
    System.setOut(System.err); // a stray print must not look like an answer
    new JavaDriver(answers).run();
    System.exit(0);
  }

  private void run() throws IOException, InvalidJson, InterruptedException {
    say(line -> line.beginObject().field("event", "ready").field("language", "java").endObject());
    var in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    ExecutorService running = Executors.newVirtualThreadPerTaskExecutor();
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Fields command = RawJson.parse(line).fields();
      running.execute(() -> carryOut(command));
    }
    running.shutdown();
    running.awaitTermination(5, TimeUnit.SECONDS);
    commands.close();
  }

  private void carryOut(Fields command) {
    RawJson id = command.require("id");
    RawJson given = command.optionalObject("params");
    Fields params = (given == null ? RawJson.EMPTY_OBJECT : given).fields();
    try {
      JsonValue result = commands.carryOut(command.string("command"), params);
      say(line -> line.beginObject().field("id", id).field("result", result).endObject());
    } catch (Exception | AssertionError failed) {
      JsonValue error = DriverErrors.of(failed);
      say(line -> line.beginObject().field("id", id).field("error", error).endObject());
    }
  }

  private synchronized void say(JsonValue line) {
    var text = new JsonWriter();
    line.writeTo(text);
    out.write(text.buffer(), 0, text.length());
    out.write('\n');
    out.flush();
  }
}
