package bub.bench.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Frames of the relay: recipient, sender, request id, text. */
public record RelayWire(String text) implements Wire {
  public static final int TO = 0;
  public static final int FROM = 4;

  private static final int ID = 8;
  private static final int TEXT = 16;
  private static final int FIRST_RECEIVER = 1_000;
  private static final byte[] OK = "ok".getBytes(US_ASCII);

  @Override
  public BenchConversation receiver(int index) {
    return new Answering(FIRST_RECEIVER + index);
  }

  @Override
  public RequestSender sender(int index, RequestsInFlight flight) {
    return new Asking(index, flight, text.getBytes(US_ASCII));
  }

  private abstract static class Named implements BenchConversation {
    final int name;
    final PayloadBuffer scratch = new PayloadBuffer();
    private boolean joined;

    Named(int name) {
      this.name = name;
    }

    /** Joins the relay with a frame to itself, which comes back. */
    @Override
    public void open(FrameWriter out) {
      send(name, 0, new byte[0], out);
    }

    @Override
    public boolean ready() {
      return joined;
    }

    @Override
    public void receive(byte[] frame, int length, FrameWriter out) {
      ByteBuffer header = ByteBuffer.wrap(frame);
      int from = header.getInt(FROM);
      if (from == name) {
        joined = true;
      } else {
        receive(from, header.getLong(ID), Arrays.copyOfRange(frame, TEXT, length), out);
      }
    }

    abstract void receive(int from, long id, byte[] said, FrameWriter out);

    void send(int to, long id, byte[] say, FrameWriter out) {
      scratch.clear().putInt(to).putInt(name).putLong(id).put(say);
      out.frame(FrameWriter.BINARY, scratch);
    }
  }

  private static final class Answering extends Named {
    Answering(int name) {
      super(name);
    }

    @Override
    void receive(int from, long id, byte[] said, FrameWriter out) {
      send(from, id, OK, out);
    }
  }

  private static final class Asking extends Named implements RequestSender {
    private final RequestsInFlight flight;
    private final byte[] text;

    Asking(int name, RequestsInFlight flight, byte[] text) {
      super(name);
      this.flight = flight;
      this.text = text;
    }

    @Override
    public void request(long id, int receiver, FrameWriter out) {
      send(FIRST_RECEIVER + receiver, id, text, out);
    }

    @Override
    void receive(int from, long id, byte[] said, FrameWriter out) {
      if (!Arrays.equals(said, OK)) {
        throw new BenchFailure("the relay returned a wrong answer");
      }
      flight.landed(id, this, out);
    }
  }
}
