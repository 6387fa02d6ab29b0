package bub.testkit;

import java.io.IOException;

/** What Java cannot send itself. */
public final class Signals {
  private Signals() {}

  /** Makes a process hang: it is there, holds what it holds, and does nothing. */
  public static void stop(ChildProcess process) throws IOException, InterruptedException {
    send("STOP", process.pid());
  }

  /** Lets a process that hangs go on. */
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
