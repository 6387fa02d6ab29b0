package bub.gateway.mcp;

import bub.channel.http.HttpRefusal;
import bub.client.TimeSource;
import bub.gateway.caller.CallerSlots;
import bub.gateway.caller.CallerSlots.Slot;
import bub.gateway.chat.AgentTurn;
import bub.protocol.Address;
import bub.protocol.message.ChatId;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Turns that the loop guard has stopped and whose clients repeat their request with an answer. A
 * turn without an answer ends at its deadline. Safe for any thread.
 */
final class PausedTurns {
  static final int MOST = 128;
  static final int MOST_PER_CALLER = 16;

  /** A turn and the notice about it; {@code timer} ends the wait. */
  record PausedTurn(AgentTurn turn, String notice, Slot slot, Thread timer) {}

  private final TimeSource time;
  private final Duration longest;
  private final CallerSlots slots =
      new CallerSlots("agents that wait for an answer", MOST, MOST_PER_CALLER);
  private final Map<String, PausedTurn> turns = new ConcurrentHashMap<>();

  PausedTurns(TimeSource time, Duration longest) {
    this.time = time;
    this.longest = longest;
  }

  /** Keeps a turn; returns the state that the client sends back. */
  String keep(Address caller, AgentTurn turn, String notice) throws HttpRefusal {
    String state = turn.id().value();
    Slot slot = slots.take(caller);
    Thread timer = Thread.ofVirtual().name("paused-" + state).unstarted(() -> endAtDeadline(state));
    turns.put(state, new PausedTurn(turn, notice, slot, timer));
    timer.start();
    return state;
  }

  private void endAtDeadline(String state) {
    try {
      time.sleep(longest);
      PausedTurn late = turns.get(state);
      // The same turn may pause again, with another timer.
      if (late != null
          && late.timer().equals(Thread.currentThread())
          && turns.remove(state, late)) {
        late.slot().close();
        late.turn().close();
      }
    } catch (InterruptedException taken) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the turn of this chat, which its taker closes; null when it waits no more. */
  @Nullable PausedTurn take(ChatId chat, String state) {
    PausedTurn paused = turns.get(state);
    if (paused == null || !paused.turn().chat().equals(chat) || !turns.remove(state, paused)) {
      return null;
    }
    paused.slot().close();
    paused.timer().interrupt();
    return paused;
  }

  int size() {
    return slots.size();
  }

  void endAll() {
    for (Map.Entry<String, PausedTurn> entry : turns.entrySet()) {
      PausedTurn paused = take(entry.getValue().turn().chat(), entry.getKey());
      if (paused != null) {
        paused.turn().close();
      }
    }
  }
}
