package bub.checks.attack;

import static bub.checks.attack.Frames.MEBIBYTE;

import java.time.Duration;
import java.util.List;

/** Attacks through the queue of the activity log, and through the data of the lobby. */
final class StoreAttacks {
  private static final String CAPABILITY =
      """
      {"name":"c%d","description":"c","keywords":[],"input_schema":{},"output_schema":{},\
      "authorized_requester_ids":%s}\
      """;

  private StoreAttacks() {}

  /** Less obvious shapes; the best known one is {@link #paddedMessages} on a full disk. */
  static List<Attack> others() {
    return List.of(paddedMessages(), largePayloads(), openRequests(), registrations());
  }

  /** A small payload in a large frame: the log's queue must not hold the frame. */
  static Attack paddedMessages() {
    byte[] message = Frames.text(Frames.padded(Frames.message("1", "rogue:nobody", "{}")));
    return messages("8 peers send empty payloads in frames of white space", message);
  }

  static Attack largePayloads() {
    String payload = "{\"x\":\"" + Frames.filler(MEBIBYTE - 300) + "\"}";
    byte[] message = Frames.text(Frames.message("1", "rogue:nobody", payload));
    return messages("8 peers fill the log's queue with payloads of 1 MiB", message);
  }

  private static Attack messages(String name, byte[] message) {
    return Attack.of(
        name,
        1,
        attackers ->
            attackers.start(
                8,
                (connection, number) -> {
                  connection.call(attackers.bus().rogue("loud" + number));
                  Frames.flood(attackers, connection, message);
                }));
  }

  /** Few bytes of text become many objects, and the lobby keeps them when the agents have left. */
  static Attack registrations() {
    String requesters = Frames.batch(1_000, "\"a\"");
    var capabilities = new StringBuilder("[");
    for (int i = 0; i < 230; i++) {
      capabilities.append(i == 0 ? "" : ",").append(CAPABILITY.formatted(i, requesters));
    }
    capabilities.append(']');
    return Attack.of(
        "40 agents register 230 capabilities with 1,000 authorized requesters each",
        2,
        attackers ->
            attackers.startInLobby(
                40,
                (connection, number) -> {
                  connection.sendText(registration("agent" + number, capabilities.toString()));
                  connection.receiveText();
                }));
  }

  static Attack openRequests() {
    String request =
        """
        {"type":"lobby_request","content":\
        {"agent_id":"rogue:provider","capability_name":"c1","x":"%s"}}\
        """
            .formatted(Frames.filler(500 * 1024));
    return Attack.of(
        "1,000 requests of 500 KiB through the lobby are never answered",
        3,
        attackers -> {
          attackers.startInLobby(
              1,
              (connection, _) -> {
                String capabilities = "[" + CAPABILITY.formatted(1, "[]") + "]";
                connection.sendText(registration("provider", capabilities));
                connection.receiveText();
                while (!attackers.isOver()) {
                  connection.receive();
                }
              });
          attackers.await(Duration.ofSeconds(1));
          attackers.start(
              1,
              (connection, _) -> {
                connection.call(attackers.bus().rogue("asker"));
                for (int i = 0; i < 1_000; i++) {
                  String call = Frames.message(String.valueOf(i), "system:lobby", request);
                  connection.sendText(call.replace("\"m\"", "\"m" + i + "\""));
                }
              });
        });
  }

  private static String registration(String name, String capabilities) {
    return """
    {"sender_id":"rogue:%s","receiver_id":"global_lobby","message_type":"REGISTER",\
    "payload":{"capabilities":%s}}\
    """
        .formatted(name, capabilities);
  }
}
