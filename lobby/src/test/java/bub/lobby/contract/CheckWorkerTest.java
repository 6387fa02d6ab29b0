package bub.lobby.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Work that a worker accepts and refuses. */
class CheckWorkerTest {
  private final CheckWorker worker = new CheckWorker("lane", 1, 100);
  private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
  private final CountDownLatch released = new CountDownLatch(1);

  @AfterEach
  void close() {
    released.countDown();
    worker.close();
  }

  private CheckWorker.Work work(String name, Runnable action) {
    return new CheckWorker.Work() {
      @Override
      public void run() {
        action.run();
        events.add(name + " done");
      }

      @Override
      public void refuse() {
        events.add(name + " refused");
      }
    };
  }

  private CheckWorker.Work work(String name) {
    return work(name, () -> {});
  }

  private String next() throws InterruptedException {
    return events.poll(1, TimeUnit.MINUTES);
  }

  private void occupy() throws InterruptedException {
    var begun = new CountDownLatch(1);
    worker.submit(
        0,
        work(
            "first",
            () -> {
              begun.countDown();
              try {
                released.await();
              } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
              }
            }));
    begun.await();
  }

  @Test
  void doesOneThingAfterTheOther() throws Exception {
    occupy();
    worker.submit(100, work("second"));
    released.countDown();
    assertThat(next()).isEqualTo("first done");
    assertThat(next()).isEqualTo("second done");
  }

  @Test
  void refusesWhatItHasNoPlaceFor() throws Exception {
    occupy();
    worker.submit(0, work("second"));
    worker.submit(0, work("third"));
    assertThat(next()).isEqualTo("third refused");
  }

  @Test
  void refusesMoreBytesThanMayWait() throws Exception {
    worker.submit(101, work("large"));
    assertThat(next()).isEqualTo("large refused");
    worker.submit(100, work("small"));
    assertThat(next()).isEqualTo("small done");
    worker.submit(100, work("another"));
    assertThat(next()).isEqualTo("another done");
  }

  @Test
  void refusesWhatFailsAndGoesOn() throws Exception {
    worker.submit(
        100,
        work(
            "faulty",
            () -> {
              throw new IllegalStateException("on purpose");
            }));
    assertThat(next()).isEqualTo("faulty refused");
    worker.submit(100, work("second"));
    assertThat(next()).isEqualTo("second done");
  }

  @Test
  void refusesWhatWaitsAndWhatComesWhenItCloses() throws Exception {
    occupy();
    worker.submit(100, work("second"));
    worker.close();
    worker.submit(0, work("third"));
    assertThat(List.of(next(), next(), next()))
        .containsExactlyInAnyOrder("first done", "second refused", "third refused");
  }
}
