package bub.testkit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * Scripted failures and recorded calls of a {@link FakeBotApi}. The download of a file is the
 * method {@code download}. Safe for any thread.
 */
public final class FakeBotApiScript {
  private final Map<String, Queue<FakeBotApiAnswer>> next = new HashMap<>();
  private final Map<Long, FakeBotApiAnswer> byChat = new HashMap<>();
  private final List<FakeBotApiCall> calls = new ArrayList<>();
  private FakeBotApiAnswer all = FakeBotApiAnswer.usual();

  FakeBotApiScript() {}

  /** Sets the next answers of a method, which win over those of a chat. */
  public synchronized FakeBotApiScript then(String method, FakeBotApiAnswer... answers) {
    next.computeIfAbsent(method, _ -> new ArrayDeque<>()).addAll(List.of(answers));
    return this;
  }

  public synchronized FakeBotApiScript inChat(long chat, FakeBotApiAnswer answer) {
    byChat.put(chat, answer);
    return this;
  }

  public synchronized FakeBotApiScript always(FakeBotApiAnswer answer) {
    all = answer;
    return this;
  }

  public synchronized List<FakeBotApiCall> calls() {
    return List.copyOf(calls);
  }

  public List<FakeBotApiCall> calls(String method) {
    return calls().stream().filter(call -> call.method().equals(method)).toList();
  }

  synchronized FakeBotApiAnswer next(FakeBotApiCall call) {
    calls.add(call);
    Queue<FakeBotApiAnswer> scripted = next.get(call.method());
    FakeBotApiAnswer answer = scripted == null ? null : scripted.poll();
    return answer != null ? answer : byChat.getOrDefault(call.chat(), all);
  }
}
