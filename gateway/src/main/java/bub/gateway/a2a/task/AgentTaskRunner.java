package bub.gateway.a2a.task;

import bub.channel.http.HttpRefusal;
import bub.gateway.a2a.model.A2aMessage;
import bub.gateway.a2a.model.A2aTask;
import bub.gateway.a2a.model.A2aTaskState;
import bub.gateway.a2a.model.TaskWork.AgentWork;
import bub.gateway.chat.AgentChats;
import bub.gateway.chat.AgentTurn;
import bub.gateway.chat.ChatTarget;
import bub.gateway.chat.Question;
import bub.gateway.chat.TurnEvent;
import bub.gateway.chat.TurnListener;
import bub.json.JsonValue;
import bub.protocol.Address;
import bub.protocol.MessageId;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tasks that are conversations with agents. Safe for any thread. */
public final class AgentTaskRunner {
  private static final Logger LOG = LoggerFactory.getLogger(AgentTaskRunner.class);

  private final A2aTasks tasks;
  private final AgentChats chats;

  public AgentTaskRunner(A2aTasks tasks, AgentChats chats) {
    this.tasks = tasks;
    this.chats = chats;
  }

  /** Sends the message to the agent, on its own thread. */
  public void start(LiveTask live, ChatTarget target, Address caller, A2aMessage message) {
    Thread.ofVirtual()
        .name("a2a-" + live.task().id())
        .start(() -> ask(live, target, caller, message));
  }

  private void ask(LiveTask live, ChatTarget target, Address caller, A2aMessage message) {
    A2aTask task = live.task();
    if (task.state().isTerminal()) {
      return; // canceled in the meantime
    }
    JsonValue origin =
        out -> {
          out.beginObject().name("a2a").beginObject().field("task_id", task.id());
          out.field("context_id", task.context()).field("message", message.source());
          out.endObject().endObject();
        };
    try {
      var question = new Question(message.text(), caller.value(), null, origin.toRaw());
      var work = (AgentWork) task.work();
      AgentTurn turn = chats.ask(work.chat(), target, question, new Listener(live));
      if (!live.onStop(turn::close)) {
        turn.close(); // canceled in the meantime
        return;
      }
      tasks.update(live, now -> accepted(now, work.accepted(turn.agent(), turn.id())));
    } catch (HttpRefusal refused) {
      tasks.settle(live, A2aTaskState.FAILED, refused.text());
    } catch (IOException broken) {
      LOG.error("The task {} could not be stored: {}", task.id(), broken.getMessage());
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException bug) {
      LOG.error("The task {} failed", task.id(), bug);
      tasks.settle(live, A2aTaskState.FAILED, "Internal error. See the log of bub.");
    }
  }

  /** A quick answer may have come first. */
  private @Nullable TaskChange accepted(A2aTask task, AgentWork work) {
    return switch (task.state()) {
      case SUBMITTED ->
          TaskChange.status(task.doing(work).in(A2aTaskState.WORKING, null, tasks.now()));
      case WORKING -> new TaskChange(task.doing(work), List.of(), List.of());
      default -> null;
    };
  }

  /** Waits again for an answer after a restart, or ends the task when none can come. */
  void resume(LiveTask live) {
    var work = (AgentWork) live.task().work();
    Address agent = work.agent();
    MessageId question = work.question();
    if (live.task().state() != A2aTaskState.WORKING || agent == null || question == null) {
      tasks.settle(
          live,
          A2aTaskState.FAILED,
          "bub restarted before the agent got the message. Send it again.");
      return;
    }
    AgentTurn turn = chats.resume(work.chat(), agent, question, new Listener(live));
    live.onStop(turn::close);
  }

  /** News of an agent about its task. */
  private final class Listener implements TurnListener {
    private final LiveTask live;

    Listener(LiveTask live) {
      this.live = live;
    }

    @Override
    public void partial(String text) {
      try {
        tasks.update(
            live,
            task ->
                task.state() == A2aTaskState.SUBMITTED
                    ? TaskChange.status(task.in(A2aTaskState.WORKING, null, tasks.now()))
                    : null);
      } catch (IOException later) {
        return; // the answer itself is stored or refused
      } catch (InterruptedException stopping) {
        Thread.currentThread().interrupt();
        return;
      }
      live.show(text);
    }

    @Override
    public boolean ended(TurnEvent last) {
      try {
        tasks.update(live, task -> AgentAnswer.apply(live, task, last, tasks.now()));
        return true;
      } catch (IOException broken) {
        LOG.warn("An answer could not be stored: {}", broken.getMessage());
        return false;
      } catch (InterruptedException stopping) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }
}
