package bub.agent;

import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.budget.BudgetAnswer;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notices about budgets for the agent's chat. For the thread of the turns. */
final class BudgetNotices {
  private static final Logger LOG = LoggerFactory.getLogger(BudgetNotices.class);
  private static final int MAX_WAITING = 100;

  private final AgentAssembly.Place place;
  private final ReplyOutbox replies;
  private final Deque<String> waiting = new ArrayDeque<>();

  BudgetNotices(AgentAssembly.Place place, ReplyOutbox replies) {
    this.place = place;
    this.replies = replies;
  }

  void add(BudgetAnswer answer) {
    for (String notice : answer.notices()) {
      LOG.warn("{}", notice);
      if (waiting.size() == MAX_WAITING) {
        waiting.removeFirst();
      }
      waiting.addLast(notice);
    }
  }

  /** An agent without a chat has only the log. */
  void tell() throws InterruptedException {
    Address chat = place.config().talkto();
    while (!waiting.isEmpty()) {
      String notice = waiting.removeFirst();
      if (chat != null) {
        put(chat, notice);
      }
    }
  }

  private void put(Address chat, String notice) throws InterruptedException {
    var id = new MessageId("budget/" + place.environment().messageIds().get());
    Address self = place.settings().clientId();
    try {
      replies.put(TurnInput.notice(self, chat, id, notice, place.environment().time().now()));
    } catch (IOException failed) {
      LOG.error("Could not store a notice about a budget for {}", chat, failed);
    }
  }
}
