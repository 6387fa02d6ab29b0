package bub.cli.screen;

/** Shutdown of a server program: a signal arrives, the program cleans up and exits with 0. */
public final class ShutdownSignal {
  private static volatile boolean begun;
  private static volatile int exitCode = ExitCodes.OK;

  private ShutdownSignal() {}

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
                        // A shutdown by signal counts as success, not as exit code 143.
                        Runtime.getRuntime().halt(exitCode);
                      }
                    }));
  }

  public static boolean hasBegun() {
    return begun;
  }

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
