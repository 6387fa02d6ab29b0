package bub.bus;

import bub.json.RawJson;
import bub.protocol.ActivityRow;
import bub.protocol.ActivityRows;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;

/** A peer and a worker on their own bus, with a log that contains one message. */
final class Conversation {
  private static final String WORKER = "agent:worker-42";
  private static final String PLANNER =
      """
      {"clientId":"agent:planner","clientInfo":{"name":"p","version":"1","starters":["Plan my day"]}}\
      """;
  private static final String TIME = "2026-02-17T12:00:00Z";

  final TestBus bus = new TestBus();
  final RawPeer worker;
  private final Spoken spoken;

  Conversation(Spoken spoken) {
    this(spoken, Samples.full(answerOf(spoken)).toString());
  }

  Conversation(Spoken spoken, String workersAnswer) {
    this.spoken = spoken;
    bus.activity.answer = CompletableFuture.completedFuture(log());
    bus.hub.join(new ScriptedCluster("n1").withSilent("n3"));
    bus.connect(spoken.on(bus)).result("initialize", PLANNER);
    worker = bus.peer(spoken.on(bus), WORKER).thatAnswers(workersAnswer);
    String address =
        "{\"%s\":\"%s\"}".formatted(spoken == Spoken.ADDRESS ? "address" : "topic", WORKER);
    worker.result("subscribe", address);
  }

  /** What a worker must answer. */
  static JsonNode answerOf(Spoken spoken) {
    return spoken.description().method(delivery(spoken)).result();
  }

  static String delivery(Spoken spoken) {
    return spoken == Spoken.CLASSIC ? "sendMessage" : "processMessage";
  }

  /** The answer to a call that is made when it can succeed. */
  JsonNode call(String method, JsonNode params) {
    if (method.equals("initialize")) {
      return bus.connect(spoken.on(bus)).asks(method, params.toString()).lastAnswer();
    }
    RawPeer peer = bus.peer(spoken.on(bus), Spoken.PEER);
    if (method.equals("unsubscribe")) {
      peer.asks("subscribe", params.toString());
    }
    return peer.asks(method, params.toString()).lastAnswer();
  }

  /** Rows with all that rows can have, and one with as little as can be. */
  static ActivityRows log() {
    var payload = RawJson.EMPTY_OBJECT;
    return new ActivityRows(
        List.of(
            new ActivityRow(
                1,
                TIME,
                "send_start",
                "msg_01J9",
                "4",
                Spoken.PEER,
                WORKER,
                "start",
                payload,
                null),
            new ActivityRow(
                2, TIME, "process_start", "msg_01J9", "1", WORKER, WORKER, "start", null, null),
            new ActivityRow(
                3, TIME, "process_finish", "msg_01J9", "1", WORKER, WORKER, "error", payload, "no"),
            new ActivityRow(
                4, TIME, "send_finish", "msg_01J9", "4", Spoken.PEER, WORKER, "error", null, "no"),
            new ActivityRow(5, TIME, "log_gap", "", null, null, null, null, null, null)),
        0);
  }
}
