package bub.testkit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * How a {@link FakeBotApi} fails, and what it was asked. What is said for the next calls of a
 * method goes first, then what is said for a chat, then what is said for all. To get a file is a
 * method too: {@code download}. Safe for any thread.
 */
public final class FakeBotApiScript {
  private final Map<String, Queue<FakeBotApiAnswer>> next = new HashMap<>();
  private final Map<Long, FakeBotApiAnswer> byChat = new HashMap<>();
  private final List<FakeBotApiCall> calls = new ArrayList<>();
  private FakeBotApiAnswer all = FakeBotApiAnswer.usual();

  FakeBotApiScript() {}

  /** What the next calls of a method get. */
  public synchronized FakeBotApiScript then(String method, FakeBotApiAnswer... answers) {
    next.computeIfAbsent(method, _ -> new ArrayDeque<>()).addAll(List.of(answers));
    return this;
  }

  /** What every call about a chat gets from now on. */
  public synchronized FakeBotApiScript inChat(long chat, FakeBotApiAnswer answer) {
    byChat.put(chat, answer);
    return this;
  }

  /** What every call gets from now on. */
  public synchronized FakeBotApiScript always(FakeBotApiAnswer answer) {
    all = answer;
    return this;
  }

  /** Every call so far, in order. */
  public synchronized List<FakeBotApiCall> calls() {
    return List.copyOf(calls);
  }

  public List<FakeBotApiCall> calls(String method) {
    return calls().stream().filter(call -> call.method().equals(method)).toList();
  }

  /** What this call gets. */
  synchronized FakeBotApiAnswer next(FakeBotApiCall call) {
    calls.add(call);
    Queue<FakeBotApiAnswer> scripted = next.get(call.method());
    FakeBotApiAnswer answer = scripted == null ? null : scripted.poll();
    return answer != null ? answer : byChat.getOrDefault(call.chat(), all);
  }
}
