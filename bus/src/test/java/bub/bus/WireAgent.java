package bub.bus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bub.jsonrpc.InMemoryLink;
import bub.jsonrpc.Link;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** An agent that sends hand-written lobby messages, and records what it receives, in order. */
final class WireAgent implements Link.Receiver {
  private final InMemoryLink link;
  private final LobbyBus bus;
  private final Deque<JsonNode> heard = new ArrayDeque<>();
  private int closeCode;
  private String id = "";
  private String token = "";

  WireAgent(InMemoryLink link, LobbyBus bus) {
    this.link = link;
    this.bus = bus;
    link.open(this);
  }

  @Override
  public void onText(byte[] text) {
    heard.add(RawPeer.json(new String(text, UTF_8)));
  }

  @Override
  public void onClosed(int code, String reason) {
    closeCode = code;
  }

  WireAgent says(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    link.send(bytes, 0, bytes.length);
    return this;
  }

  /** What it is sent next. */
  JsonNode hears() {
    bus.until(() -> !heard.isEmpty());
    return heard.remove();
  }

  boolean heardNothing() {
    return heard.isEmpty();
  }

  int closeCode() {
    bus.until(() -> closeCode != 0);
    return closeCode;
  }

  void hangsUp() {
    link.close(1000, "bye");
  }

  String token() {
    return token;
  }

  /** Registers, and remembers its token. */
  WireAgent registers(String agentId, String... capabilities) {
    id = agentId;
    sends(
        "REGISTER", "global_lobby", "{\"capabilities\":[" + String.join(",", capabilities) + "]}");
    JsonNode ack = hears();
    if (!ack.get("message_type").asString().equals("REGISTER_ACK")) {
      throw new AssertionError("refused: " + ack);
    }
    token = ack.get("payload").get("auth_token").asString();
    return this;
  }

  /** Comes back as one who has a token already. */
  WireAgent is(String agentId, String itsToken) {
    id = agentId;
    token = itsToken;
    return this;
  }

  WireAgent sends(String type, String receiver, String payload) {
    return sends(type, receiver, payload, "null");
  }

  WireAgent sends(String type, String receiver, String payload, String conversation) {
    String quoted = conversation.equals("null") ? "null" : "\"" + conversation + "\"";
    String proof = token.isEmpty() ? "null" : "\"" + token + "\"";
    return says(
        """
        {"sender_id":"%s","receiver_id":"%s","message_type":"%s","payload":%s,\
        "conversation_id":%s,"auth_token":%s}\
        """
            .formatted(id, receiver, type, payload, quoted, proof));
  }

  WireAgent requests(String receiver, String payload, String conversation) {
    return sends("REQUEST", receiver, payload, conversation);
  }

  WireAgent responds(String receiver, String payload, String conversation) {
    return sends("RESPONSE", receiver, payload, conversation);
  }

  /** The text of the error that it is sent next. */
  String hearsError() {
    JsonNode message = hears();
    assertThat(message.get("message_type").asString()).isEqualTo("ERROR");
    return message.at("/payload/error").asString();
  }

  /** The code of the failed response that it is sent next. */
  String hearsErrorCode() {
    JsonNode message = hears();
    assertThat(message.get("message_type").asString()).isEqualTo("RESPONSE");
    assertThat(message.at("/payload/status").asString()).isEqualTo("error");
    return message.at("/payload/error_code").asString();
  }

  /** The ids of the agents that a discovery finds. */
  List<String> finds(String payload) {
    sends("DISCOVER_SERVICES", "global_lobby", payload);
    return hears()
        .at("/payload/services_found")
        .valueStream()
        .map(service -> service.get("agent_id").asString())
        .toList();
  }
}
