package bub.bus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.activity.log.DisabledActivityLog;
import bub.bus.dialect.Dialects;
import bub.bus.dialect.UnauthenticatedPeer;
import bub.jsonrpc.Link;
import java.lang.management.ManagementFactory;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A message that waits for an answer holds little memory, whatever its size. */
class MemoryTest {
  private static final int MESSAGES = 200;
  private static final int SIZE = 1_000_000;

  @Test
  void aLargeMessageIsNotKeptWhileItsRecipientTakesItsTime() {
    var time = new ManualTime();
    var hub =
        new Hub(
            new Hub.Environment(
                "bus-test",
                BusLimits.standard(),
                new DisabledActivityLog(),
                Runnable::run,
                time,
                time,
                1));
    var sender = new Drain();
    var receiver = new Drain();
    Dialects.ADDRESS.converse(sender, hub, UnauthenticatedPeer.local("conn-1"));
    Dialects.ADDRESS.converse(receiver, hub, UnauthenticatedPeer.local("conn-2"));
    sender.says(
        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"clientId\":\"tg:1\"}}");
    receiver.says(
        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"clientId\":\"agent:a\"}}");
    String text = "x".repeat(SIZE);
    long before = usedHeap();

    for (int i = 1; i <= MESSAGES; i++) {
      sender.says(
          "{\"jsonrpc\":\"2.0\",\"id\":\"%d\",\"method\":\"sendMessage\",\"params\":{\"from\":\"tg:1\",\"to\":\"agent:a\",\"messageId\":\"m%d\",\"payload\":{\"text\":\"%s\"}}}"
              .formatted(i, i, text));
    }

    assertThat(hub.isQuiet()).isFalse();
    assertThat(receiver.texts).isEqualTo(MESSAGES + 1);
    assertThat(usedHeap() - before).isLessThan(MESSAGES * (long) SIZE / 10);
  }

  private static long usedHeap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** A link whose other end reads everything and sends only what a test scripts. */
  private static final class Drain implements Link {
    private @Nullable Receiver receiver;
    private int texts;

    void says(String text) {
      Objects.requireNonNull(receiver).onText(text.getBytes(UTF_8));
    }

    @Override
    public void open(Receiver receiver) {
      this.receiver = receiver;
    }

    @Override
    public boolean send(byte[] buffer, int offset, int length) {
      texts++;
      return true;
    }

    @Override
    public boolean isCongested() {
      return false;
    }

    @Override
    public void close(int code, String reason) {}
  }
}
