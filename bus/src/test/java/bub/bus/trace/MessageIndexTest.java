package bub.bus.trace;

import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.route.Subscriber;
import bub.json.RawJson;
import bub.jsonrpc.Reply;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The index knows the latest messages, however many there are. */
class MessageIndexTest {
  private static final Address A = new Address("agent:a");
  private static final Address B = new Address("agent:b");
  private static final int CAPACITY = 16 * 1024;

  private final MessageIndex index = new MessageIndex();

  private long key(String id) {
    return index.keyOf(new MessageId(id));
  }

  @Test
  void knowsTheLatestOfManyMessagesInLittleMemory() {
    for (int i = 0; i < 200_000; i++) {
      index.add(key("m-" + i), A, List.of());
    }
    assertThat(index.size()).isEqualTo(CAPACITY);
    for (int i = 199_000; i < 200_000; i++) {
      assertThat(index.find(key("m-" + i))).as("m-%d", i).isNotNull();
    }
    assertThat(index.find(key("m-0"))).isNull();
  }

  @Test
  void aMessageOfAnotherSenderWithTheSameIdKeepsItsPlace() {
    index.add(key("m-1"), A, List.of());
    assertThat(index.add(key("m-1"), B, List.of())).isNull();
    assertThat(index.find(key("m-1"))).isNotNull().returns(A, IndexedMessage::from);
  }

  @Test
  void aNewMessageInTheSamePlaceInheritsNothing() {
    IndexedMessage first = Objects.requireNonNull(index.add(key("m-0"), A, List.of()));
    index.add(key("m-0"), A, List.of());
    assertThat(first.retries()).isOne();
    for (int i = 1; first.from().equals(A); i++) {
      index.add(key("m-" + i), B, List.of());
    }
    assertThat(first.retries()).isZero();
    assertThat(first.isKnownTo(A)).isFalse();
  }

  @Test
  void recipientsOfPublicationsAreBounded() {
    List<Subscriber> crowd = Collections.nCopies(10_000, new Recipient(B));
    for (int i = 0; i < 1_000; i++) {
      index.add(key("m-" + i), A, crowd);
      assertThat(index.size()).isLessThan(20);
    }
    assertThat(index.find(key("m-999"))).isNotNull().matches(message -> message.isKnownTo(B));
  }

  private static final class Recipient extends Subscriber {
    private final Address id;

    Recipient(Address id) {
      this.id = id;
    }

    @Override
    public Address clientId() {
      return id;
    }

    @Override
    public long reserveCallId() {
      return 1;
    }

    @Override
    public void deliver(Envelope envelope, long callId, Consumer<Reply> done) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void call(
        Envelope envelope,
        long callId,
        Duration timeout,
        Consumer<RawJson> progress,
        Consumer<Reply> done) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Ack readAck(RawJson answer) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean tell(Envelope envelope) {
      return false;
    }
  }
}
