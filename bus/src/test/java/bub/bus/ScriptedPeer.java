package bub.bus;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.bus.dialect.Dialect;
import bub.bus.dialect.Dialects;
import bub.bus.dialect.UnauthenticatedPeer;
import bub.bus.memory.MemoryAccount;
import bub.jsonrpc.Link;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A peer whose texts go straight to its session, with answers that a test scripts. */
final class ScriptedPeer implements Link {
  private final List<String> received = new ArrayList<>();
  private final MemoryAccount account;
  private @Nullable Receiver receiver;

  ScriptedPeer(Hub hub, Dialect dialect) {
    account = hub.memory().open("local", _ -> {});
    dialect.converse(this, hub, new UnauthenticatedPeer("conn-1", "local", null, null, account));
  }

  ScriptedPeer(Hub hub, String clientId) {
    this(hub, clientId, "{}");
  }

  ScriptedPeer(Hub hub, String clientId, String info) {
    this(hub, Dialects.ADDRESS);
    calls(0, "initialize", "{\"clientId\":\"" + clientId + "\",\"clientInfo\":" + info + "}");
  }

  static String message(String id, String to, String text) {
    return """
    {"jsonrpc":"2.0","id":%s,"method":"sendMessage","params":{"from":"tg:1","to":"%s",\
    "messageId":"m1","payload":{"x":"%s"}}}\
    """
        .formatted(id, to, text);
  }

  void sends(String id, String to, String text) {
    says(message(id, to, text));
  }

  void calls(int id, String method, String params) {
    says(
        "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}"
            .formatted(id, method, params));
  }

  void says(String text) {
    Objects.requireNonNull(receiver).onText(text.getBytes(UTF_8));
  }

  void answersLast(String payload) {
    answersCall(
        "{\"success\":true,\"message\":\"ok\",\"shouldRetry\":false,\"retrySeconds\":0,\"payload\":"
            + payload
            + "}");
  }

  void answersCall(String result) {
    String call = last();
    int at = call.indexOf("\"id\":") + 5;
    says(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + call.substring(at, call.indexOf(',', at))
            + ",\"result\":"
            + result
            + "}");
  }

  void leaves() {
    Objects.requireNonNull(receiver).onClosed(1000, "left");
    account.close();
  }

  String last() {
    return received.getLast();
  }

  @Override
  public void open(Receiver receiver) {
    this.receiver = receiver;
  }

  @Override
  public boolean send(byte[] buffer, int offset, int length) {
    received.add(new String(buffer, offset, length, UTF_8));
    return true;
  }

  @Override
  public boolean isCongested() {
    return false;
  }

  @Override
  public void close(int code, String reason) {}
}
