package bub.bus.server;

import bub.bus.activity.ActivityLog;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;

/** Every open WebSocket connection, initialized or not. Event loop only. */
final class ConnectionRegistry {
  private final Set<WebSocketConnection> open = new LinkedHashSet<>();
  private final ActivityLog activity;
  private final TurnScheduler turns;
  private long lastNumber;
  private long logSpell = 1;
  private int logUsers;

  ConnectionRegistry(ActivityLog activity, TurnScheduler turns) {
    this.activity = activity;
    this.turns = turns;
  }

  void add(WebSocketConnection connection) {
    open.add(connection);
  }

  void remove(WebSocketConnection connection) {
    open.remove(connection);
  }

  int size() {
    return open.size();
  }

  String nextId() {
    return "conn-" + ++lastNumber;
  }

  TurnScheduler turns() {
    return turns;
  }

  boolean isLogSaturated() {
    return activity.isSaturated();
  }

  /** True when even small messages must wait for the log. */
  boolean isLogOverfull() {
    return activity.isOverfull();
  }

  /** Number of the current spell of a saturated log; changes while the log keeps up. */
  long logSpell() {
    return logSpell;
  }

  /** Counts a peer that sent something during the current spell. */
  void addLogUser() {
    logUsers++;
  }

  /** Peers that sent something during the current spell; at least one. */
  int logUsers() {
    return Math.max(1, logUsers);
  }

  void tick() {
    if (!activity.isSaturated()) {
      logSpell++;
      logUsers = 0;
    }
    // A copy: a deadline that passes may end a connection.
    new ArrayList<>(open).forEach(WebSocketConnection::tick);
  }

  void goAway() {
    new ArrayList<>(open).forEach(WebSocketConnection::goAway);
  }
}
