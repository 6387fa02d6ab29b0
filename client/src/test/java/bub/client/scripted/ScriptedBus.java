package bub.client.scripted;

import bub.client.transport.Connector;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.Answer;
import bub.jsonrpc.Handler;
import bub.jsonrpc.InMemoryLink;
import bub.jsonrpc.Link;
import bub.jsonrpc.Peer;
import bub.jsonrpc.RpcError;
import bub.protocol.Ack;
import bub.protocol.ClientInfo;
import bub.protocol.CloseCodes;
import bub.protocol.Envelope;
import bub.protocol.Initialize;
import bub.protocol.Methods;
import bub.protocol.SendResult;
import bub.protocol.Subscription;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The other side of a client: records every call, and answers as scripted. */
public final class ScriptedBus {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** Answers one {@code sendMessage}, or leaves it unanswered. */
  @FunctionalInterface
  public interface SendScript {
    void answer(Envelope envelope, Answer answer) throws Exception;
  }

  private final List<String> heard = new CopyOnWriteArrayList<>();
  private final List<Peer> peers = new CopyOnWriteArrayList<>();
  private final Map<String, Handler.Deferred> scripts = new ConcurrentHashMap<>();
  private volatile boolean reachable = true;

  public ScriptedBus() {
    onCall(Methods.INITIALIZE, (_, _, answer) -> answer.result(welcome()));
    onCall(Methods.SUBSCRIBE, (_, _, answer) -> answer.result(Subscription.SUCCESS));
    onCall(Methods.UNSUBSCRIBE, (_, _, answer) -> answer.result(Subscription.SUCCESS));
    onCall(Methods.WATCH_ACTIVITY, (_, _, answer) -> answer.result(Subscription.SUCCESS));
    onSend((envelope, answer) -> answer.result(receipt(envelope, Ack.ok("done"))));
  }

  private static JsonValue welcome() {
    return new Initialize.Result("bus-1", new ClientInfo("bus", "1"), true, true, List.of());
  }

  public static SendResult receipt(Envelope envelope, Ack... acks) {
    return new SendResult(true, envelope.messageId(), List.of(acks));
  }

  // ---- told by the test

  public ScriptedBus onCall(String method, Handler.Deferred script) {
    scripts.put(method, script);
    return this;
  }

  public ScriptedBus onSend(SendScript script) {
    return onCall(
        Methods.SEND_MESSAGE, (_, params, answer) -> script.answer(Envelope.read(params), answer));
  }

  public ScriptedBus refuse(String method, RpcError error) {
    return onCall(method, (_, _, answer) -> answer.error(error));
  }

  public ScriptedBus neverAnswer(String method) {
    return onCall(method, (_, _, _) -> {});
  }

  /** Whether a connector in memory finds it. */
  public void beReachable(boolean whether) {
    reachable = whether;
  }

  public void hangUp() {
    peers.forEach(peer -> peer.close(CloseCodes.GOING_AWAY, "the bus goes away"));
  }

  public Ack deliver(Envelope envelope) throws Exception {
    return Ack.read(newest().call(Methods.PROCESS_MESSAGE, envelope, TIMEOUT));
  }

  public Peer newest() {
    return peers.getLast();
  }

  // ---- seen by the test

  /** Every call so far, such as {@code subscribe agent:*}. */
  public List<String> heard() {
    return List.copyOf(heard);
  }

  public List<String> heard(String method) {
    return heard.stream().filter(call -> call.startsWith(method + " ")).toList();
  }

  public int connections() {
    return peers.size();
  }

  // ---- met by the client

  public Connector inMemory() {
    return () -> {
      if (!reachable) {
        throw new IOException("the bus is down");
      }
      var pair = InMemoryLink.pair();
      attach(pair.right());
      return pair.left();
    };
  }

  public void attach(Link link) {
    var peer = Peer.over(link);
    for (String method : methods()) {
      peer.serveDeferred(
          method,
          (id, params, answer) -> {
            heard.add(method + " " + gist(method, params));
            Handler.Deferred script = scripts.get(method);
            if (script == null) {
              answer.error(RpcError.methodNotFound(method));
            } else {
              script.call(id, params, answer);
            }
          });
    }
    peer.listen(Methods.NOTIFY, params -> heard.add(Methods.NOTIFY + " " + params));
    peers.add(peer.whenClosed((_, _) -> peers.remove(peer)));
    peer.start();
  }

  private static List<String> methods() {
    var methods = new ArrayList<String>();
    methods.addAll(List.of(Methods.INITIALIZE, Methods.SUBSCRIBE, Methods.UNSUBSCRIBE));
    methods.addAll(List.of(Methods.SEND_MESSAGE, Methods.PING, Methods.GET_STATUS));
    methods.addAll(List.of(Methods.GET_RECEIPT, Methods.GET_METRICS));
    methods.addAll(List.of(Methods.QUERY_ACTIVITY, Methods.WATCH_ACTIVITY));
    return methods;
  }

  private static String gist(String method, @Nullable RawJson params) {
    return switch (method) {
      case Methods.INITIALIZE -> {
        Initialize who = Initialize.read(params);
        yield who.clientId() + (who.authToken() == null ? "" : " with " + who.authToken());
      }
      case Methods.SUBSCRIBE, Methods.UNSUBSCRIBE -> Subscription.read(params).address().text();
      case Methods.SEND_MESSAGE -> {
        Envelope envelope = Envelope.read(params);
        yield envelope.messageId() + " to " + envelope.to();
      }
      default -> String.valueOf(params);
    };
  }
}
