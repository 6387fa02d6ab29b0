package bub.system;

import bub.testkit.BubProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A {@link TestAgent} in a separate Java process, like the real one. */
final class AgentProgram {
  private AgentProgram() {}

  static List<String> launcher() {
    return List.of(
        BubProgram.java().toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Xmx64m",
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        System.getProperty("java.class.path"),
        AgentProgram.class.getName());
  }

  public static void main(String[] arguments) throws Exception {
    List<String> given = List.of(arguments);
    String name = TestAgent.value(given, "--client-id");
    System.out.println("started as " + name + " for " + TestAgent.value(given, "--talkto"));
    System.out.println(
        "model " + System.getenv("BUB_MODEL") + ", home is " + Path.of("").toAbsolutePath());
    try (TestAgent _ = TestAgent.join(given, new ThisProcess())) {
      new CountDownLatch(1).await();
    }
  }

  private record ThisProcess() implements TestAgent.Body {
    @Override
    public long pid() {
      return ProcessHandle.current().pid();
    }

    @Override
    public void exit(int code) {
      Runtime.getRuntime().halt(code);
    }

    @Override
    public long haveAChild() throws IOException {
      return new ProcessBuilder("sleep", "300").start().pid();
    }
  }
}
