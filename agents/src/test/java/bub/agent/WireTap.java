package bub.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import bub.client.transport.Connector;
import bub.client.transport.WebSocketConnector;
import bub.json.Fields;
import bub.json.InvalidJson;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.jsonrpc.Link;
import bub.jsonrpc.RpcError;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.Methods;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.AppMessage;
import bub.protocol.trace.Step;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A tap on the connection of an agent: records what it sends, and can speak for the bus. */
final class WireTap {
  /** One message on the wire; {@code isNotice} when it expects no answer. */
  record Sent(Address to, RawJson payload, boolean isNotice) {}

  private final List<Sent> sent = new CopyOnWriteArrayList<>();
  private final Map<Address, RpcError> refusals = new ConcurrentHashMap<>();
  private final Map<String, RawJson> answers = new ConcurrentHashMap<>();
  private final AtomicInteger count = new AtomicInteger();
  private volatile Link.@Nullable Receiver receiver;

  AgentSettings on(AgentSettings settings) {
    return settings.withConnector(
        (url, timeout) -> {
          Connector real = WebSocketConnector.to(url).within(timeout);
          return () -> new TappedLink(real.connect());
        });
  }

  // ---- in place of the bus

  /** Refuses every message to this address. */
  void refuse(String to, RpcError error) {
    refusals.put(new Address(to), error);
  }

  Ack deliver(Envelope envelope) {
    String id = "tap-" + count.incrementAndGet();
    JsonWriter out = new JsonWriter().beginObject().field("jsonrpc", "2.0").field("id", id);
    out.field("method", Methods.PROCESS_MESSAGE).field("params", envelope).endObject();
    hand(out);
    await().until(() -> answers.containsKey(id));
    return Ack.read(Objects.requireNonNull(answers.get(id)));
  }

  private void hand(JsonWriter frame) {
    synchronized (this) {
      Objects.requireNonNull(receiver).onText(frame.toByteArray());
    }
  }

  // ---- seen by the test

  List<Sent> sent() {
    return List.copyOf(sent);
  }

  List<Sent> sentTo(String address) {
    return sent.stream().filter(each -> each.to().value().equals(address)).toList();
  }

  List<Step> steps() {
    return sentTo(Step.ADDRESS.value()).stream()
        .map(each -> (AgentEvent) AppMessage.read(each.payload()))
        .map(event -> Step.read(event.data()))
        .toList();
  }

  private final class TappedLink implements Link {
    private final Link real;

    TappedLink(Link real) {
      this.real = real;
    }

    @Override
    public void open(Receiver owner) {
      receiver = owner;
      real.open(
          new Receiver() {
            @Override
            public void onText(byte[] text) {
              synchronized (WireTap.this) {
                owner.onText(text);
              }
            }

            @Override
            public void onCaughtUp() {
              owner.onCaughtUp();
            }

            @Override
            public void onClosed(int code, String reason) {
              owner.onClosed(code, reason);
            }
          });
    }

    @Override
    public boolean send(byte[] buffer, int offset, int length) {
      return isTaken(frame(new String(buffer, offset, length, UTF_8)))
          || real.send(buffer, offset, length);
    }

    @Override
    public boolean isCongested() {
      return real.isCongested();
    }

    @Override
    public void close(int code, String reason) {
      real.close(code, reason);
    }
  }

  /** True for a frame that must not reach the bus. */
  private boolean isTaken(Fields frame) {
    String method = frame.optionalString("method");
    RawJson id = frame.find("id");
    if (method == null) {
      return id != null && id.isString() && isMine(id.asString(), frame);
    }
    if (!method.equals(Methods.SEND_MESSAGE) && !method.equals(Methods.NOTIFY)) {
      return false;
    }
    Fields params = frame.object("params").fields();
    var to = new Address(params.string("to"));
    sent.add(new Sent(to, params.object("payload").detached(), id == null));
    RpcError refusal = refusals.get(to);
    if (refusal == null || id == null) {
      return false;
    }
    JsonWriter out = new JsonWriter().beginObject().field("jsonrpc", "2.0").field("id", id);
    out.field("error", refusal).endObject();
    Thread.startVirtualThread(() -> hand(out));
    return true;
  }

  private boolean isMine(String id, Fields answer) {
    if (id.startsWith("tap-")) {
      answers.put(id, answer.require("result"));
      return true;
    }
    return false;
  }

  private static Fields frame(String text) {
    try {
      return RawJson.parse(text).fields();
    } catch (InvalidJson impossible) {
      throw new AssertionError(impossible);
    }
  }
}
