package bub.cli.screen;

/**
 * How a program that serves ends: a signal comes, it puts its things in order, and exits with 0.
 */
public final class ShutdownSignal {
  private static volatile boolean begun;
  private static volatile int exitCode = ExitCodes.OK;

  private ShutdownSignal() {}

  /** Does this when the process is told to end. */
  public static void before(Runnable lastDuties) {
    Runtime.getRuntime()
        .addShutdownHook(
            Thread.ofPlatform()
                .name("bub-end")
                .unstarted(
                    () -> {
                      begun = true;
                      try {
                        lastDuties.run();
                      } finally {
                        // A signal would otherwise end the process with 143: this is a success.
                        Runtime.getRuntime().halt(exitCode);
                      }
                    }));
  }

  public static boolean hasBegun() {
    return begun;
  }

  /** Ends the process, which has come to its end by itself. */
  public static void end(int code) {
    exitCode = code;
    System.exit(code);
  }

  /** Waits until the process ends; never returns. */
  public static int await() throws InterruptedException {
    Thread.currentThread().join();
    return ExitCodes.OK;
  }
}
