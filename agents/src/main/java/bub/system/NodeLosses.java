package bub.system;

import bub.client.TimeSource;
import bub.json.InvalidField;
import bub.protocol.Address;
import bub.protocol.cluster.ChatLeases;
import bub.protocol.cluster.ServedChats;
import bub.protocol.cluster.ServedChats.OrphanedChat;
import bub.protocol.message.NoticeEvent;
import bub.protocol.message.SpawnResult;
import bub.system.SystemSettings.NodeLoss;
import bub.system.session.AgentSession;
import bub.system.session.ChatKey;
import bub.system.session.SessionStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Losses of nodes of a cluster. It ends the agents of this node before other nodes may start them,
 * and serves the chats of nodes that are down. Runs on one thread.
 */
final class NodeLosses implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(NodeLosses.class);
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final long UNKNOWN_LIFE = -1;
  private static final String CUT_OFF = "its node lost contact with the cluster";

  private final SystemContext context;
  private final AgentSupervisors supervisors;
  private final LongSupplier nanoTime;
  private final Set<ChatKey> fenced = new HashSet<>();
  private final Random order = new Random();
  private long life = UNKNOWN_LIFE;
  private long validUntil;
  private boolean isFencing;

  NodeLosses(SystemContext context, AgentSupervisors supervisors, LongSupplier nanoTime) {
    this.context = context;
    this.supervisors = supervisors;
    this.nanoTime = nanoTime;
  }

  @Override
  public void run() {
    try {
      while (true) {
        long asked = nanoTime.getAsLong();
        take(asked, context.node().serve());
        TimeSource.system().sleep(PAUSE);
      }
    } catch (InterruptedException closing) {
      LOG.debug("Stopped watching the node");
    }
  }

  private void take(long asked, @Nullable ServedChats served) throws InterruptedException {
    boolean isNewLife = served != null && life != UNKNOWN_LIFE && served.life() != life;
    if (served != null && served.validForMillis() > 0) {
      validUntil = asked + Duration.ofMillis(served.validForMillis()).toNanos();
    }
    boolean isExpired = life != UNKNOWN_LIFE && nanoTime.getAsLong() - validUntil >= 0;
    if (context.node().takesOver() && (isNewLife || isExpired)) {
      fence();
    }
    if (served == null || isExpired) {
      return;
    }
    life = served.life();
    isFencing = false;
    if (isNewLife && !context.node().takesOver()) {
      markAgain();
    }
    startFenced();
    adopt(served.orphans());
  }

  private void fence() {
    if (isFencing) {
      return;
    }
    isFencing = true;
    LOG.warn("This node lost its leases. Stopping its agents, because other nodes may start them");
    for (AgentSupervisor supervisor : supervisors.all()) {
      if (supervisor.session().status() != SessionStatus.STOPPED) {
        fenced.add(supervisor.session().chat());
      }
      supervisor.urge(new LifecycleEvent.Fenced(CUT_OFF)); // it may be about to start its agent
    }
  }

  /** The agents whose chats no other node took start again. */
  private void startFenced() {
    for (ChatKey chat : fenced) {
      start(chat, _ -> {});
    }
    fenced.clear();
  }

  private void markAgain() {
    for (AgentSession session : context.sessions().all()) {
      if (session.status() == SessionStatus.RUNNING) {
        context.node().started(session.chat());
      }
    }
  }

  private void adopt(List<OrphanedChat> orphans) throws InterruptedException {
    var mixed = new ArrayList<>(orphans);
    Collections.shuffle(mixed, order); // so that the nodes share the work
    for (OrphanedChat orphan : mixed) {
      ChatKey chat = ChatKey.ofFolder(orphan.chat());
      if (chat != null) {
        adopt(chat, orphan.node());
      }
    }
  }

  private void adopt(ChatKey chat, String node) throws InterruptedException {
    String running = ChatLeases.running(chat.toString());
    NodeLoss policy = context.settings().workspaces().nodeLoss();
    boolean isOurs =
        !policy.takesOver()
            || context.node().claim(ChatLeases.owner(chat.toString())) == NodeContact.Claim.HELD;
    if (!isOurs || context.node().claim(running) != NodeContact.Claim.HELD) {
      return; // another node does it
    }
    switch (policy) {
      case WAIT -> {
        tell(
            chat,
            "Your agent is on node " + node + ", which is down. It comes back with its node.");
        context.node().release(running);
      }
      case SHARED -> takeOver(chat, node);
      case ELSEWHERE -> {
        tell(
            chat,
            "Your agent was on node "
                + node
                + ", which is down. You get a new agent, without the"
                + " files and the memory of the other one.");
        takeOver(chat, node);
      }
    }
  }

  private void takeOver(ChatKey chat, String node) {
    LOG.info("Taking over the chat {} of node {}", chat, node);
    start(chat, result -> LOG.info("Took over the chat {}: {}", chat, result));
  }

  private void start(ChatKey chat, Consumer<SpawnResult> done) {
    try {
      AgentSupervisor supervisor =
          supervisors.of(chat, context.settings().channels().address(chat));
      if (!supervisors.isClosing() && context.slots().acquire(supervisor.agent())) {
        supervisor.post(
            new LifecycleEvent.Wanted(
                result -> {
                  done.accept(result);
                  if (result instanceof SpawnResult.Running) {
                    supervisor.answerChat(result);
                  }
                }));
      }
    } catch (IOException | InvalidField broken) {
      LOG.error("Could not start the agent of {}", chat, broken);
    }
  }

  private void tell(ChatKey chat, String text) {
    Address address = context.settings().channels().address(chat);
    new ChatNotifier(context.client(), () -> address, context.environment())
        .tell(new NoticeEvent(text, null).toEvent());
  }
}
