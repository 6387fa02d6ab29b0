package bub.jsonrpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class InMemoryLinkTest {
  private final InMemoryLink.Pair pair = InMemoryLink.pair();
  private final Wire left = new Wire(pair.left());
  private final Wire right = new Wire(pair.right());

  @Test
  void textsArriveInOrderAndInBothDirections() {
    left.open();
    right.open();

    IntStream.range(0, 100).forEach(i -> left.says("to the right " + i));
    IntStream.range(0, 100).forEach(i -> right.says("to the left " + i));

    assertThat(right.heard())
        .containsExactlyElementsOf(
            IntStream.range(0, 100).mapToObj(i -> "to the right " + i).toList());
    assertThat(left.heard())
        .containsExactlyElementsOf(
            IntStream.range(0, 100).mapToObj(i -> "to the left " + i).toList());
  }

  @Test
  void whoOpensLateHearsWhatWasSaidBefore() {
    left.says("one");
    left.says("two");
    left.hangsUp("bye");
    assertThat(right.heard()).isEmpty();

    right.open();

    assertThat(right.heard()).containsExactly("one", "two");
    assertThat(right.closings()).containsExactly("bye");
  }

  @Test
  void theSenderMayReuseItsBuffer() {
    byte[] buffer = {'-', 'a', 'b', '-'};
    pair.left().send(buffer, 1, 2);
    buffer[1] = 'x';

    assertThat(right.open().heard()).containsExactly("ab");
  }

  @Test
  void bothEndsLearnOfTheEndOnceAndLast() {
    left.open();
    right.open();
    right.says("last words");

    left.hangsUp("first");
    right.hangsUp("second");
    left.hangsUp("third");

    assertThat(left.closings()).containsExactly("first");
    assertThat(right.closings()).containsExactly("first");
    assertThat(left.heard()).containsExactly("last words");
  }

  @Test
  void nothingIsSentAfterTheEnd() {
    left.open();
    right.open();
    left.hangsUp("bye");

    assertThat(left.says("hello?")).isFalse();
    assertThat(right.says("hello?")).isFalse();
    assertThat(left.heard()).isEmpty();
    assertThat(right.heard()).isEmpty();
  }

  @Test
  void isCongestedWhileFourMegabytesWait() {
    byte[] megabyte = new byte[1 << 20];
    for (int i = 0; i < 4; i++) {
      assertThat(left.says(megabyte)).isTrue();
    }
    assertThat(pair.left().isCongested()).isFalse();
    left.says("x");
    assertThat(pair.left().isCongested()).isTrue();
    assertThat(pair.right().isCongested()).isFalse();

    right.open();

    assertThat(pair.left().isCongested()).isFalse();
  }

  @Test
  void handsOverOnTheExecutorOfTheReceivingEnd() {
    Queue<Runnable> leftThread = new ArrayDeque<>();
    Queue<Runnable> rightThread = new ArrayDeque<>();
    var queued = InMemoryLink.pair(leftThread::add, rightThread::add);
    Wire speaker = new Wire(queued.left()).open();
    Wire hearer = new Wire(queued.right()).open();
    leftThread.forEach(Runnable::run);

    speaker.says("one");
    speaker.says("two");
    assertThat(hearer.heard()).isEmpty();
    assertThat(rightThread).as("one hand-over for both").hasSize(1);
    rightThread.remove().run();

    assertThat(hearer.heard()).containsExactly("one", "two");
    assertThat(speaker.heard()).isEmpty();
  }

  @Test
  void aLongExchangeDoesNotDeepenTheStack() {
    var hops = new AtomicInteger();
    pair.left().open(new Returning(pair.left(), hops));
    pair.right().open(new Returning(pair.right(), hops));

    left.says("ball");

    assertThat(hops).hasValue(100_000);
  }

  private record Returning(Link link, AtomicInteger hops) implements Link.Receiver {
    @Override
    public void onText(byte[] text) {
      if (hops.incrementAndGet() < 100_000) {
        link.send(text, 0, text.length);
      }
    }

    @Override
    public void onClosed(int code, String reason) {}
  }

  @Test
  void keepsTheOrderOfEverySenderAmongMany() {
    right.open();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int sender = 0; sender < 4; sender++) {
        String name = sender + ":";
        threads.execute(() -> IntStream.range(0, 500).forEach(i -> left.says(name + i)));
      }
    }

    List<String> heard = right.heard();
    for (int sender = 0; sender < 4; sender++) {
      String name = sender + ":";
      assertThat(heard.stream().filter(text -> text.startsWith(name)))
          .containsExactlyElementsOf(IntStream.range(0, 500).mapToObj(i -> name + i).toList());
    }
  }

  @Test
  void theEndIsLastEvenWhileSomeoneSpeaks() throws Exception {
    try (var threads = Executors.newSingleThreadExecutor()) {
      for (int round = 0; round < 2_000; round++) {
        var ends = InMemoryLink.pair();
        Wire speaker = new Wire(ends.left());
        Wire hearer = new Wire(ends.right()).open();
        var started = new CountDownLatch(1);
        Future<?> speech = threads.submit(() -> speaks(speaker, started));
        started.await();
        hearer.hangsUp("bye");
        speech.get();

        assertThat(hearer.closings()).containsExactly("bye");
        assertThat(hearer.heard()).containsOnly("word");
      }
    }
  }

  private static void speaks(Wire speaker, CountDownLatch started) {
    while (speaker.says("word")) {
      started.countDown();
    }
  }
}
