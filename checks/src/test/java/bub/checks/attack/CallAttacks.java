package bub.checks.attack;

import static bub.checks.attack.Frames.MEBIBYTE;

import java.util.List;

/** Attacks by peers that never answer calls, or never read the answers. */
final class CallAttacks {
  private static final String DISCOVER = Frames.request("1", "rpc.discover", "{}");

  private CallAttacks() {}

  /** The shapes that are best known. */
  static List<Attack> common() {
    return List.of(incompleteBatches(), longIds(), incompleteFanOuts(), unreadBatches());
  }

  /** Less obvious shapes. */
  static List<Attack> others() {
    return List.of(paddedAcks(), unknownMethods(), manyPendingCalls());
  }

  /** Attacks that leave the bus so little memory that it closes many connections. */
  static List<Attack> greedy() {
    return List.of(unreadDeliveries(), replacedPeers());
  }

  static Attack incompleteBatches() {
    String open = Frames.message("\"open\"", "rogue:batch", "{}");
    byte[] batch = Frames.text(Frames.batch(99, DISCOVER).replace("]", "," + open + "]"));
    return Attack.of(
        "150 batches of 99 rpc.discover and one message that is never answered",
        2,
        attackers ->
            attackers.start(
                1,
                (connection, _) -> {
                  connection.sendText(attackers.bus().rogue("batch"));
                  for (int i = 0; i < 150; i++) {
                    connection.sendBytes(batch);
                  }
                }));
  }

  static Attack longIds() {
    String id = "\"" + Frames.filler(MEBIBYTE - 200) + "\"";
    byte[] call = Frames.text(Frames.message(id, "rogue:self", "{}"));
    return Attack.of(
        "300 calls with ids of 1 MiB are never answered",
        2,
        attackers ->
            attackers.start(
                1,
                (connection, _) -> {
                  connection.call(attackers.bus().rogue("self"));
                  for (int i = 0; i < 300; i++) {
                    connection.sendBytes(call);
                  }
                }));
  }

  static Attack incompleteFanOuts() {
    String payload = "{\"x\":\"" + Frames.filler(MEBIBYTE - 300) + "\"}";
    return fanOut("300 acks of 1 MiB wait for another recipient", payload, "");
  }

  /** A small payload in a large frame: the bus must not hold the frame. */
  static Attack paddedAcks() {
    String padding = " ".repeat(MEBIBYTE - 300);
    return fanOut("300 acks in frames of white space wait for another recipient", "{}", padding);
  }

  /** Each message has two recipients: one acks at once, the other never. */
  private static Attack fanOut(String name, String payload, String padding) {
    return Attack.of(
        name,
        1,
        attackers -> {
          attackers.start(
              1,
              (connection, _) -> {
                connection.sendText(attackers.bus().rogue("silent"));
                connection.sendText(Frames.subscription("rogue:both"));
              });
          attackers.start(
              1,
              (connection, _) -> {
                connection.call(attackers.bus().rogue("talkative"));
                connection.call(Frames.subscription("rogue:both"));
                while (!attackers.isOver()) {
                  String id = Frames.idOf(connection.receiveText());
                  connection.sendText(Frames.ack(id, payload) + padding);
                }
              });
          attackers.start(
              1,
              (connection, _) -> {
                connection.call(attackers.bus().rogue("caller"));
                for (int i = 0; i < 300; i++) {
                  connection.sendText(Frames.message("1", "rogue:both", "{}"));
                }
              });
        });
  }

  /** Nothing is large here but the number of messages. */
  static Attack manyPendingCalls() {
    return Attack.of(
        "400 peers leave 1,000 small messages each unanswered",
        2,
        attackers ->
            attackers.start(
                400,
                (connection, number) -> {
                  connection.call(attackers.bus().rogue("pending" + number));
                  String call = Frames.message("1", "rogue:pending" + number, "{}");
                  byte[] calls = Frames.repeated(Frames.text(call), 100);
                  for (int i = 0; i < 10; i++) {
                    connection.sendBytes(calls);
                  }
                }));
  }

  /** An open bus tells everybody its status; a locked one still describes itself. */
  static Attack unreadBatches() {
    return Attack.of(
        "100 peers do not read the answers to batches of 100 calls",
        2,
        attackers -> {
          boolean isOpen = attackers.bus().access() == Access.OPEN;
          String call = isOpen ? Frames.request("1", "getStatus", "{}") : DISCOVER;
          byte[] batch = Frames.text(Frames.batch(100, call));
          attackers.start(
              100,
              (connection, number) -> {
                connection.sendText(attackers.bus().rogue("unread" + number));
                Frames.flood(attackers, connection, batch);
              });
        });
  }

  static Attack unreadDeliveries() {
    String payload = "{\"x\":\"" + Frames.filler(60 * 1024) + "\"}";
    return Attack.of(
        "1,500 peers send themselves messages that they do not read",
        3,
        attackers ->
            attackers.start(
                1_500,
                (connection, number) -> {
                  connection.sendText(attackers.bus().rogue("deaf" + number));
                  byte[] message = Frames.text(Frames.message("1", "rogue:deaf" + number, payload));
                  for (int i = 0; i < 20; i++) {
                    connection.sendBytes(message);
                  }
                }));
  }

  /** Unread answers stay in memory until the connection that was replaced has closed. */
  static Attack replacedPeers() {
    byte[] batches = Frames.repeated(Frames.text(Frames.batch(100, DISCOVER)), 3);
    return Attack.of(
        "200 peers do not read 6 MiB of answers and are replaced under their clientId",
        2,
        attackers ->
            attackers.start(
                200,
                (connection, number) -> {
                  connection.sendText(attackers.bus().rogue("again" + number % 10));
                  connection.sendBytes(batches);
                }));
  }

  static Attack unknownMethods() {
    byte[] call = Frames.text(Frames.request("1", Frames.filler(MEBIBYTE - 100), "{}"));
    return Attack.of(
        "40 peers call methods with names of 1 MiB and do not read the errors",
        1,
        attackers ->
            attackers.start(
                40,
                (connection, number) -> {
                  connection.sendText(attackers.bus().rogue("unknown" + number));
                  Frames.flood(attackers, connection, call);
                }));
  }
}
