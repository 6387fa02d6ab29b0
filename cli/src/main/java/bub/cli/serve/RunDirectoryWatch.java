package bub.cli.serve;

import bub.cli.connect.RunFiles;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Restoration of a removed run directory, once per second, so that no second bus can start. */
final class RunDirectoryWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RunDirectoryWatch.class);

  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("bub-run-dir-watch").factory());
  private final RunFiles files;
  private boolean isFailing;

  private RunDirectoryWatch(RunFiles files) {
    this.files = files;
  }

  static RunDirectoryWatch start(RunFiles files) {
    var watch = new RunDirectoryWatch(files);
    watch.timer.scheduleWithFixedDelay(watch::look, 1, 1, TimeUnit.SECONDS);
    return watch;
  }

  private void look() {
    switch (files.restoreIfRemoved()) {
      case RunFiles.InPlace _ -> isFailing = false;
      case RunFiles.Restored(var runDir) -> {
        isFailing = false;
        LOG.warn("The run directory {} was removed. It has been restored with its files.", runDir);
      }
      case RunFiles.Completed(var runDir) ->
          LOG.warn("The run directory {} has its files again. Commands can find the bus.", runDir);
      case RunFiles.Failed(var reason) -> {
        if (!isFailing) {
          LOG.error(
              "THE RUN DIRECTORY IS GONE and cannot be restored: {}. The bus keeps running, but"
                  + " commands need --url to find it. bub retries every second.",
              reason);
        }
        isFailing = true;
      }
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
