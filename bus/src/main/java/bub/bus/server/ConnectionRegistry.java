package bub.bus.server;

import bub.bus.activity.log.ActivityLog;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;

/** Open WebSocket connections, initialized or not. Event loop only. */
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

  /** Returns the number of the current period of saturation; it changes while the log keeps up. */
  long logSpell() {
    return logSpell;
  }

  void addLogUser() {
    logUsers++;
  }

  int logUsers() {
    return Math.max(1, logUsers);
  }

  void tick() {
    if (!activity.isSaturated()) {
      logSpell++;
      logUsers = 0;
    }
    // Iterate over a copy: an expired deadline may remove a connection.
    new ArrayList<>(open).forEach(WebSocketConnection::tick);
  }

  void goAway() {
    new ArrayList<>(open).forEach(WebSocketConnection::goAway);
  }
}
