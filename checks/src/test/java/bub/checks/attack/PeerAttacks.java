package bub.checks.attack;

import static bub.checks.attack.Frames.MEBIBYTE;

import java.time.Duration;
import java.util.List;

/** Attacks through the state that the bus keeps for connected peers. */
final class PeerAttacks {
  private PeerAttacks() {}

  /** The shapes that are best known. */
  static List<Attack> common() {
    return List.of(largeClientInfo(), longSubscriptions());
  }

  /** Less obvious shapes; a locked bus refuses nearly all of them to peers without grants. */
  static List<Attack> others() {
    return List.of(
        queriesWithLongFilters(),
        patternsWithoutPrefix(),
        interceptedMessages(),
        watchesWithLongFilters(),
        unreadWatches(),
        notifications());
  }

  static Attack largeClientInfo() {
    String info = ",\"clientInfo\":{\"name\":\"%s\"}".formatted(Frames.filler(MEBIBYTE - 400));
    return Attack.of(
        "300 peers have a clientInfo of 1 MiB",
        3,
        attackers ->
            attackers.start(
                300,
                (connection, number) ->
                    connection.sendText(attackers.bus().rogue("info" + number, info))));
  }

  static Attack longSubscriptions() {
    String prefix = AttackedBus.ROGUE + Frames.filler(240);
    return subscriptions("800 peers have 1,000 subscriptions of 255 characters", 800, prefix, "");
  }

  /** Each of these patterns may match any address: the bus must not try them all each time. */
  static Attack patternsWithoutPrefix() {
    return subscriptions("100 peers have 1,000 patterns that begin with *", 100, "*xxx*", "*");
  }

  private static Attack subscriptions(String name, int peers, String prefix, String suffix) {
    return Attack.of(
        name,
        2,
        attackers ->
            attackers.start(
                peers,
                (connection, number) -> {
                  connection.call(attackers.bus().rogue("sub" + number));
                  for (int i = 0; i < 1_000; i += 100) {
                    connection.call(subscriptions(prefix, suffix, number * 1_000 + i));
                  }
                }));
  }

  /** A batch of 100 subscriptions, numbered from {@code first} on. */
  private static String subscriptions(String prefix, String suffix, int first) {
    var batch = new StringBuilder("[");
    for (int i = first; i < first + 100; i++) {
      String pattern = prefix + "%08d".formatted(i) + suffix;
      batch.append(i == first ? "" : ",").append(Frames.subscription(pattern));
    }
    return batch.append(']').toString();
  }

  static Attack watchesWithLongFilters() {
    String filter = "{\"actor\":\"%s\"}".formatted(Frames.filler(MEBIBYTE - 200));
    String watch = Frames.request("1", "watchActivity", filter);
    return Attack.of(
        "300 watches have filters of 1 MiB",
        3,
        attackers ->
            attackers.start(
                300,
                (connection, number) -> {
                  connection.call(attackers.bus().rogue("watch" + number));
                  connection.call(watch);
                }));
  }

  static Attack queriesWithLongFilters() {
    String filter = "{\"actor\":\"%s\"}".formatted(Frames.filler(MEBIBYTE - 200));
    byte[] query = Frames.text(Frames.request("1", "queryActivity", filter));
    return Attack.of(
        "40 peers query the log with filters of 1 MiB",
        1,
        attackers ->
            attackers.start(
                40,
                (connection, number) -> {
                  connection.sendText(attackers.bus().rogue("query" + number));
                  Frames.flood(attackers, connection, query);
                }));
  }

  static Attack unreadWatches() {
    String payload = "{\"x\":\"" + Frames.filler(400 * 1024) + "\"}";
    byte[] message = Frames.text(Frames.message("1", "rogue:nobody", payload));
    return Attack.of(
        "200 peers watch the activity and do not read it",
        2,
        attackers -> {
          attackers.start(
              200,
              (connection, number) -> {
                connection.call(attackers.bus().rogue("watch" + number));
                connection.sendText(Frames.request("1", "watchActivity", "{}"));
              });
          attackers.start(
              1,
              (connection, _) -> {
                connection.call(attackers.bus().rogue("loud"));
                Frames.flood(attackers, connection, message);
              });
        });
  }

  /** The interceptor never answers. The payloads are empty, but the frames are not. */
  static Attack interceptedMessages() {
    byte[] message = Frames.text(Frames.padded(Frames.message("1", "rogue:halted", "{}")));
    return Attack.of(
        "1,000 messages in frames of white space wait for an interceptor",
        3,
        attackers -> {
          attackers.start(
              1,
              "/v1",
              (connection, _) -> {
                connection.call(attackers.bus().rogue("interceptor"));
                connection.call(Frames.request("1", "subscribe", "{\"topic\":\"rogue:halted\"}"));
              });
          attackers.await(Duration.ofSeconds(2));
          attackers.start(
              4,
              (connection, number) -> {
                connection.call(attackers.bus().rogue("sender" + number));
                for (int i = 0; i < 250; i++) {
                  connection.sendBytes(message);
                }
              });
        });
  }

  static Attack notifications() {
    String note =
        """
        {"jsonrpc":"2.0","method":"notify","params":{"topic":"rogue:x","payload":{"x":"%s"}}}\
        """
            .formatted(Frames.filler(1_000));
    byte[] notes = Frames.repeated(Frames.text(note), 50);
    return Attack.of(
        "20 peers flood the bus with notifications",
        1,
        attackers ->
            attackers.start(
                20,
                "/v1",
                (connection, number) -> {
                  connection.call(attackers.bus().rogue("note" + number));
                  Frames.flood(attackers, connection, notes);
                }));
  }
}
