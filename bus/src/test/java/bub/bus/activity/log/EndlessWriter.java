package bub.bus.activity.log;

import bub.bus.activity.event.Trail;
import bub.bus.activity.event.Trail.Status;
import bub.jsonrpc.RequestId;
import bub.protocol.Ack;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A process that writes a log in small files until it is killed. */
final class EndlessWriter {
  static final long ROTATE = 1 << 20;

  private static final int MESSAGES_A_TICK = 100;
  private static final Duration TICK = Duration.ofMillis(20);

  private EndlessWriter() {}

  public static void main(String[] args) {
    String payload = "{\"text\":\"" + "x".repeat(1_000) + "\"}";
    Path folder = Path.of(args[0]).toAbsolutePath().resolveSibling("");
    var log =
        SqliteActivityLog.open(
            LogUnderTest.rotatingAt(folder, ROTATE), () -> System.nanoTime() / 1_000);
    for (long sent = 0; ; ) {
      for (int i = 0; i < MESSAGES_A_TICK; i++) {
        Trail trail =
            log.sendStarted(LogUnderTest.envelope("m-" + sent++, payload), RequestId.of(sent));
        trail.processStarted(LogUnderTest.WORKER, sent);
        trail.processFinished(LogUnderTest.WORKER, sent, Status.OK, Ack.ok("done"), null);
        trail.sendFinished(Status.OK, null);
      }
      log.tick();
      System.out.println("handed over " + sent);
      LockSupport.parkNanos(TICK.toNanos());
    }
  }
}
