package bub.bus.server;

import bub.bus.activity.Activity;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;

/** Every open WebSocket connection, initialized or not. Event loop only. */
final class Connections {
  private final Set<Conversation> open = new LinkedHashSet<>();
  private final Activity activity;
  private long lastNumber;

  Connections(Activity activity) {
    this.activity = activity;
  }

  void add(Conversation conversation) {
    open.add(conversation);
  }

  void remove(Conversation conversation) {
    open.remove(conversation);
  }

  int size() {
    return open.size();
  }

  String nextId() {
    return "conn-" + ++lastNumber;
  }

  boolean isLogSaturated() {
    return activity.isSaturated();
  }

  void tick() {
    // A copy: a deadline that passes may end a connection.
    new ArrayList<>(open).forEach(Conversation::tick);
  }

  void goAway() {
    new ArrayList<>(open).forEach(Conversation::goAway);
  }
}
