package bub.client.lobby;

import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.TokenSource;
import bub.client.scripted.ManualTime;
import bub.client.scripted.ScriptedBus;
import bub.json.InvalidJson;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.lobby.LobbyStatus;
import bub.protocol.lobby.LobbyTypes;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A lobby at the other end of an in-memory link. Records what it receives, and answers as scripted.
 */
final class ScriptedLobby {
  static final Address AGENT = new Address("agent:a");
  static final Address LOBBY = new Address("system:lobby");

  /** Answers one message to the lobby. */
  @FunctionalInterface
  interface Script {
    Ack answer(Envelope message) throws Exception;
  }

  final ScriptedBus bus = new ScriptedBus();
  final ManualTime time = new ManualTime();
  private final List<String> heard = new CopyOnWriteArrayList<>();
  private final List<String> conversations = new CopyOnWriteArrayList<>();
  private final Map<String, Script> scripts = new ConcurrentHashMap<>();

  ScriptedLobby() {
    on(LobbyTypes.REGISTER, _ -> status(LobbyStatus.REGISTERED, null));
    on(LobbyTypes.DEREGISTER, _ -> status(LobbyStatus.DEREGISTERED, null));
    bus.onSend(
        (message, answer) -> {
          if (!message.to().equals(LOBBY)) {
            answer.result(ScriptedBus.receipt(message));
            return;
          }
          String type = String.valueOf(message.type());
          RawJson said = content(message);
          RawJson conversation = said.fields().find("conversation_id");
          if (conversation != null) {
            conversations.add(conversation.asString());
            said = said.fields().without("conversation_id");
          }
          heard.add(type + " " + said.toString().replace('"', '\''));
          Script script = scripts.get(type);
          Ack ack = script == null ? Ack.failed("unknown type") : script.answer(message);
          answer.result(ScriptedBus.receipt(message, ack));
        });
  }

  static Ack status(String status, @Nullable String token) {
    return Ack.ok(status, new LobbyStatus(status, LOBBY, token));
  }

  static RawJson content(Envelope message) {
    return message.payload().fields().object("content");
  }

  // ---- told by the test

  ScriptedLobby on(String type, Script script) {
    scripts.put(type, script);
    return this;
  }

  ScriptedLobby answering(String type, Ack ack) {
    return on(type, _ -> ack);
  }

  /** Hands a call to the agent, as the lobby does once it has checked it. */
  Ack call(String id, String content) throws Exception {
    return deliver("agent:caller", id, LobbyTypes.REQUEST, content);
  }

  Ack deliver(String from, String id, String type, String content) throws Exception {
    RawJson body = json(content);
    JsonValue payload =
        out -> out.beginObject().field("type", type).field("content", body).endObject();
    return bus.deliver(new Envelope(new Address(from), AGENT, new MessageId(id), payload.toRaw()));
  }

  // ---- seen by the test

  /** Every message so far, such as {@code lobby_discover {'query':'x'}}. */
  List<String> heard() {
    return List.copyOf(heard);
  }

  /** The secret of each registration so far, by which it can be repeated. */
  List<String> conversations() {
    return List.copyOf(conversations);
  }

  /** What each registration so far offered, by name. */
  List<List<String>> registrations() {
    return heard.stream()
        .filter(message -> message.startsWith(LobbyTypes.REGISTER + " "))
        .map(message -> json(message.substring(LobbyTypes.REGISTER.length() + 1)))
        .map(content -> content.fields().require("capabilities").elements())
        .map(all -> all.stream().map(each -> each.fields().string("name")).toList())
        .toList();
  }

  // ---- met by the agent

  BusClient client(TokenSource token) {
    var settings = ClientSettings.of(URI.create("memory:bus"), AGENT).withToken(token);
    return new BusClient(settings, bus.inMemory(), time.environment(0.5));
  }

  BusClient client() {
    return client(TokenSource.none());
  }

  LobbyClient lobby(BusClient client, LobbyToken token) {
    return LobbyClient.of(client, token, time.environment(0.5));
  }

  static RawJson json(String text) {
    try {
      return RawJson.parse(text.replace('\'', '"'));
    } catch (InvalidJson wrong) {
      throw new AssertionError(wrong.getMessage() + " in " + text, wrong);
    }
  }
}
