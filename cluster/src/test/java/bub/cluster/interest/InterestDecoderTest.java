package bub.cluster.interest;

import static org.assertj.core.api.Assertions.assertThat;

import bub.cluster.interest.InterestEntry.Kind;
import bub.cluster.interest.InterestMessage.Action;
import bub.cluster.interest.InterestMessage.Question;
import bub.cluster.interest.InterestMessage.RepairRequest;
import bub.cluster.interest.InterestMessage.Resume;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Messages of newer nodes and of nobody: the replica takes what it can and survives the rest. */
class InterestDecoderTest {
  private static final NodeId OTHER = new NodeId("other", 77);
  private static final InterestEntry WORKER =
      new InterestEntry(Kind.SUBSCRIBE, "agent:\u00e4\u4e16\ud83d\ude00");

  private final InterestEncoder encoder = new InterestEncoder(OTHER);
  private final SimulatedNetwork network =
      new SimulatedNetwork(new Random(1), InterestSettings.DEFAULTS);
  private final SimulatedNode node = network.start("a");

  private byte[] delta(long sequence) {
    ByteBuffer delta = encoder.beginDelta(4_096);
    InterestEncoder.putEntry(delta, Action.ADD, WORKER.kind(), WORKER.text());
    return encoder.delta(delta, sequence, Question.CONFIRM_NOW, 1);
  }

  private byte[] slice() {
    ByteBuffer slice = encoder.beginSlice(4_096, 1, 1, 1, 0);
    InterestEncoder.putEntry(slice, Action.ADD, WORKER.kind(), WORKER.text());
    return encoder.slice(slice, 1);
  }

  private List<byte[]> samples() {
    long self = node.id.epoch();
    return List.of(
        encoder.heartbeat(1, Question.CONFIRM_NOW, 1, 1, 5, Map.of(self, 0L, 3L, 4L)),
        delta(1),
        delta(7),
        slice(),
        encoder.repairRequest(new RepairRequest(self, 0, 0, 0, Resume.FROM_NEXT)),
        encoder.repairRequest(new RepairRequest(self, -1, 3, 9, Resume.AFTER_SENT)),
        encoder.confirmation(self, 1, 1),
        encoder.goodbye());
  }

  @Test
  void readsTextInAnyScript() {
    node.replica.received(delta(1));
    assertThat(node.view.get(OTHER)).containsExactly(WORKER);
  }

  @Test
  void readsAMessageOfAHigherMinorVersionWithUnknownBytesAtItsEnd() {
    byte[] delta = delta(1);
    byte[] newer = Arrays.copyOf(delta, delta.length + 9);
    newer[0] = (byte) (InterestEncoder.VERSION + 1);
    node.replica.received(newer);
    assertThat(node.view.get(OTHER)).containsExactly(WORKER);
  }

  @Test
  void skipsUnknownTypesAndCountsThem() {
    byte[] message = encoder.goodbye();
    message[1] = 99;
    node.replica.received(message);
    assertThat(node.figure("unknown_types")).isEqualTo(1);
    assertThat(node.view).isEmpty();
  }

  @Test
  void reportsANodeThatSpeaksOnlyOtherVersionsOnce() {
    byte[] heartbeat = encoder.heartbeat(1, Question.NONE, 0, 0, 0, Map.of());
    int range = 3 + OTHER.name().length() + 8;
    heartbeat[0] = 0x30;
    heartbeat[range] = 1;
    heartbeat[range + 1] = 3;
    node.replica.received(heartbeat);
    assertThat(node.conflicts).as("it speaks version 1 too").isEmpty();
    heartbeat[range] = 2;
    node.replica.received(heartbeat);
    assertThat(node.conflicts).containsExactly(OTHER);
    node.conflicts.clear();
    node.replica.received(heartbeat);
    assertThat(node.conflicts).isEmpty();
    byte[] delta = delta(1);
    delta[0] = 0x30;
    node.replica.received(delta);
    assertThat(node.figure("unknown_versions")).isEqualTo(4);
    assertThat(node.view).isEmpty();
  }

  @Test
  void ignoresTruncatedMessages() {
    for (byte[] sample : samples()) {
      for (int length = 0; length < sample.length; length++) {
        long before = node.figure("malformed_messages");
        node.replica.received(Arrays.copyOf(sample, length));
        assertThat(node.figure("malformed_messages")).isEqualTo(before + 1);
      }
    }
    assertThat(node.view).isEmpty();
  }

  @Test
  void survivesRandomAndDamagedMessages() {
    long seed = Long.getLong("bub.seed", System.nanoTime());
    var random = new Random(seed);
    try {
      for (int i = 0; i < 50_000; i++) {
        node.replica.received(random.nextBoolean() ? noise(random) : damaged(random));
        if (i % 100 == 0) {
          network.run(Duration.ofMillis(50));
        }
      }
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("seed " + seed, e);
    }
    assertThat(node.figure("malformed_messages")).as("seed %d", seed).isPositive();
    assertThat(node.replica.heldBytes()).as("seed %d", seed).isLessThan(10_000_000);
  }

  private static byte[] noise(Random random) {
    byte[] message = new byte[random.nextInt(200)];
    random.nextBytes(message);
    if (message.length > 2 && random.nextBoolean()) {
      message[0] = InterestEncoder.VERSION;
      message[1] = (byte) random.nextInt(8);
    }
    return message;
  }

  private byte[] damaged(Random random) {
    List<byte[]> samples = samples();
    byte[] message = samples.get(random.nextInt(samples.size())).clone();
    for (int i = random.nextInt(4); i > 0; i--) {
      message[random.nextInt(message.length)] = (byte) random.nextInt();
    }
    return message;
  }
}
