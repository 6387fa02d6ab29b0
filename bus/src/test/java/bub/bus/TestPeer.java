package bub.bus;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.Answer;
import bub.jsonrpc.Codec;
import bub.jsonrpc.InMemoryLink;
import bub.jsonrpc.Peer;
import bub.jsonrpc.Reply;
import bub.jsonrpc.RpcError;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.ClientInfo;
import bub.protocol.Envelope;
import bub.protocol.Initialize;
import bub.protocol.MessageId;
import bub.protocol.Methods;
import bub.protocol.Pattern;
import bub.protocol.SendResult;
import bub.protocol.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The other end of a connection to a {@link TestBus}, which follows or breaks the protocol on
 * demand.
 */
final class TestPeer {
  final List<Envelope> received = new ArrayList<>();
  private final InMemoryLink link;
  private final Peer rpc;
  private final List<Answer> unanswered = new ArrayList<>();
  private @Nullable JsonValue answer = Ack.ok("ok");
  private Consumer<Envelope> reaction = _ -> {};
  private @Nullable String closed;
  private int sent;
  private Address self = new Address("nobody");

  TestPeer(InMemoryLink link) {
    this.link = link;
    rpc =
        new Peer(link, Codec.standard(), Runnable::run, () -> 0, 10_000)
            .serveDeferred(Methods.PROCESS_MESSAGE, (_, params, answer) -> take(params, answer))
            .whenClosed((_, reason) -> closed = reason)
            .start();
  }

  private void take(@Nullable RawJson params, Answer owed) {
    Envelope envelope = Envelope.read(params);
    received.add(envelope);
    reaction.accept(envelope);
    if (answer == null) {
      unanswered.add(owed);
    } else {
      owed.result(answer);
    }
  }

  // ---- what it is like

  TestPeer thatAnswers(JsonValue answer) {
    this.answer = answer;
    return this;
  }

  TestPeer thatNeverAnswers() {
    this.answer = null;
    return this;
  }

  TestPeer thatFirst(Consumer<Envelope> reaction) {
    this.reaction = reaction;
    return this;
  }

  void answersAtLast(JsonValue late) {
    List.copyOf(unanswered).forEach(owed -> owed.result(late));
    unanswered.clear();
  }

  void failsAtLast(RpcError error) {
    List.copyOf(unanswered).forEach(owed -> owed.error(error));
    unanswered.clear();
  }

  // ---- what it does

  Reply initialize(String clientId) {
    self = new Address(clientId);
    return asks(Methods.INITIALIZE, new Initialize(self, new ClientInfo("test", "1"), null));
  }

  TestPeer subscribes(String pattern) {
    asks(Methods.SUBSCRIBE, new Subscription(Pattern.of(pattern)));
    return this;
  }

  Reply unsubscribes(String pattern) {
    return asks(Methods.UNSUBSCRIBE, new Subscription(Pattern.of(pattern)));
  }

  /** Sends, and returns where the result will be as soon as the bus has it. */
  Pending sends(String text, String to) {
    return sends(self.value(), to, "agent_message", text);
  }

  Pending sends(String from, String to, String type, String text) {
    JsonValue payload =
        out -> {
          out.beginObject().field("type", type).name("content").beginObject();
          out.field("text", text).endObject().endObject();
        };
    var envelope =
        new Envelope(
            new Address(from), new Address(to), new MessageId("m" + ++sent), payload.toRaw());
    var pending = new Pending();
    rpc.request(rpc.reserveId(), Methods.SEND_MESSAGE, envelope, Duration.ofHours(1), pending::set);
    return pending;
  }

  /** Sends a payload as it is, under an id of the test's choice. */
  Pending sends(String to, String id, RawJson payload) {
    var envelope = new Envelope(self, new Address(to), new MessageId(id), payload);
    var pending = new Pending();
    rpc.request(rpc.reserveId(), Methods.SEND_MESSAGE, envelope, Duration.ofHours(1), pending::set);
    return pending;
  }

  Reply asks(String method, @Nullable JsonValue params) {
    var pending = new Pending();
    rpc.request(rpc.reserveId(), method, params, Duration.ofHours(1), pending::set);
    return pending.reply();
  }

  void says(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    link.send(bytes, 0, bytes.length);
  }

  void hangsUp() {
    link.close(1000, "bye");
  }

  @Nullable String closed() {
    return closed;
  }

  /** A call that may not have ended yet. */
  static final class Pending {
    private @Nullable Reply reply;

    void set(Reply reply) {
      if (this.reply != null) {
        throw new AssertionError("answered twice");
      }
      this.reply = reply;
    }

    boolean isOpen() {
      return reply == null;
    }

    Reply reply() {
      if (reply == null) {
        throw new AssertionError("no answer yet");
      }
      return reply;
    }

    List<Ack> acks() {
      return SendResult.read(((Reply.Answered) reply()).result()).acks();
    }

    RpcError error() {
      return ((Reply.Rejected) reply()).error();
    }
  }
}
