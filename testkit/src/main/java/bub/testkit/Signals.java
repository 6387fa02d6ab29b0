package bub.testkit;

import java.io.IOException;

/** Unix signals that Java cannot send itself. */
public final class Signals {
  private Signals() {}

  public static void stop(ChildProcess process) throws IOException, InterruptedException {
    send("STOP", process.pid());
  }

  public static void resume(ChildProcess process) throws IOException, InterruptedException {
    send("CONT", process.pid());
  }

  public static void kill(long pid) throws IOException, InterruptedException {
    send("KILL", pid);
  }

  private static void send(String signal, long pid) throws IOException, InterruptedException {
    String command = "kill -" + signal + " " + pid;
    int code = new ProcessBuilder("sh", "-c", command).inheritIO().start().waitFor();
    if (code != 0) {
      throw new IOException("no " + signal + " for " + pid);
    }
  }
}
