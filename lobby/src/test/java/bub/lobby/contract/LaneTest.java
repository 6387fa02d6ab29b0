package bub.lobby.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a worker takes on, and what it refuses. */
class LaneTest {
  private final Lane lane = new Lane("lane", 1, 100);
  private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
  private final CountDownLatch released = new CountDownLatch(1);

  @AfterEach
  void close() {
    released.countDown();
    lane.close();
  }

  private Lane.Work work(String name, Runnable action) {
    return new Lane.Work() {
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

  private Lane.Work work(String name) {
    return work(name, () -> {});
  }

  private String next() throws InterruptedException {
    return events.poll(1, TimeUnit.MINUTES);
  }

  private void occupy() throws InterruptedException {
    var begun = new CountDownLatch(1);
    lane.submit(
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
    lane.submit(100, work("second"));
    released.countDown();
    assertThat(next()).isEqualTo("first done");
    assertThat(next()).isEqualTo("second done");
  }

  @Test
  void refusesWhatItHasNoPlaceFor() throws Exception {
    occupy();
    lane.submit(0, work("second"));
    lane.submit(0, work("third"));
    assertThat(next()).isEqualTo("third refused");
  }

  @Test
  void refusesMoreBytesThanMayWait() throws Exception {
    lane.submit(101, work("large"));
    assertThat(next()).isEqualTo("large refused");
    lane.submit(100, work("small"));
    assertThat(next()).isEqualTo("small done");
    lane.submit(100, work("another"));
    assertThat(next()).isEqualTo("another done");
  }

  @Test
  void refusesWhatFailsAndGoesOn() throws Exception {
    lane.submit(
        100,
        work(
            "faulty",
            () -> {
              throw new IllegalStateException("on purpose");
            }));
    assertThat(next()).isEqualTo("faulty refused");
    lane.submit(100, work("second"));
    assertThat(next()).isEqualTo("second done");
  }

  @Test
  void refusesWhatWaitsAndWhatComesWhenItCloses() throws Exception {
    occupy();
    lane.submit(100, work("second"));
    lane.close();
    lane.submit(0, work("third"));
    assertThat(List.of(next(), next(), next()))
        .containsExactlyInAnyOrder("first done", "second refused", "third refused");
  }
}
