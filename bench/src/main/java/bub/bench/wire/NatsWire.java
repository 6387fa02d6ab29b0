package bub.bench.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** Request and reply over NATS, as its clients do it: one inbox wildcard per sender. */
public record NatsWire(String text) implements Wire {
  private static final String SUBJECT = "bench.r";
  private static final String OK = "ok";

  @Override
  public BenchConversation receiver(int index) {
    return new Answering(SUBJECT + index);
  }

  @Override
  public RequestSender sender(int index, RequestsInFlight flight) {
    return new Asking("_INBOX.s" + index + ".", flight, text);
  }

  private abstract static class Subscribed implements BenchConversation {
    private final String subject;
    private final NatsParser parser = new NatsParser();
    private final PayloadBuffer scratch = new PayloadBuffer();
    private boolean subscribed;

    Subscribed(String subject) {
      this.subject = subject;
    }

    @Override
    public void open(FrameWriter out) {
      say("CONNECT {\"verbose\":false,\"pedantic\":false,\"protocol\":1}\r\n", out);
      say("SUB " + subject + " 1\r\n", out);
      say("PING\r\n", out);
    }

    @Override
    public boolean ready() {
      return subscribed;
    }

    @Override
    public void receive(byte[] frame, int length, FrameWriter out) {
      parser.feed(frame, length, op -> react(op, out));
    }

    private void react(NatsOp op, FrameWriter out) {
      switch (op) {
        case NatsOp.Message message -> receive(message, out);
        case NatsOp.Ping _ -> say("PONG\r\n", out);
        case NatsOp.Pong _ -> subscribed = true;
        case NatsOp.Err(String text) ->
            throw new BenchFailure("nats-server reported an error: " + text);
        case NatsOp.Info _, NatsOp.Ok _ -> {}
      }
    }

    abstract void receive(NatsOp.Message message, FrameWriter out);

    void say(String op, FrameWriter out) {
      out.frame(FrameWriter.BINARY, scratch.clear().put(op.getBytes(US_ASCII)));
    }
  }

  private static final class Answering extends Subscribed {
    Answering(String subject) {
      super(subject);
    }

    @Override
    void receive(NatsOp.Message message, FrameWriter out) {
      say("PUB " + message.replyTo() + " " + OK.length() + "\r\n" + OK + "\r\n", out);
    }
  }

  private static final class Asking extends Subscribed implements RequestSender {
    private final String inbox;
    private final RequestsInFlight flight;
    private final String tail;

    Asking(String inbox, RequestsInFlight flight, String text) {
      super(inbox + "*");
      this.inbox = inbox;
      this.flight = flight;
      this.tail = " " + text.length() + "\r\n" + text + "\r\n";
    }

    @Override
    public void request(long id, int receiver, FrameWriter out) {
      say("PUB " + SUBJECT + receiver + " " + inbox + id + tail, out);
    }

    @Override
    void receive(NatsOp.Message message, FrameWriter out) {
      if (!message.payload().equals(OK)) {
        throw new BenchFailure("nats-server returned a wrong answer");
      }
      flight.landed(Long.parseLong(message.subject().substring(inbox.length())), this, out);
    }
  }
}
