package bub.bench.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RequestsInFlightTest {
  private final LoadState load = new LoadState();
  private final Recorder sent = new Recorder();
  private final RequestsInFlight flight = new RequestsInFlight(load, 3, 16);
  private final FrameWriter out =
      new FrameWriter(
          new EmbeddedChannel(new ChannelInboundHandlerAdapter()).pipeline().firstContext(),
          new SplittableRandom(1));

  @Test
  void keepsTheSameNumberInFlightWithIdsUsedOnce() {
    load.start();
    flight.takeOff(sent, out);
    assertThat(sent.ids).hasSize(RequestsInFlight.SLOTS);
    for (int i = 0; i < 1_000; i++) {
      flight.landed(sent.ids.get(i), sent, out);
    }
    assertThat(sent.ids).hasSize(RequestsInFlight.SLOTS + 1_000);
    assertThat(new HashSet<>(sent.ids)).hasSameSizeAs(sent.ids);
    assertThat(new HashSet<>(sent.receivers)).hasSize(16);
    assertThat(load.delivered()).isEqualTo(1_000);
  }

  @Test
  void refusesAnAnswerThatWasNotAskedForOrCameBefore() {
    load.start();
    flight.takeOff(sent, out);
    long first = sent.ids.getFirst();
    flight.landed(first, sent, out);
    assertThatThrownBy(() -> flight.landed(first, sent, out)).isInstanceOf(BenchFailure.class);
    assertThatThrownBy(() -> flight.landed(1, sent, out)).isInstanceOf(BenchFailure.class);
  }

  @Test
  void stopsWhenTheLastAnswerHasCome() {
    load.start();
    flight.takeOff(sent, out);
    var landed = load.stop();
    assertThat(landed).isNotDone();
    List.copyOf(sent.ids).forEach(id -> flight.landed(id, sent, out));
    assertThat(landed).isDone();
    assertThat(sent.ids).hasSize(RequestsInFlight.SLOTS);
  }

  private static final class Recorder implements RequestSender {
    final List<Long> ids = new ArrayList<>();
    final List<Integer> receivers = new ArrayList<>();

    @Override
    public void request(long id, int receiver, FrameWriter out) {
      ids.add(id);
      receivers.add(receiver);
    }

    @Override
    public void open(FrameWriter out) {}

    @Override
    public void receive(byte[] frame, int length, FrameWriter out) {}

    @Override
    public boolean ready() {
      return true;
    }
  }
}
