package bub.system;

import bub.protocol.Address;
import bub.system.session.AgentId;
import bub.system.session.AgentSession;
import bub.system.session.ChatKey;
import bub.system.session.SessionStatus;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** All supervisors, one per chat. Safe for any thread. */
final class AgentSupervisors {
  private final SystemContext context;
  private final Map<ChatKey, AgentSupervisor> byChat = new HashMap<>();
  private final Map<Address, AgentSupervisor> byAgent = new HashMap<>();
  private volatile boolean isClosing;

  AgentSupervisors(SystemContext context) {
    this.context = context;
  }

  synchronized AgentSupervisor of(ChatKey chat, Address talkto) throws IOException {
    AgentSupervisor known = byChat.get(chat);
    return known != null ? known : add(session(chat, talkto));
  }

  synchronized @Nullable AgentSupervisor find(Address agent) {
    return byAgent.get(agent);
  }

  synchronized List<AgentSupervisor> all() {
    return List.copyOf(byChat.values());
  }

  private AgentSupervisor add(AgentSession session) {
    var supervisor = new AgentSupervisor(context, session);
    byChat.put(session.chat(), supervisor);
    byAgent.put(session.clientId(), supervisor);
    supervisor.start();
    return supervisor;
  }

  private AgentSession session(ChatKey chat, Address talkto) throws IOException {
    AgentSession known = context.sessions().of(chat);
    if (known != null) {
      return known;
    }
    Address agent = context.workspaces().agentOf(chat);
    while (agent == null || byAgent.containsKey(agent) || context.sessions().find(agent) != null) {
      agent = AgentId.any(context.environment().chance());
    }
    return AgentSession.begin(
        agent, chat, talkto, context.workspaces().shown(chat).toString(), context.now());
  }

  synchronized void resume() throws IOException {
    for (AgentSession session : context.sessions().all()) {
      if (session.equals(context.sessions().of(session.chat()))) {
        AgentSupervisor supervisor = add(session);
        if (session.status() != SessionStatus.STOPPED) {
          context.slots().occupy(session.clientId());
          supervisor.post(new LifecycleEvent.Resume());
        }
      }
    }
    if (!context.sessions().isComplete()) {
      for (ChatKey chat : context.workspaces().chats()) {
        if (!byChat.containsKey(chat) && context.workspaces().agentOf(chat) != null) {
          of(chat, context.settings().channels().address(chat)).post(new LifecycleEvent.Resume());
        }
      }
    }
  }

  void tidy(Instant stoppedBefore) {
    for (AgentSupervisor supervisor : all()) {
      if (supervisor.hasProcess()) {
        supervisor.tidyLog();
      } else {
        supervisor.post(new LifecycleEvent.Expire(stoppedBefore));
      }
    }
  }

  boolean isClosing() {
    return isClosing;
  }

  /** Waits until all have stopped; refuses new starts. */
  void stopAll(String reason) {
    isClosing = true;
    CompletableFuture<?>[] all =
        all().stream()
            .map(supervisor -> stop(supervisor, reason))
            .toArray(CompletableFuture[]::new);
    CompletableFuture.allOf(all).join();
  }

  private static CompletableFuture<Void> stop(AgentSupervisor supervisor, String reason) {
    var done = new CompletableFuture<Void>();
    if (!supervisor.post(new LifecycleEvent.StopAsked(reason, done))) {
      done.complete(null);
    }
    return done;
  }

  /** The agents keep running. */
  void leaveAlone() throws InterruptedException {
    isClosing = true;
    all().forEach(AgentSupervisor::leaveAlone);
    for (AgentSupervisor supervisor : all()) {
      supervisor.awaitEnd();
    }
  }
}
