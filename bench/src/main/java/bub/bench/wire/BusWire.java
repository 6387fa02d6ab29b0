package bub.bench.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.jspecify.annotations.Nullable;

/**
 * Address dialect of the bus: JSON-RPC 2.0 in text frames.
 *
 * @param hasCauses true when each message names the sender's message before it as its cause
 */
public record BusWire(String text, boolean hasCauses) implements Wire {
  public BusWire(String text) {
    this(text, false);
  }

  @Override
  public BenchConversation receiver(int index) {
    return new Answering("agent:r" + index);
  }

  @Override
  public RequestSender sender(int index, RequestsInFlight flight) {
    return new Asking(index, flight, text, hasCauses);
  }

  private static final class Answering extends BusPeer {
    private static final byte[] HEAD = "{\"jsonrpc\":\"2.0\",\"id\":".getBytes(US_ASCII);
    private static final byte[] TAIL =
        ",\"result\":{\"success\":true,\"message\":\"ok\",\"shouldRetry\":false,\"retrySeconds\":0,\"payload\":{}}}"
            .getBytes(US_ASCII);

    Answering(String clientId) {
      super(clientId);
    }

    @Override
    void receive(BusFrame frame, FrameWriter out) {
      if (!frame.isRequest() || frame.isError()) {
        throw new BenchFailure(
            "the bus sent a frame that is not a request to a receiver: " + frame);
      }
      frame.copyId(scratch.clear().put(HEAD));
      out.frame(FrameWriter.TEXT, scratch.put(TAIL));
    }
  }

  private static final class Asking extends BusPeer implements RequestSender {
    private static final byte[] HEAD = "{\"jsonrpc\":\"2.0\",\"id\":".getBytes(US_ASCII);

    private final RequestsInFlight flight;
    private final byte[] from;
    private final byte[] messageId;
    private final byte[] payload;
    private final byte[] end;
    private final byte @Nullable [] cause;
    private long before;

    Asking(int index, RequestsInFlight flight, String text, boolean hasCauses) {
      super("agent:s" + index);
      this.flight = flight;
      this.from =
          (",\"method\":\"sendMessage\",\"params\":{\"from\":\"agent:s"
                  + index
                  + "\",\"to\":\"agent:r")
              .getBytes(US_ASCII);
      this.messageId = ("\",\"messageId\":\"msg_s" + index + "_").getBytes(US_ASCII);
      this.payload =
          ("\",\"payload\":{\"type\":\"agent_message\",\"content\":{\"text\":\"" + text + "\"}")
              .getBytes(US_ASCII);
      this.cause = hasCauses ? (",\"cause\":\"msg_s" + index + "_").getBytes(US_ASCII) : null;
      this.end = (hasCauses ? "\"}}}" : "}}}").getBytes(US_ASCII);
    }

    @Override
    public void request(long id, int receiver, FrameWriter out) {
      scratch.clear().put(HEAD).putDecimal(id).put(from).putDecimal(receiver);
      scratch.put(messageId).putDecimal(id).put(payload);
      if (cause != null) {
        scratch.put(cause).putDecimal(before);
        before = id;
      }
      scratch.put(end);
      out.frame(FrameWriter.TEXT, scratch);
    }

    @Override
    void receive(BusFrame frame, FrameWriter out) {
      if (!frame.isDelivered()) {
        throw new BenchFailure("a message was not delivered: " + frame);
      }
      flight.landed(frame.id(), this, out);
    }
  }
}
