package bub.console.live;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bub.json.JsonWriter;
import bub.json.RawJson;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Handling of browsers that are slower than the bus. */
class EventRingTest {
  private static final Duration NOW = Duration.ZERO;

  private final EventRing ring = new EventRing();

  private static RawJson text(String text) {
    return RawJson.trusted(new JsonWriter().value(text).toString().getBytes(UTF_8));
  }

  private void publish(int count) {
    for (int i = 0; i < count; i++) {
      ring.publish("e", RawJson.EMPTY_OBJECT);
    }
  }

  @Test
  void readsOnFromWhereItIs() throws Exception {
    publish(3);
    assertThat(ring.read(1, NOW).events()).extracting(LiveEvent::number).containsExactly(2L, 3L);
    assertThat(ring.read(3, NOW).events()).isEmpty();
    assertThat(ring.read(3, NOW).missed()).isFalse();
  }

  @Test
  void handsOutMuchInPartsAndMissesNothing() throws Exception {
    publish(1_000);
    long at = 0;
    int seen = 0;
    while (at < 1_000) {
      EventRing.Reading reading = ring.read(at, NOW);
      assertThat(reading.missed()).isFalse();
      seen += reading.events().size();
      at = reading.last();
    }
    assertThat(seen).isEqualTo(1_000);
  }

  @Test
  void saysThatTooOldEventsAreGone() throws Exception {
    publish(5_000);
    EventRing.Reading reading = ring.read(1, NOW);
    assertThat(reading.missed()).isTrue();
    assertThat(reading.last()).isEqualTo(5_000);
  }

  @Test
  void keepsABoundedNumberOfBytes() throws Exception {
    RawJson large = text("x".repeat(1 << 20));
    for (int i = 0; i < 20; i++) {
      ring.publish("e", large);
    }
    assertThat(ring.read(0, NOW).missed()).isTrue();
    assertThat(ring.read(13, NOW).missed()).isFalse();
  }

  @Test
  void handsOutLittleAtOnceSoThatWhoDoesNotReadKeepsLittle() throws Exception {
    RawJson large = text("x".repeat(1 << 20));
    ring.publish("e", large);
    ring.publish("e", large);
    assertThat(ring.read(0, NOW).events()).hasSize(1);
    assertThat(ring.read(1, NOW).events()).extracting(LiveEvent::number).containsExactly(2L);
  }

  @Test
  @Timeout(10)
  void aStreamOnWhichNothingHappensShowsThatItIsAlive() throws Exception {
    var stream = new EventStream(ring, "life", NOW, () -> RawJson.EMPTY_OBJECT, 1);
    var out = new ByteArrayOutputStream();
    assertThat(stream.send(out, null, () -> !out.toString(UTF_8).contains(": beat\n\n"))).isTrue();
    assertThat(out.toString(UTF_8))
        .startsWith("retry: 1000\n\nid: life-0\nevent: hello\ndata: {}\n\n");
  }

  @Test
  @Timeout(10)
  void aBrowserThatDoesNotReadHoldsUpNobodyAndIsToldToReload() throws Exception {
    var stream =
        new EventStream(ring, "life", Duration.ofSeconds(1), () -> RawJson.EMPTY_OBJECT, 1);
    var blocked = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    var reloaded = new CountDownLatch(1);
    OutputStream slow =
        new OutputStream() {
          @Override
          public void write(int one) {}

          @Override
          public void write(byte[] bytes) {
            String text = new String(bytes, UTF_8);
            if (text.contains("event: e\n")) {
              blocked.countDown();
              try {
                goOn.await();
              } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
              }
            }
            if (text.contains("event: reload\n")) {
              reloaded.countDown();
            }
          }
        };
    Thread browser =
        Thread.startVirtualThread(
            () -> {
              try {
                stream.send(slow, null, () -> true);
              } catch (Exception ended) {
                throw new IllegalStateException(ended);
              }
            });
    while (blocked.getCount() > 0) {
      publish(1);
    }
    publish(10_000);
    goOn.countDown();
    reloaded.await();
    ring.close();
    browser.join();
  }
}
