package bub.bus.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.dialect.UnauthenticatedPeer;
import bub.bus.memory.MemoryAccount;
import bub.testkit.RawFrame;
import com.sun.management.ThreadMXBean;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/** The frame reader against an independent encoder. */
class FrameReaderTest {
  private final MemoryAccount account = UnauthenticatedPeer.local("conn-1").account();
  private static final int MIB = 1024 * 1024;

  private final Heard heard = new Heard();

  @Test
  void unmasksEveryLengthCutAnywhereUnderEveryMask() {
    var random = new Random(1);
    byte[] mask = new byte[4];
    for (int length = 0; length <= 40; length++) {
      for (int cut = 0; cut <= length; cut++) {
        random.nextBytes(mask);
        byte[] body = new byte[length];
        random.nextBytes(body);
        byte[] frame = RawFrame.of(RawFrame.BINARY, body).masked(mask).bytes();
        int headed = frame.length - length + cut;

        var reader = new FrameReader(MIB, account, heard);
        reader.read(Unpooled.wrappedBuffer(frame, 0, headed));
        reader.read(Unpooled.wrappedBuffer(frame, headed, frame.length - headed));

        assertThat(heard.take())
            .as("%d bytes, cut at %d", length, cut)
            .containsExactly("binary " + print(body));
      }
    }
  }

  @Test
  void hearsARandomConversationHoweverItIsCut() {
    long first = System.nanoTime();
    for (long seed = first; seed < first + 100; seed++) {
      var random = new Random(seed);
      var script = new Script(random);
      byte[] stream = script.stream();
      var reader = new FrameReader(MIB, account, heard);
      int at = 0;
      int largest = 1 + random.nextInt(random.nextBoolean() ? 8 : 5_000);
      while (at < stream.length) {
        int count = Math.min(stream.length - at, 1 + random.nextInt(largest));
        reader.read(Unpooled.wrappedBuffer(stream, at, count));
        at += count;
      }
      assertThat(heard.take()).as("seed %d", seed).isEqualTo(script.expected);
    }
  }

  @Test
  void aClaimCostsNothingUntilTheBytesCome() {
    byte[] claim = RawFrame.text("").claiming(MIB).bytes();
    byte[] start = RawFrame.text("start").claiming(MIB).bytes();

    assertThat(allocatedBy(1_000, claim)).as("a header only").isLessThan(1_000 * 2_048L);
    assertThat(allocatedBy(1_000, start)).as("and five bytes").isLessThan(1_000 * 24_576L);
  }

  @Test
  void growsWithTheBytesAndNeverFarPastThem() {
    byte[] part = RawFrame.text("x".repeat(100_000)).claiming(MIB).bytes();
    assertThat(allocatedBy(100, part)).isLessThan(100 * 400_000L);
  }

  private long allocatedBy(int readers, byte[] bytes) {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    var kept = new ArrayList<FrameReader>(readers);
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < readers; i++) {
      var reader = new FrameReader(MIB, account, heard);
      reader.read(Unpooled.wrappedBuffer(bytes));
      kept.add(reader);
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(kept).hasSize(readers);
    assertThat(heard.take()).isEmpty();
    return allocated;
  }

  @Test
  void saysNothingAfterAViolation() {
    var reader = new FrameReader(10, account, heard);
    for (int i = 0; i < 3; i++) {
      reader.read(Unpooled.wrappedBuffer(RawFrame.text("more than ten bytes").bytes()));
      reader.read(Unpooled.wrappedBuffer(RawFrame.text("fine").bytes()));
    }
    assertThat(heard.take()).containsExactly("violation 1009");
  }

  private static String print(byte[] bytes) {
    var sum = new CRC32();
    sum.update(bytes);
    return bytes.length + " bytes, " + sum.getValue();
  }

  /** Records the callbacks of the reader. */
  private static final class Heard implements FrameReader.Listener {
    private final List<String> said = new ArrayList<>();

    List<String> take() {
      List<String> all = List.copyOf(said);
      said.clear();
      return all;
    }

    @Override
    public void onMessage(boolean text, byte[] message) {
      said.add(text ? "text " + new String(message, UTF_8) : "binary " + print(message));
    }

    @Override
    public void onPing(byte[] body) {
      said.add("ping " + print(body));
    }

    @Override
    public void onPong() {
      said.add("pong");
    }

    @Override
    public void onClose(byte[] body) {
      said.add("close " + print(body));
    }

    @Override
    public void onViolation(int closeCode, String problem) {
      said.add("violation " + closeCode);
    }
  }

  /** A random client: messages in random fragments with control frames between them. */
  private static final class Script {
    private final List<String> expected = new ArrayList<>();
    private final ByteArrayOutputStream stream = new ByteArrayOutputStream();
    private final Random random;

    Script(Random random) {
      this.random = random;
      int messages = 1 + random.nextInt(6);
      for (int i = 0; i < messages; i++) {
        message();
      }
      byte[] farewell = {3, (byte) 0xE8, 'b', 'y', 'e'};
      write(RawFrame.of(RawFrame.CLOSE, farewell));
      expected.add("close " + print(farewell));
    }

    byte[] stream() {
      return stream.toByteArray();
    }

    private void message() {
      int[] sizes = {0, 1, 30, 125, 126, 300, 65_535, 65_536, 70_000};
      byte[] body = new byte[sizes[random.nextInt(sizes.length)]];
      random.nextBytes(body);
      int at = 0;
      int opcode = RawFrame.BINARY;
      while (random.nextInt(3) > 0) {
        int count = random.nextInt(body.length - at + 1);
        byte[] part = Arrays.copyOfRange(body, at, at + count);
        write(RawFrame.of(opcode, part).unfinished());
        at += count;
        opcode = RawFrame.CONTINUATION;
        maybeControl();
      }
      write(RawFrame.of(opcode, Arrays.copyOfRange(body, at, body.length)));
      expected.add("binary " + print(body));
      maybeControl();
    }

    private void maybeControl() {
      byte[] body = new byte[random.nextInt(126)];
      random.nextBytes(body);
      switch (random.nextInt(4)) {
        case 0 -> {
          write(RawFrame.of(RawFrame.PING, body));
          expected.add("ping " + print(body));
        }
        case 1 -> {
          write(RawFrame.pong(body));
          expected.add("pong");
        }
        default -> {}
      }
    }

    private void write(RawFrame frame) {
      byte[] mask = new byte[4];
      random.nextBytes(mask);
      stream.writeBytes(frame.masked(mask).bytes());
    }
  }
}
